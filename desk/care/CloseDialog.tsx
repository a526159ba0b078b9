import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { CloseOutcome } from '@cuida/core/consultation/status/closing.ts'
import { serverDate } from '@cuida/ui/client/server-clock.ts'
import { DescriptionList } from '@cuida/ui/DescriptionList/DescriptionList.tsx'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { FormDialog } from '../kit/place/FormDialog.tsx'
import { PatientIdentity } from '../kit/place/PatientIdentity.tsx'
import { nextStepTexts } from './next-step/next-step-texts.ts'
import { useClose } from './queries.ts'
import type { Notes } from './save-notes.ts'
import { mayClose } from './standing.ts'

interface CloseDialogProps {
  consultation: DeskConsultation
  notes: Notes
  onCancel: () => void
  onClosed: () => void
}

/** Signs the notes as they stand and says how it went. Nothing can be changed after. */
export function CloseDialog({ consultation, notes, onCancel, onClosed }: CloseDialogProps) {
  const close = useClose(consultation.id, onClosed)
  const form = useDialogForm<{ outcome: CloseOutcome | '' }>({
    initial: { outcome: mayClose(consultation, 'completed') ? 'completed' : '' },
    check: ({ outcome }) => ({ outcome: problemOf(consultation, outcome) }),
    submit: async ({ outcome }) => outcome && close.mutateAsync({ ...notes, outcome }),
    words: (_, problem) => t(`desk.close.${problem}`),
    onClose: onCancel,
  })
  const next = nextStepTexts(consultation, serverDate())
  const options = CloseOutcome.options.map((value) => ({
    value,
    label: t(`desk.close.${value}`),
    detail: t(`desk.close.${value}.detail`),
  }))
  return (
    <FormDialog
      form={form}
      title={t('desk.close.title')}
      lead={t('desk.close.text', { name: consultation.patient.firstName })}
      act={t('desk.close.confirm')}
      icon="check"
    >
      <PatientIdentity patient={consultation.patient} />
      <RadioGroup label={t('desk.close.outcome')} options={options} {...form.field('outcome')} />
      <DescriptionList
        items={[
          { term: t('desk.close.next'), description: next.length > 0 ? next.join('. ') : t('desk.close.noNext') },
        ]}
      />
    </FormDialog>
  )
}

/** Everything is offered, and what cannot be says why. */
function problemOf(consultation: DeskConsultation, outcome: CloseOutcome | ''): string | undefined {
  if (!outcome) return 'REQUIRED'
  if (mayClose(consultation, outcome)) return undefined
  return outcome === 'patient-left' ? 'notLeft' : 'early'
}
