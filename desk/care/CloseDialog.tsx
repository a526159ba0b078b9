import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { CloseOutcome } from '@cuida/core/consultation/status/closing.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useRef, useState } from 'react'
import { Failure } from '../kit/Failure.tsx'
import { useClose } from './queries.ts'
import { mayClose } from './standing.ts'

interface CloseDialogProps {
  consultation: DeskConsultation
  text: string
  onCancel: () => void
  onClosed: () => void
}

/** Signs the notes as they stand and says how it went. Nothing can be changed after. */
export function CloseDialog({ consultation, text, onCancel, onClosed }: CloseDialogProps) {
  const [outcome, setOutcome] = useState<CloseOutcome | undefined>(
    mayClose(consultation, 'completed') ? 'completed' : undefined,
  )
  const [isAsked, setAsked] = useState(false)
  const close = useClose(consultation.id, onClosed)
  const problem = problemOf(consultation, outcome)
  const choices = useRef<HTMLDivElement>(null)
  const sign = () => {
    if (outcome && !problem) return close.mutate({ text, outcome })
    setAsked(true)
    // To what is wrong, which is read out there; a low window may not show it.
    const find = (radio: string) => choices.current?.querySelector<HTMLElement>(radio)
    ;(find('input:checked') ?? find('input'))?.focus()
  }
  const options = CloseOutcome.options.map((value) => ({
    value,
    label: t(`desk.close.${value}`),
    detail: t(`desk.close.${value}.detail`),
  }))
  return (
    <Dialog
      open
      title={t('desk.close.title')}
      onClose={onCancel}
      actions={
        <Button variant="primary" icon="check" busy={close.isPending} onClick={sign}>
          {t('desk.close.confirm')}
        </Button>
      }
    >
      <p>{t('desk.close.text', { name: consultation.patient.firstName })}</p>
      <div ref={choices}>
        <RadioGroup<CloseOutcome>
          label={t('desk.close.outcome')}
          options={options}
          value={outcome}
          onChange={setOutcome}
          error={isAsked && problem ? t(problem) : undefined}
        />
      </div>
      <Failure failure={close.error} />
    </Dialog>
  )
}

/** Everything is offered, and what cannot be says why. */
function problemOf(consultation: DeskConsultation, outcome: CloseOutcome | undefined): string | undefined {
  if (!outcome) return 'desk.close.REQUIRED'
  if (mayClose(consultation, outcome)) return undefined
  return outcome === 'patient-left' ? 'desk.close.notLeft' : 'desk.close.early'
}
