import type { QueueItem } from '@cuida/core/care/desk-api.ts'
import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { useTitle } from '@cuida/ui/Screen/document-title.ts'
import { SkeletonRows } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { Failure } from '../../kit/Failure.tsx'
import { usePartner } from '../../kit/partner.ts'
import { zoneWords } from '../../kit/times.ts'
import { useNow } from '../../kit/use-now.ts'
import { useQueue } from '../queries.ts'
import { AwayNotice } from '../sharing/AwayNotice.tsx'
import { useAvailability } from '../sharing/availability-queries.ts'
import { KeyHints } from './KeyHints.tsx'
import css from './QueueList.module.css'
import { QueueRow } from './QueueRow.tsx'
import { useArrivals } from './use-arrivals.ts'

interface QueueListProps {
  chosen: string | undefined
  /** Why the last patient could not be attended. */
  failure: unknown
  onFailureRead: () => void
  onAttend: (id: string) => void
}

const LANES = ['mine', 'waiting', 'agenda'] as const
const NONE: QueueItem[] = []

/** Whom I hold, who waits, and who booked with me: in this order, as the server sorts them. */
export function QueueList({ chosen, failure, onFailureRead, onAttend }: QueueListProps) {
  const { data, error, dataUpdatedAt, refetch } = useQueue()
  const now = useNow(15_000)
  const items = data?.items ?? NONE
  const availability = useAvailability()
  const arrived = useArrivals(data?.items, availability !== undefined && availability.state !== 'available')
  useTitleWithCount(items.filter(({ lane }) => lane === 'waiting').length)
  return (
    <nav className={css.list} aria-label={t('desk.queue.title')}>
      <h1 className={css.title}>{t('desk.queue.title')}</h1>
      <AwayNotice />
      <Failure failure={failure} onClose={onFailureRead} />
      {error && <ErrorState dataFrom={data && dataUpdatedAt} onAction={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={4} />}
      <p className={css.arrived} role="status">
        {arrived && arrivalWords(arrived)}
      </p>
      {data && zoneWords(now) && <p className={css.nobody}>{zoneWords(now)}</p>}
      {data &&
        LANES.map((lane) => (
          <Lane key={lane} lane={lane} items={items.filter((item) => item.lane === lane)} chosen={chosen} now={now} />
        ))}
      <KeyHints items={items} chosen={chosen} onAttend={onAttend} />
    </nav>
  )
}

function arrivalWords({ patient: { firstName: name }, handedOver }: QueueItem): string {
  return handedOver ? t('desk.handOver.given', { name, colleague: handedOver.by }) : t('desk.queue.arrived', { name })
}

interface LaneProps {
  lane: QueueItem['lane']
  items: QueueItem[]
  chosen: string | undefined
  now: number
}

function Lane({ lane, items, chosen, now }: LaneProps) {
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

/** How many wait, for the tab that is not looked at. */
function useTitleWithCount(waiting: number): void {
  const partner = usePartner()
  const name = partner?.partnerName
  const queue = t('desk.queue.title')
  useTitle(`${waiting > 0 ? `(${waiting}) ` : ''}${[queue, name].filter(Boolean).join(' · ')}`)
}
