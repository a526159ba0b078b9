import type { EntryVersion, HistoryEntry } from '@cuida/core/care/record/history.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { partialDate } from '@cuida/ui/words/partial-date.ts'
import { t } from '@cuida/ui/words/words.ts'
import { timeWords } from '../../kit/times.ts'
import css from './RecordPanel.module.css'

interface EntryLineProps {
  entry: HistoryEntry
  onReplace: (() => void) | undefined
}

/** One entry as it stands, who wrote it and when, and under it what it replaced. */
export function EntryLine({ entry, onReplace }: EntryLineProps) {
  const { text, status, earlier } = entry
  return (
    <li
      className={css.entry}
      data-over={status !== 'active' || undefined}
      data-wrong={status === 'entered-in-error' || undefined}
    >
      <span className={css.text}>{text}</span>
      {onReplace && (
        <Button variant="link" fit aria-label={t('desk.record.changeOf', { text })} onClick={onReplace}>
          {t('desk.record.change')}
        </Button>
      )}
      <Facts version={entry} />
      <Author version={entry} />
      {earlier.length > 0 && (
        <details className={css.earlier}>
          <summary>{t('care.record.earlier', { count: earlier.length })}</summary>
          <ol>
            {earlier.map((version) => (
              <li key={version.id}>
                <span className={css.words}>{version.text}</span>
                <Facts version={version} />
                <Author version={version} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  )
}

function Facts({ version: { severity, status, relative, onset } }: { version: EntryVersion }) {
  return (
    <p className={css.facts}>
      {severity && (
        <span className={severity === 'severe' ? css.grave : undefined}>{t(`care.record.severity.${severity}`)}</span>
      )}
      {severity && ' · '}
      {[
        relative && t(`care.record.relative.${relative}`),
        t(`care.record.status.${status}`),
        onset && t('care.record.since', { date: partialDate(onset) }),
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
  )
}

function Author({ version: { author, writtenAt, reason } }: { version: EntryVersion }) {
  return (
    <p className={css.by}>
      {t('care.record.by', { author, when: timeWords(writtenAt) })}
      {reason && ` · ${t('care.record.why', { reason })}`}
    </p>
  )
}
