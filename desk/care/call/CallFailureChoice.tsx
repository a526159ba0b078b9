import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { type CallFailure, failureEvent } from '@cuida/core/consultation/status/closing.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { RadioGroup, type RadioOption } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { useState } from 'react'
import { formatWhenShort } from '../../kit/clinic-time.ts'
import { FormDialog } from '../../kit/page/FormDialog.tsx'
import { useNow } from '../../kit/use-now.ts'
import { canRecordCallEvent, nextMissedCallAt } from '../consultation-status.ts'
import type { CallMedium, RecordCallEvent } from './call-props.ts'

interface WhatWentWrongProps {
  consultation: DeskConsultation
  medium: CallMedium
  recordEvent: RecordCallEvent
}

/** Beside "no answer": the other failures of a call attempt, and whether each counts as a missed call. */
export function CallFailureChoice({ consultation, medium, recordEvent }: WhatWentWrongProps) {
  const [isOpen, setOpen] = useState(false)
  // A wrong number is possible on the phone only.
  const possibleFailures: CallFailure[] =
    medium === 'phone' ? ['NO_ANSWER', 'WRONG_NUMBER', 'BAD_CONNECTION'] : ['BAD_CONNECTION']
  const options = possibleFailures
    .filter((value) => canRecordCallEvent(consultation, medium, failureEvent[value]))
    .map((value) => ({
      value,
      label: t(`desk.call.failure.${value}`),
      detail: t(`desk.call.failure.${value}.detail`),
    }))
  if (options.length === 0) return null
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {t('desk.call.failure.open')}
      </Button>
      {isOpen && (
        <WhichDialog
          options={options}
          onChosen={(failure) => recordEvent(medium, failureEvent[failure], failure)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

interface WhichDialogProps {
  options: readonly RadioOption<CallFailure>[]
  onChosen: (failure: CallFailure) => void
  onClose: () => void
}

function WhichDialog({ options, onChosen, onClose }: WhichDialogProps) {
  const form = useDialogForm<{ failure: CallFailure | '' }>({
    initial: { failure: '' },
    check: ({ failure }) => ({ failure: failure ? undefined : 'REQUIRED' }),
    submit: async ({ failure }) => failure && onChosen(failure),
    message: () => t('desk.call.failure.REQUIRED'),
    onClose,
  })
  return (
    <FormDialog form={form} title={t('desk.call.failure.title')} act={t('desk.call.failure.save')} icon="check">
      <RadioGroup label={t('desk.call.failure.title')} labelHidden options={options} {...form.field('failure')} />
    </FormDialog>
  )
}

/** After a recent missed call: when the next one counts, and what to do until then. */
export function NextMissedCallNotice({ consultation }: { consultation: DeskConsultation }) {
  const now = useNow(5_000)
  const from = nextMissedCallAt(consultation)
  if (!from) return null
  // Rounded up, as the display has no seconds: at the shown minute the statement is true.
  const minute = new Date(Math.ceil(from / 60_000) * 60_000)
  return <p>{t('desk.call.tooSoon', { time: formatWhenShort(minute.toISOString(), now) })}</p>
}

interface LastMissProps {
  consultation: DeskConsultation
  onConfirm: () => void
  onClose: () => void
}

/** The third unanswered call ends the consultation: this confirms it and says whether the patient is refunded. */
export function LastMissedCallDialog({ consultation, onConfirm, onClose }: LastMissProps) {
  const { patient, missedCallsPaidBack } = consultation
  return (
    <Dialog
      open
      title={t('desk.call.lastMiss.title', { name: patient.firstName })}
      onClose={onClose}
      actions={
        <>
          <Button variant="danger" onClick={onConfirm}>
            {t('desk.call.lastMiss.confirm')}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {t('desk.call.lastMiss.keep')}
          </Button>
        </>
      }
    >
      <p>{t(missedCallsPaidBack ? 'desk.call.lastMiss.paidBack' : 'desk.call.lastMiss.kept')}</p>
    </Dialog>
  )
}
