import type { ClinicianAgenda } from '@cuida/core/booking/agenda/agenda-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { formatTimeZone, noonOf } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { useState } from 'react'
import { clinicToday } from '../../kit/clinic-time.ts'
import { Failure } from '../../kit/Failure.tsx'
import css from './Absence.module.css'
import { AbsenceAppointmentsPane } from './AbsenceAppointmentsPane.tsx'
import { useAbsenceHours, useEnterAbsence } from './absence-queries.ts'
import { type Problem, problemsIn } from './Problems.tsx'
import { absenceInput, parseTimeRange, type ResolutionChoices } from './resolutions.ts'

interface EnterFormProps {
  clinician: ClinicianAgenda
  /** Receives the resolutions that could not be applied. */
  onEntered: (problems: Problem[]) => void
}

const MAX_LENGTH = 500

/** Enters an absence with a reason, once every appointment in it has a resolution. */
export function AbsenceForm({ clinician, onEntered }: EnterFormProps) {
  const { id, timeZone } = clinician
  const [choices, setChoices] = useState<ResolutionChoices>({})
  const [attempts, setAttempts] = useState(0)
  const enter = useEnterAbsence()
  const today = clinicToday()
  const form = useForm({
    initial: { from: today, starts: '', until: today, ends: '', reason: '' },
    check: (typed) => ({
      until: parseTimeRange(typed, timeZone) ? undefined : 'WRONG',
      reason: typed.reason.trim().length < 10 ? 'TOO_SHORT' : undefined,
    }),
    submit: async (typed) => {
      // Waits for the appointments, so that a submit before they are loaded, or after they failed to load, gets its
      // result or error.
      const booked = (hours.data ?? (await hours.refetch({ throwOnError: true })).data)?.items
      const input = absenceInput(clinician, typed, booked, choices)
      if (!input) return setAttempts(attempts + 1)
      const { results } = await enter.mutateAsync(input)
      showToast(t('desk.absence.done'))
      onEntered(problemsIn(booked ?? [], results))
    },
    message: (field) => t(field === 'reason' ? 'desk.people.reason.TOO_SHORT' : 'desk.absence.wrong'),
  })
  const span = parseTimeRange(form.values, timeZone)
  const hours = useAbsenceHours(id, span)
  const items = hours.data?.items
  return (
    <form className={css.form} {...form.props}>
      <p>{t('desk.absence.lead')}</p>
      <Failure failure={hours.error} />
      <div className={css.span}>
        <TextInput type="date" label={t('desk.absence.from')} {...form.field('from')} />
        <TextInput type="time" label={t('desk.absence.starts')} optional {...form.field('starts')} />
        <TextInput type="date" label={t('desk.absence.until')} {...form.field('until')} />
        <TextInput type="time" label={t('desk.absence.ends')} optional {...form.field('ends')} />
      </div>
      <p className={css.hint}>{t('desk.absence.whole', { zone: formatTimeZone(timeZone, noonOf(today)) })}</p>
      <TextArea
        label={t('desk.people.reason')}
        hint={t('desk.absence.reason.hint')}
        most={MAX_LENGTH}
        {...form.field('reason')}
      />
      {span && !hours.data && !hours.error && <Skeleton lines={4} />}
      {items && (
        <AbsenceAppointmentsPane
          hours={items}
          colleagues={hours.data?.colleagues ?? []}
          choices={choices}
          onChoose={setChoices}
          attempts={attempts}
        />
      )}
      <Failure failure={form.failure} />
      <Button type="submit" variant="primary" fit busy={form.busy}>
        {t('desk.absence.enter')}
      </Button>
    </form>
  )
}
