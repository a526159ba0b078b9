import type { Note } from '@cuida/core/care/consultation.ts'
import type { ConsultationStatus } from '@cuida/core/consultation/status/status.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { formatLongMoment } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { usePartner } from '../kit/content/partner.tsx'
import css from './ConsultationScreen.module.css'

/** The signed notes; until then, when to expect them (B9.7: 3-5 minutes after the call). */
export function Notes({ notes, status }: { notes: readonly Note[]; status: ConsultationStatus }) {
  const { timeZone } = usePartner()
  if (notes.length === 0) return status === 'CLOSING' ? <Alert tone="info" title={t('care.notes.soon')} /> : null
  return (
    <Section title={t('care.notes.title')}>
      {notes.map(({ id, text, author, signedAt, amends, reason }) => (
        <article key={id} className={css.note}>
          {amends && <strong>{t('care.notes.amendment', { reason: reason ?? '' })}</strong>}
          <p className={css.text}>{text}</p>
          <p className={css.signed}>{t('care.notes.signed', { author, when: formatLongMoment(signedAt, timeZone) })}</p>
        </article>
      ))}
    </Section>
  )
}
