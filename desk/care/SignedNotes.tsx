import type { Note, PrivateNote } from '@cuida/core/care/consultation.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Card, Section } from '@cuida/ui/Card/Card.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { useStaff } from '../kit/session.ts'
import { fullWords } from '../kit/times.ts'
import css from './record/About.module.css'
import { AmendDialog } from './record/AmendDialog.tsx'

interface SignedNotesProps {
  id: string
  notes: readonly Note[]
  privateNote: PrivateNote | null
}

/** Notes are never changed once signed: whoever signed one may add to it, and says why. */
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
            {t('desk.notes.signedBy', { author: note.author, when: fullWords(note.signedAt) })}
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
            {t('desk.notes.signedBy', { author: privateNote.author, when: fullWords(privateNote.signedAt) })}
          </small>
        </Card>
      )}
      {amending && <AmendDialog id={id} note={amending} onClose={() => setAmending(undefined)} />}
    </Section>
  )
}
