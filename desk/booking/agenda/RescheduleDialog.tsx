import type { AgendaDay, ClinicianAgenda } from '@cuida/core/booking/agenda/agenda-api.ts'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { dayOf, formatRelativeMoment } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Select } from '@cuida/ui/Select/Select.tsx'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { FormDialog } from '../../kit/page/FormDialog.tsx'
import { PatientIdentity } from '../../kit/page/PatientIdentity.tsx'
import { MAX_REASON_LENGTH, reasonProblem } from '../../kit/reason.ts'
import { rescheduleInput } from './agenda-inputs.ts'
import { useRescheduleBooked, useRescheduleTimes } from './queries.ts'
import { hasSlot, TimeSelect } from './TimeSelect.tsx'

export interface ReschedulableBooking {
  consultationId: string
  startTime: string
  /** The patient and the product; null for a deleted patient. */
  booked: AgendaDay['holds'][number]['booked']
}
interface RescheduleDialogProps {
  booked: ReschedulableBooking
  clinician: ClinicianAgenda
  /** The clinicians to choose from; a clinician has only themselves. */
  clinicians: readonly ClinicianAgenda[]
  onClose: () => void
}

/**
 * Reschedules a patient's booking, with a reason. The old slot stays booked until the new one is, and the patient is
 * notified.
 */
export function RescheduleDialog({ booked, clinician, clinicians, onClose }: RescheduleDialogProps) {
  const move = useRescheduleBooked()
  const form = useDialogForm({
    initial: { to: clinician.id, day: dayOf(booked.startTime, clinician.timeZone), time: '', reason: '' },
    check: ({ time, reason }) => ({
      time: hasSlot(times, time) ? undefined : 'REQUIRED',
      reason: reasonProblem(reason),
    }),
    submit: (typed) => move.mutateAsync(rescheduleInput(booked.consultationId, typed)),
    message: (field, code) => t(field === 'time' ? 'desk.agenda.move.timeMissing' : `desk.people.reason.${code}`),
    done: () => t('desk.agenda.move.done'),
    onClose,
  })
  const { to, day } = form.values
  const times = useRescheduleTimes(booked.consultationId, day, to)
  return (
    <FormDialog
      form={form}
      title={t('desk.agenda.move.title', { when: formatRelativeMoment(booked.startTime, clinician.timeZone) })}
      act={t('desk.agenda.move')}
      failure={times.error}
    >
      {booked.booked && (
        <>
          <PatientIdentity patient={booked.booked.patient} />
          <p>{booked.booked.productName}</p>
        </>
      )}
      {clinicians.length > 1 && (
        <Select
          label={t('desk.agenda.who')}
          options={clinicians.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.field('to')}
        />
      )}
      <TextInput type="date" label={t('desk.agenda.move.day')} {...form.field('day')} />
      <TimeSelect times={times} day={day} {...form.field('time')} />
      <TextArea label={t('desk.people.reason')} most={MAX_REASON_LENGTH} {...form.field('reason')} />
    </FormDialog>
  )
}
