import type { Note, PrivateNote } from '@cuida/core/care/consultation.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Card, Section } from '@cuida/ui/Card/Card.tsx'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { useState } from 'react'
import { formatWhenLong } from '../kit/clinic-time.ts'
import { FormDialog } from '../kit/page/FormDialog.tsx'
import { useStaff } from '../kit/session.ts'
import css from './record/About.module.css'
import { useAmend } from './record/record-queries.ts'

interface SignedNotesProps {
  id: string
  notes: readonly Note[]
  privateNote: PrivateNote | null
}

/** Signed notes never change: their author may add an amendment, with a reason. */
export function SignedNotes({ id, notes, privateNote }: SignedNotesProps) {
  const [amending, setAmending] = useState<Note>()
  const { data: staff } = useStaff()
  if (notes.length === 0) return null
  return (
    <Section title={t('desk.notes.signedTitle')}>
      {notes.map((note) => (
        <Card key={note.id}>
          {note.amends && <strong>{t('care.notes.amendment', { reason: note.reason ?? '' })}</strong>}
          <p className={css.summary}>{note.text}</p>
          <small className={css.none}>
            {t('desk.notes.signedBy', { author: note.author, when: formatWhenLong(note.signedAt) })}
          </small>
          {!note.amends && note.author === staff?.name && (
            <Button variant="quiet" fit icon="pencil" onClick={() => setAmending(note)}>
              {t('desk.amend.open')}
            </Button>
          )}
        </Card>
      ))}
      {privateNote && (
        <Card>
          <strong>{t('desk.notes.private')}</strong>
          <p className={css.summary}>{privateNote.text}</p>
          <small className={css.none}>
            {t('desk.notes.signedBy', { author: privateNote.author, when: formatWhenLong(privateNote.signedAt) })}
          </small>
        </Card>
      )}
      {amending && <AmendDialog id={id} note={amending} onClose={() => setAmending(undefined)} />}
    </Section>
  )
}

const MAX_LENGTH = 20_000

/** Amends a signed note; the original stays, and the patient reads both. */
function AmendDialog({ id, note, onClose }: { id: string; note: Note; onClose: () => void }) {
  const amend = useAmend(id, note.id)
  const form = useDialogForm({
    initial: { text: '', reason: '' },
    check: ({ text, reason }) => ({
      text: text.trim().length === 0 ? 'REQUIRED' : text.length > MAX_LENGTH ? 'TOO_LONG' : undefined,
      reason: reason.trim().length < 3 ? 'REQUIRED' : reason.length > 500 ? 'TOO_LONG' : undefined,
    }),
    submit: ({ text, reason }) => amend.mutateAsync({ text: text.trim(), reason: reason.trim() }),
    message: (field, code) => t(`desk.record.${field}.${code}`),
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
      <TextArea label={t('desk.amend.addendum')} {...form.field('text')} />
      <TextInput label={t('desk.record.reason')} autoComplete="off" {...form.field('reason')} />
    </FormDialog>
  )
}
