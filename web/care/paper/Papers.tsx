import type { Consultation } from '@cuida/core/care/consultation.ts'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { PaperButton } from './PaperButton.tsx'

/** What can be kept or handed on, once the notes are signed. A prescription has its own beside it. */
export function Papers({ consultation }: { consultation: Consultation }) {
  const { id, notes, letters, status, startTime, createdAt } = consultation
  if (notes.length === 0 && letters.length === 0) return null
  const at = startTime ?? createdAt
  return (
    <Section title={t('care.papers.title')}>
      <p>{t('care.papers.text')}</p>
      {letters.map(({ id: letterId, kind, recipient, signedAt }) => (
        <div key={letterId}>
          {recipient && <p>{t('care.letter.to', { recipient })}</p>}
          <PaperButton type={kind} id={id} letterId={letterId} at={signedAt} />
        </div>
      ))}
      {notes.length > 0 && <PaperButton type="notes" id={id} at={at} />}
      {status === 'CLOSED' && <PaperButton type="attendance" id={id} at={at} />}
    </Section>
  )
}
