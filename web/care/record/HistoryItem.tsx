import type { EntryVersion, HistoryEntry } from '@cuida/core/care/record/history.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { longDay } from '@cuida/ui/words/format.ts'
import { partialDate } from '@cuida/ui/words/partial-date.ts'
import { t } from '@cuida/ui/words/words.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import css from './History.module.css'

interface HistoryItemProps {
  entry: HistoryEntry
  onAsk: () => void
}

/** One entry, who wrote it and when; what it said before is one tap away. */
export function HistoryItem({ entry, onAsk }: HistoryItemProps) {
  const { text, status, earlier } = entry
  return (
    <li className={css.entry} data-wrong={status === 'entered-in-error' || undefined}>
      <Version version={entry} />
      {earlier.length > 0 && (
        <details className={css.earlier}>
          <summary>{t('care.record.earlier', { count: earlier.length })}</summary>
          <ol>
            {earlier.map((version) => (
              <li key={version.id}>
                <Version version={version} />
              </li>
            ))}
          </ol>
        </details>
      )}
      <Button variant="link" fit aria-label={t('care.history.askAbout', { text })} onClick={onAsk}>
        {t('care.history.askThis')}
      </Button>
    </li>
  )
}

function Version({ version }: { version: EntryVersion }) {
  const { timeZone } = usePartner()
  const { text, severity, status, relative, onset, author, writtenAt, reason } = version
  const facts = [
    severity && t(`care.record.severity.${severity}`),
    relative && t(`care.record.relative.${relative}`),
    t(`care.record.status.${status}`),
    onset && t('care.record.since', { date: partialDate(onset) }),
  ]
  return (
    <>
      <p className={css.text}>{text}</p>
      <p>{facts.filter(Boolean).join(' · ')}</p>
      {reason && <p className={css.words}>{t('care.record.why', { reason })}</p>}
      <p className={css.by}>{t('care.record.by', { author, when: longDay(writtenAt, timeZone) })}</p>
    </>
  )
}
