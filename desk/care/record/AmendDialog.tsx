import type { Note } from '@cuida/core/care/consultation.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useId } from 'react'
import { Failure } from '../../kit/Failure.tsx'
import css from './RecordPanel.module.css'
import { useAmend } from './record-queries.ts'

const MOST = 20_000

/** Adds to a signed note; the note stays as it was signed, and the patient reads both. */
export function AmendDialog({ id, note, onClose }: { id: string; note: Note; onClose: () => void }) {
  const amend = useAmend(id, note.id)
  const formId = useId()
  const form = useForm({
    initial: { text: '', reason: '' },
    check: ({ text, reason }) => ({
      text: text.trim().length === 0 ? 'REQUIRED' : text.length > MOST ? 'TOO_LONG' : undefined,
      reason: reason.trim().length < 3 ? 'REQUIRED' : reason.length > 500 ? 'TOO_LONG' : undefined,
    }),
    submit: async ({ text, reason }) => {
      await amend.mutateAsync({ text: text.trim(), reason: reason.trim() })
      showToast(t('desk.amend.done'))
      onClose()
    },
    words: (field, code) => t(`desk.record.${field}.${code}`),
  })
  return (
    <Dialog
      open
      title={t('desk.amend.title')}
      onClose={onClose}
      actions={
        <Button type="submit" form={formId} variant="primary" icon="check" busy={form.busy}>
          {t('desk.amend.sign')}
        </Button>
      }
    >
      <form id={formId} className={css.form} {...form.props}>
        <p>{t('desk.amend.text')}</p>
        <ErrorSummary {...form.summary} />
        <Failure failure={form.failure} />
        <TextArea label={t('desk.amend.words')} {...form.field('text')} />
        <TextInput label={t('desk.record.reason')} autoComplete="off" {...form.field('reason')} />
      </form>
    </Dialog>
  )
}
