import type { QueueItem } from '@cuida/core/care/queue/desk-api.ts'
import { t } from '@cuida/ui/words/words.ts'
import css from './QueueList.module.css'
import { QueueRow } from './QueueRow.tsx'

const LANES = ['urgent', 'mine', 'waiting', 'agenda'] as const

interface QueueListProps {
  items: readonly QueueItem[]
  chosen: string | undefined
  now: number
}

/** Who may be an emergency, whom I hold, who waits, and who booked with me for later: in this order, as the server sorts them. */
export function QueueList({ items, ...rest }: QueueListProps) {
  return (
    <div className={css.lanes}>
      {LANES.map((lane) => (
        <Lane key={lane} lane={lane} items={items.filter((item) => item.lane === lane)} {...rest} />
      ))}
    </div>
  )
}

function Lane({ lane, items, chosen, now }: QueueListProps & { lane: QueueItem['lane'] }) {
  // Nobody waiting is news; nothing of mine is not.
  if (items.length === 0 && lane !== 'waiting') return null
  return (
    <section className={css.lane} aria-labelledby={`lane-${lane}`}>
      <h2 id={`lane-${lane}`}>
        {t(`desk.queue.lane.${lane}`)} <span className={css.count}>{items.length}</span>
      </h2>
      {items.length === 0 && <p className={css.nobody}>{t('desk.queue.nobody')}</p>}
      <ul>
        {items.map((item) => (
          <QueueRow key={item.id} item={item} isChosen={item.id === chosen} now={now} />
        ))}
      </ul>
    </section>
  )
}
