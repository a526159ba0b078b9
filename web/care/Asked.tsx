import type { EditRequest } from '@cuida/core/care/record/history.ts'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { StatusChip } from '@cuida/ui/StatusChip/StatusChip.tsx'
import { longDay } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { usePartner } from '../kit/content/partner.tsx'
import css from './record/History.module.css'

const LOOK = {
  open: { tone: 'neutral', icon: 'clock' },
  accepted: { tone: 'success', icon: 'check' },
  declined: { tone: 'neutral', icon: 'info' },
} as const

/** What was asked for, and what came of it. */
export function Asked({ requests }: { requests: readonly EditRequest[] }) {
  const { timeZone } = usePartner()
  if (requests.length === 0) return null
  return (
    <Section title={t('care.history.asked')}>
      <ul className={css.asked} aria-live="polite">
        {requests.map(({ id, section, text, createdAt, state, answer, answeredBy }) => (
          <li key={id} className={css.entry}>
            <StatusChip {...LOOK[state]}>{t(`care.history.asked.${state}`)}</StatusChip>
            <p className={css.words}>{text}</p>
            {answer && (
              <p className={css.answer}>{t('care.history.asked.answer', { who: answeredBy ?? '', answer })}</p>
            )}
            <p className={css.by}>
              {t('care.history.asked.when', {
                section: t(`care.record.kind.${section}`),
                when: longDay(createdAt, timeZone),
              })}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
