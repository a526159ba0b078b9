import { areInOrder, hoursText, parseHours } from '@cuida/core/booking/agenda/agenda.ts'
import type { AgendaDay, ClinicianAgenda } from '@cuida/core/booking/agenda/agenda-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { fullWeekday, longDay, noonOf, timeZoneWords } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useId } from 'react'
import { Failure } from '../../kit/Failure.tsx'
import css from './HoursDialog.module.css'
import { useSetHours } from './queries.ts'
import { changeOf, hasBookings, type Which } from './wishes.ts'

interface HoursDialogProps {
  clinician: ClinicianAgenda
  day: AgendaDay
  onClose: () => void
}

const LONGEST = 500

/** The hours of one day, of every such weekday, or the usual ones again. What is booked outside of them is said first. */
export function HoursDialog({ clinician, day, onClose }: HoursDialogProps) {
  const change = useSetHours(clinician, day.date)
  const formId = useId()
  const form = useForm<{ which: Which; hours: string; reason: string }>({
    initial: { which: 'day', hours: hoursText(day.hours), reason: '' },
    check: ({ which, hours, reason }) => ({
      hours: which === 'usual' ? undefined : hoursProblem(hours),
      reason: reason.trim().length < 10 ? 'TOO_SHORT' : undefined,
    }),
    submit: async (typed) => {
      await change.mutateAsync(changeOf(typed, change.error))
      showToast(t('desk.agenda.saved', { name: clinician.name }))
      onClose()
    },
    words: (field) => t(field === 'hours' ? 'desk.agenda.hours.wrong' : 'desk.people.reason.TOO_SHORT'),
  })
  const noon = noonOf(day.date)
  const isBooked = hasBookings(form.failure)
  const options: { value: Which; label: string }[] = [
    { value: 'day', label: t('desk.agenda.which.day') },
    { value: 'weekly', label: t('desk.agenda.which.weekly', { weekday: fullWeekday(noon, 'UTC') }) },
    ...(day.isException ? [{ value: 'usual' as const, label: t('desk.agenda.which.usual') }] : []),
  ]
  return (
    <Dialog
      open
      title={t('desk.agenda.change', { name: clinician.name, day: longDay(noon, 'UTC') })}
      onClose={onClose}
      actions={
        <Button type="submit" form={formId} variant={isBooked ? 'danger' : 'primary'} busy={form.busy}>
          {t(isBooked ? 'desk.agenda.saveAnyway' : 'desk.agenda.save')}
        </Button>
      }
    >
      <form id={formId} className={css.form} {...form.props}>
        {isBooked ? <Alert tone="warning" title={t('desk.agenda.booked')} /> : <Failure failure={form.failure} />}
        <RadioGroup label={t('desk.agenda.which')} options={options} {...form.field('which')} />
        {form.values.which !== 'usual' && (
          <TextInput
            label={t('desk.agenda.hours')}
            hint={t('desk.agenda.hours.hint', { zone: timeZoneWords(clinician.timeZone, noon) })}
            autoComplete="off"
            {...form.field('hours')}
          />
        )}
        <TextArea label={t('desk.people.reason')} most={LONGEST} {...form.field('reason')} />
      </form>
    </Dialog>
  )
}

function hoursProblem(text: string): 'WRONG' | undefined {
  const hours = parseHours(text)
  return hours && areInOrder(hours) ? undefined : 'WRONG'
}
