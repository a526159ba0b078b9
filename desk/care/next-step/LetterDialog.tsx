import { LETTER_MOST, type LetterKind } from '@cuida/core/care/next-step/next-step-api.ts'
import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { lengthProblem } from '@cuida/core/kit/text-length.ts'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { FormDialog } from '../../kit/place/FormDialog.tsx'
import { PatientIdentity } from '../../kit/place/PatientIdentity.tsx'
import { useSignLetter } from './next-step-queries.ts'

interface LetterDialogProps {
  consultation: DeskConsultation
  kind: LetterKind
  onClose: () => void
}

/** Writes and signs a referral or a medical certificate; the patient downloads it. */
export function LetterDialog({ consultation, kind, onClose }: LetterDialogProps) {
  const { id, patient } = consultation
  const [key] = useState(() => crypto.randomUUID())
  const sign = useSignLetter(id)
  const form = useDialogForm({
    initial: { recipient: '', text: '' },
    check: ({ recipient, text }) => ({
      recipient: kind === 'referral' ? lengthProblem(recipient, 1, LETTER_MOST.recipient) : undefined,
      text: lengthProblem(text, 1, LETTER_MOST.text),
    }),
    submit: ({ recipient, text }) =>
      sign.mutateAsync(kind === 'referral' ? { id, key, kind, recipient, text } : { id, key, kind, text }),
    words: (field, problem) => t(`desk.next.${field}.${problem}`),
    done: () => t('desk.next.signed', { name: patient.firstName }),
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t(`desk.next.${kind}`)}
      lead={t(`desk.next.${kind}.lead`)}
      act={t('desk.next.sign')}
      icon="check"
    >
      <PatientIdentity patient={patient} />
      {kind === 'referral' && (
        <TextInput label={t('desk.next.recipient')} hint={t('desk.next.recipientHint')} {...form.field('recipient')} />
      )}
      <TextArea label={t(`desk.next.${kind}.text`)} {...form.field('text')} />
    </FormDialog>
  )
}
