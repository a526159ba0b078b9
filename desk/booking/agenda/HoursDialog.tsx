import { areInOrder, hoursText, parseHours } from '@cuida/core/booking/agenda/agenda.ts'
import type { AgendaDay, ClinicianAgenda } from '@cuida/core/booking/agenda/agenda-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { fullWeekday, longDay, noonOf, timeZoneWords } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { FormDialog } from '../../kit/place/FormDialog.tsx'
import { LONGEST_REASON, reasonProblem } from '../../kit/reason.ts'
import { useSetHours } from './queries.ts'
import { changeOf, hasBookings, type Which } from './wishes.ts'

interface HoursDialogProps {
  clinician: ClinicianAgenda
  day: AgendaDay
  onClose: () => void
}

/** The hours of one day, of every such weekday, or the usual ones again. What is booked outside of them is said first. */
export function HoursDialog({ clinician, day, onClose }: HoursDialogProps) {
  const change = useSetHours(clinician, day.date)
  const form = useDialogForm<{ which: Which; hours: string; reason: string }>({
    initial: { which: 'day', hours: hoursText(day.hours), reason: '' },
    check: ({ which, hours, reason }) => ({
      hours: which === 'usual' ? undefined : hoursProblem(hours),
      reason: reasonProblem(reason),
    }),
    submit: (typed) => change.mutateAsync(changeOf(typed, change.error)),
    words: (field, code) => t(field === 'hours' ? 'desk.agenda.hours.wrong' : `desk.people.reason.${code}`),
    done: () => t('desk.agenda.saved', { name: clinician.name }),
    onClose,
  })
  const noon = noonOf(day.date)
  const isBooked = hasBookings(form.failure)
  const options: { value: Which; label: string }[] = [
    { value: 'day', label: t('desk.agenda.which.day') },
    { value: 'weekly', label: t('desk.agenda.which.weekly', { weekday: fullWeekday(noon, 'UTC') }) },
    ...(day.isException ? [{ value: 'usual' as const, label: t('desk.agenda.which.usual') }] : []),
  ]
  return (
    <FormDialog
      form={form}
      title={t('desk.agenda.change', { name: clinician.name, day: longDay(noon, 'UTC') })}
      act={t(isBooked ? 'desk.agenda.saveAnyway' : 'desk.agenda.save')}
      variant={isBooked ? 'danger' : 'primary'}
      {...(isBooked && { refused: () => <Alert tone="warning" title={t('desk.agenda.booked')} /> })}
    >
      <RadioGroup label={t('desk.agenda.which')} options={options} {...form.field('which')} />
      {form.values.which !== 'usual' && (
        <TextInput
          label={t('desk.agenda.hours')}
          hint={t('desk.agenda.hours.hint', { zone: timeZoneWords(clinician.timeZone, noon) })}
          autoComplete="off"
          {...form.field('hours')}
        />
      )}
      <TextArea label={t('desk.people.reason')} most={LONGEST_REASON} {...form.field('reason')} />
    </FormDialog>
  )
}

function hoursProblem(text: string): 'WRONG' | undefined {
  const hours = parseHours(text)
  return hours && areInOrder(hours) ? undefined : 'WRONG'
}
