import type { Note } from '@cuida/core/care/consultation.ts'
import { Card, Section } from '@cuida/ui/Card/Card.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { fullWords } from '../kit/times.ts'
import css from './About.module.css'

/** Notes are never changed once signed: they are only read. */
export function SignedNotes({ notes }: { notes: readonly Note[] }) {
  if (notes.length === 0) return null
  return (
    <Section title={t('desk.notes.signedTitle')}>
      {notes.map(({ id, text, author, signedAt }) => (
        <Card key={id}>
          <p className={css.summary}>{text}</p>
          <small className={css.none}>{t('desk.notes.signedBy', { author, when: fullWords(signedAt) })}</small>
        </Card>
      ))}
    </Section>
  )
}
