import type { ClinicianAgenda } from '@cuida/core/booking/agenda/agenda-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { Select } from '@cuida/ui/Select/Select.tsx'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { dayOf, momentWords } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useId } from 'react'
import { Failure } from '../../kit/Failure.tsx'
import css from './HoursDialog.module.css'
import { useMoveBooked, useMoveTimes } from './queries.ts'
import { isAmong, TimeSelect } from './TimeSelect.tsx'
import { moveOf } from './wishes.ts'

export interface Movable {
  consultationId: string
  startTime: string
}
interface MoveDialogProps {
  booked: Movable
  clinician: ClinicianAgenda
  /** To whom it may go: for a clinician only themselves. */
  clinicians: readonly ClinicianAgenda[]
  onClose: () => void
}

const LONGEST = 500

/** Another time for somebody's booking, with a reason; the old one stands until the new one is won, and they are told. */
export function MoveDialog({ booked, clinician, clinicians, onClose }: MoveDialogProps) {
  const move = useMoveBooked()
  const formId = useId()
  const form = useForm({
    initial: { to: clinician.id, day: dayOf(booked.startTime, clinician.timeZone), time: '', reason: '' },
    check: ({ time, reason }) => ({
      time: isAmong(times, time) ? undefined : 'REQUIRED',
      reason: reason.trim().length < 10 ? 'TOO_SHORT' : undefined,
    }),
    submit: async (typed) => {
      await move.mutateAsync(moveOf(booked.consultationId, typed))
      showToast(t('desk.agenda.move.done'))
      onClose()
    },
    words: (field) => t(field === 'time' ? 'desk.agenda.move.timeMissing' : 'desk.people.reason.TOO_SHORT'),
  })
  const { to, day } = form.values
  const times = useMoveTimes(booked.consultationId, day, to)
  return (
    <Dialog
      open
      title={t('desk.agenda.move.title', { when: momentWords(booked.startTime, clinician.timeZone) })}
      onClose={onClose}
      actions={
        <Button type="submit" form={formId} variant="primary" busy={form.busy}>
          {t('desk.agenda.move')}
        </Button>
      }
    >
      <form id={formId} className={css.form} {...form.props}>
        <Failure failure={form.failure ?? times.error} />
        {clinicians.length > 1 && (
          <Select
            label={t('desk.agenda.who')}
            options={clinicians.map(({ id, name }) => ({ value: id, label: name }))}
            {...form.field('to')}
          />
        )}
        <TextInput type="date" label={t('desk.agenda.move.day')} {...form.field('day')} />
        <TimeSelect times={times} day={day} {...form.field('time')} />
        <TextArea label={t('desk.people.reason')} most={LONGEST} {...form.field('reason')} />
      </form>
    </Dialog>
  )
}
