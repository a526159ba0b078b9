import type { Note } from '@cuida/core/care/consultation.ts'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { FormDialog } from '../../kit/place/FormDialog.tsx'
import { useAmend } from './record-queries.ts'

const MOST = 20_000

/** Adds to a signed note; the note stays as it was signed, and the patient reads both. */
export function AmendDialog({ id, note, onClose }: { id: string; note: Note; onClose: () => void }) {
  const amend = useAmend(id, note.id)
  const form = useDialogForm({
    initial: { text: '', reason: '' },
    check: ({ text, reason }) => ({
      text: text.trim().length === 0 ? 'REQUIRED' : text.length > MOST ? 'TOO_LONG' : undefined,
      reason: reason.trim().length < 3 ? 'REQUIRED' : reason.length > 500 ? 'TOO_LONG' : undefined,
    }),
    submit: ({ text, reason }) => amend.mutateAsync({ text: text.trim(), reason: reason.trim() }),
    words: (field, code) => t(`desk.record.${field}.${code}`),
    done: () => t('desk.amend.done'),
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('desk.amend.title')}
      lead={t('desk.amend.text')}
      act={t('desk.amend.sign')}
      icon="check"
    >
      <TextArea label={t('desk.amend.words')} {...form.field('text')} />
      <TextInput label={t('desk.record.reason')} autoComplete="off" {...form.field('reason')} />
    </FormDialog>
  )
}
