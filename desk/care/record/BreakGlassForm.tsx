import { dayInUtc, isRealDay } from '@cuida/core/profile/account/age.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { serverDate } from '@cuida/ui/client/server-clock.ts'
import { DateOfBirth } from '@cuida/ui/DateOfBirth/DateOfBirth.tsx'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useLocation } from 'wouter'
import { Failure } from '../../kit/Failure.tsx'
import { DetailTitle } from '../../kit/place/Detail.tsx'
import { sentenceProblem } from '../prescription/sentence.ts'
import css from './RecordsPlace.module.css'
import { breakGlassOf, useBreakGlass } from './record-queries.ts'

/** Somebody's record by what they say of themselves: there is no list to look for people in. */
export function BreakGlassForm() {
  const open = useBreakGlass()
  const go = useLocation()[1]
  const form = useForm({
    initial: { phone: '', dateOfBirth: '', firstName: '', reason: '' },
    check: ({ phone, dateOfBirth, reason }) => ({
      phone: phone.replaceAll(/\D/g, '').length < 6 ? 'REQUIRED' : undefined,
      dateOfBirth: isRealDay(dateOfBirth) && dateOfBirth <= dayInUtc(serverDate()) ? undefined : 'REQUIRED',
      reason: sentenceProblem(reason, 20),
    }),
    submit: async (typed) => {
      go(`/records/patients/${(await open.mutateAsync(breakGlassOf(typed))).patientId}`)
    },
    words: (field, code) => t(`desk.record.emergency.${field}.${code}`),
  })
  const several = form.failure instanceof CallFailed && form.failure.code === 'SEVERAL_PEOPLE'
  return (
    <form className={css.form} {...form.props}>
      <DetailTitle>{t('desk.record.emergency.open')}</DetailTitle>
      <Alert tone="warning" title={t('desk.record.emergency.text')} />
      <ErrorSummary {...form.summary} />
      <TextInput
        label={t('desk.record.emergency.phone')}
        hint={t('desk.record.emergency.phoneHint')}
        type="tel"
        autoComplete="off"
        {...form.field('phone')}
      />
      <DateOfBirth label={t('desk.patient.birth')} others {...form.field('dateOfBirth')} />
      <TextInput
        label={t('desk.record.emergency.firstName')}
        hint={t('desk.record.emergency.firstNameHint')}
        optional={!several}
        autoComplete="off"
        {...form.field('firstName')}
      />
      <TextArea
        label={t('desk.record.emergency.reason')}
        hint={t('desk.record.emergency.reasonHint')}
        most={500}
        {...form.field('reason')}
      />
      <Failure failure={form.failure} />
      <Button type="submit" variant="danger" icon="lock" busy={form.busy}>
        {t('desk.record.emergency.confirm')}
      </Button>
    </form>
  )
}
