import type { OwnSession } from '@cuida/core/access/session/session-api.ts'
import { Button } from '../Button/Button.tsx'
import { t } from '../i18n/messages.ts'
import { List, ListRow } from '../ListRow/ListRow.tsx'

interface SessionListProps {
  items: readonly OwnSession[]
  /** The id of the session that is being ended. */
  ending?: string | undefined
  /** Formats a moment. */
  when: (moment: string) => string
  onEnd: (id: string) => void
}

/** The sessions of an account; every one except the current can be ended. Shared by patients and staff. */
export function SessionList({ items, ending, when, onEnd }: SessionListProps) {
  return (
    <List label={t('ui.sessions.title')}>
      {items.map(({ id, device, createdAt, lastSeenAt, current }) => {
        const name = device ?? t('ui.sessions.unknown')
        const since = t('ui.sessions.since', { when: when(createdAt) })
        const detail = current ? t('ui.sessions.this') : t('ui.sessions.lastSeen', { when: when(lastSeenAt) })
        return (
          <ListRow
            key={id}
            title={name}
            detail={`${detail} · ${since}`}
            aside={
              current ? undefined : (
                <Button
                  fit
                  busy={ending === id}
                  aria-label={t('ui.sessions.endLabel', { device: name })}
                  onClick={() => onEnd(id)}
                >
                  {t('ui.sessions.end')}
                </Button>
              )
            }
          />
        )
      })}
    </List>
  )
}
