import type { RecordedConsultation } from '@cuida/core/care/record/desk-record-api.ts'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { endingWords } from '../../kit/ending.ts'
import { fullWords, timeWords } from '../../kit/times.ts'
import css from './RecordPanel.module.css'

/** The care there was, the newest first, with the notes as they were signed and what was added to them. */
export function PastCare({ consultations }: { consultations: readonly RecordedConsultation[] }) {
  return (
    <Section title={t('desk.record.consultations')}>
      {consultations.length === 0 && <p className={css.none}>{t('desk.record.none')}</p>}
      {consultations.map(({ id, productName, clinician, at, notes, privateNote, ...ending }) => (
        <article key={id} className={css.care}>
          <h3>{productName}</h3>
          <p className={css.facts}>{[fullWords(at), clinician, endingWords(ending)].filter(Boolean).join(' · ')}</p>
          {notes.length > 0 && (
            <details>
              <summary>{t('desk.record.notes', { count: notes.length })}</summary>
              {notes.map((note) => (
                <div key={note.id} className={css.note}>
                  {note.amends && <strong>{t('care.notes.amendment', { reason: note.reason ?? '' })}</strong>}
                  <p className={css.words}>{note.text}</p>
                  <p className={css.by}>
                    {t('care.record.by', { author: note.author, when: timeWords(note.signedAt) })}
                  </p>
                </div>
              ))}
            </details>
          )}
          {privateNote && (
            <details>
              <summary>{t('desk.notes.private')}</summary>
              <div className={css.note}>
                <p className={css.words}>{privateNote.text}</p>
                <p className={css.by}>
                  {t('care.record.by', { author: privateNote.author, when: timeWords(privateNote.signedAt) })}
                </p>
              </div>
            </details>
          )}
        </article>
      ))}
    </Section>
  )
}
