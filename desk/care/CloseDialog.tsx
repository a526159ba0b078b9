import type { DeskConsultation } from '@cuida/core/care/desk-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { Failure } from '../kit/Failure.tsx'
import { useClose } from './queries.ts'
import { mayComplete } from './standing.ts'

interface CloseDialogProps {
  consultation: DeskConsultation
  text: string
  onCancel: () => void
  onClosed: () => void
}

/** Signs the notes as they stand and says how it went. Nothing can be changed after. */
export function CloseDialog({ consultation, text, onCancel, onClosed }: CloseDialogProps) {
  const talked = mayComplete(consultation)
  const [outcome, setOutcome] = useState<'completed' | 'technical-failure'>(talked ? 'completed' : 'technical-failure')
  const [early, setEarly] = useState(false)
  const close = useClose(consultation.id, onClosed)
  const sign = () => {
    setEarly(outcome === 'completed' && !talked)
    if (outcome === 'completed' && !talked) return
    close.mutate({ text, outcome })
  }
  const options = [
    { value: 'completed', label: t('desk.close.completed'), detail: t('desk.close.completedDetail') },
    { value: 'technical-failure', label: t('desk.close.failure'), detail: t('desk.close.failureDetail') },
  ] as const
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
      <RadioGroup
        label={t('desk.close.outcome')}
        options={options}
        value={outcome}
        onChange={setOutcome}
        error={early ? t('desk.close.early') : undefined}
      />
      <Failure failure={close.error} />
    </Dialog>
  )
}
