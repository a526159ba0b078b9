import type { QueueItem } from '@cuida/core/care/queue/desk-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { createRingTone } from '@cuida/ui/presence/ring-tone.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { useTitle } from '@cuida/ui/Screen/document-title.ts'
import { SkeletonRows } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { Tabs } from '@cuida/ui/Tabs/Tabs.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { formatClinicZone, formatWhenShort } from '../../kit/clinic-time.ts'
import { Failure } from '../../kit/Failure.tsx'
import { HOT_KEYS_OFF_KEY, useListKeys } from '../../kit/page/list-keys.ts'
import { useIsWide } from '../../kit/page/use-is-wide.ts'
import { usePartner } from '../../kit/partner.ts'
import { useNow } from '../../kit/use-now.ts'
import { useOwnDay, useQueue } from '../queries.ts'
import { useAvailability, useSetAvailability } from '../sharing/availability-queries.ts'
import { DayList } from './DayList.tsx'
import { QueueRow } from './QueueRow.tsx'
import css from './WorkLists.module.css'

const SOUND_MS = 1_500

const QUEUE_COLUMNS = ['urgent', 'mine', 'waiting', 'agenda'] as const

interface WorkListsProps {
  selectedId: string | undefined
  /** Why the last attempt to attend a patient failed. */
  failure: unknown
  onFailureRead: () => void
}

const NONE: QueueItem[] = []
const WIDE_PX = 1280

/** The queue and my day; one at a time on narrow screens. */
export function WorkLists({ selectedId, failure, onFailureRead }: WorkListsProps) {
  const queue = useQueue()
  const day = useOwnDay().data?.day
  const now = useNow(15_000)
  const isWide = useIsWide(WIDE_PX)
  const [tab, setTab] = useState<'queue' | 'day'>('queue')
  const items = queue.data?.items ?? NONE
  const availability = useAvailability()
  const arrived = useArrivals(queue.data?.items, availability !== undefined && availability.state !== 'available')
  const urgent = items.filter(({ queueColumn }) => queueColumn === 'urgent')
  const waiting = [...urgent, ...items.filter(({ queueColumn }) => queueColumn === 'waiting')]
  useTitleWithCount(waiting.length, urgent.length > 0)
  // Today's appointments show in the day list; the queue keeps those of other days.
  const isToday = new Set(day?.entries.map(({ id }) => id))
  const listed = items.filter(({ id, queueColumn }) => queueColumn !== 'agenda' || !isToday.has(id))
  const ids = [...new Set([...listed, ...(day?.entries ?? [])].map(({ id }) => id))]
  const shownQueue = queue.data && <QueueList items={listed} selectedId={selectedId} now={now} />
  const shownDay = day && <DayList day={day} chosen={selectedId} now={now} availability={availability} />
  return (
    <nav className={css.lists} aria-label={t('desk.queue.title')} data-day={day ? '' : undefined}>
      <div className={css.head}>
        <h1>{t('desk.queue.title')}</h1>
        <AwayNotice />
        <Failure failure={failure} onClose={onFailureRead} />
        <QueryBoundary query={queue} loading={<SkeletonRows rows={4} />} keepsStale>
          {() => null}
        </QueryBoundary>
        <p className={css.arrived} role="status">
          {arrived && arrivalMessage(arrived)}
        </p>
        {queue.data && formatClinicZone(now) && <p className={css.zone}>{formatClinicZone(now)}</p>}
      </div>
      {isWide || !shownDay ? (
        <>
          <div className={css.pane}>{shownQueue}</div>
          {shownDay && <div className={css.pane}>{shownDay}</div>}
        </>
      ) : (
        <div className={css.pane}>
          <Tabs
            label={t('desk.day.which')}
            tabs={[
              { id: 'queue', label: t('desk.queue.title'), count: waiting.length },
              { id: 'day', label: t('desk.day.title') },
            ]}
            value={tab}
            onChange={setTab}
          >
            {tab === 'queue' ? shownQueue : shownDay}
          </Tabs>
        </div>
      )}
      <KeyHints ids={ids} selectedId={selectedId} />
    </nav>
  )
}

function arrivalMessage({ patient: { firstName: name }, transfer }: QueueItem): string {
  return transfer ? t('desk.transfer.given', { name, colleague: transfer.by }) : t('desk.queue.arrived', { name })
}

/** The number of waiting patients in the title of a background tab. */
function useTitleWithCount(waiting: number, isUrgent: boolean): void {
  const partner = usePartner()
  const name = partner?.partnerName
  const queue = t('desk.queue.title')
  // Neither name nor reason: browsers keep titles in their history.
  const first = isUrgent ? t('desk.urgent.title') : undefined
  useTitle(`${waiting > 0 ? `(${waiting}) ` : ''}${[first, queue, name].filter(Boolean).join(' · ')}`)
}

/** Above the queue while I am unavailable, so that the end of a pause is not forgotten. */
export function AwayNotice() {
  const availability = useAvailability()
  const back = useSetAvailability(() => showToast(t('desk.available.back')))
  if (!availability || availability.state === 'available') return null
  const { until } = availability
  const title = until ? t('desk.available.away.until', { time: formatWhenShort(until) }) : t('desk.available.away.off')
  return (
    <Alert tone="warning" title={title}>
      <p className={css.text}>{t('desk.available.away.text')}</p>
      <Button fit busy={back.isPending} onClick={() => back.mutate({ state: 'available' })}>
        {t('desk.available.return')}
      </Button>
      <Failure failure={back.error} />
    </Alert>
  )
}

interface KeyHintsProps {
  /** All items in the order of the screen. */
  ids: readonly string[]
  selectedId: string | undefined
}

/**
 * J and K move through queue and day. A belongs to `TakePanel` and D (pause) to `AvailabilityButton`. Keys can be
 * switched off, because speech input types letters by accident (WCAG 2.1.4).
 */
function KeyHints({ ids, selectedId }: KeyHintsProps) {
  const [off, setOff] = useState(() => localStorage.getItem(HOT_KEYS_OFF_KEY) !== null)
  const go = useLocation()[1]
  useListKeys(ids, selectedId, (id) => go(`/consultations/${id}`))
  return (
    <div className={css.hints}>
      {!off && (
        <p>
          <kbd>J</kbd> <kbd>K</kbd> {t('desk.keys.move')} <kbd>A</kbd> {t('desk.keys.attend')} <kbd>D</kbd>{' '}
          {t('desk.keys.pause')}
        </p>
      )}
      <button
        type="button"
        className={css.toggle}
        onClick={() => {
          if (off) localStorage.removeItem(HOT_KEYS_OFF_KEY)
          else localStorage.setItem(HOT_KEYS_OFF_KEY, '')
          setOff(!off)
        }}
      >
        {t(off ? 'desk.keys.turnOn' : 'desk.keys.turnOff')}
      </button>
    </div>
  )
}

interface QueueListProps {
  items: readonly QueueItem[]
  selectedId: string | undefined
  now: number
}

/**
 * Possible emergencies, patients that I hold, waiting patients, and my later appointments, in the order of the
 * server.
 */
export function QueueList({ items, ...rest }: QueueListProps) {
  return (
    <div className={css.columns}>
      {QUEUE_COLUMNS.map((queueColumn) => (
        <QueueColumn
          key={queueColumn}
          queueColumn={queueColumn}
          items={items.filter((item) => item.queueColumn === queueColumn)}
          {...rest}
        />
      ))}
    </div>
  )
}

function QueueColumn({
  queueColumn,
  items,
  selectedId,
  now,
}: QueueListProps & { queueColumn: QueueItem['queueColumn'] }) {
  // An empty queue shows a message; an empty list of mine is left out.
  if (items.length === 0 && queueColumn !== 'waiting') return null
  return (
    <section className={css.column} aria-labelledby={`column-${queueColumn}`}>
      <h2 id={`column-${queueColumn}`}>
        {t(`desk.queue.column.${queueColumn}`)} <span className={css.count}>{items.length}</span>
      </h2>
      {items.length === 0 && <p className={css.nobody}>{t('desk.queue.nobody')}</p>}
      <ul>
        {items.map((item) => (
          <QueueRow key={item.id} item={item} isChosen={item.id === selectedId} now={now} />
        ))}
      </ul>
    </section>
  )
}

/**
 * The latest patient who arrived or was transferred to me: announced with one tone, and shown until the next.
 * `isQuiet` mutes the tone.
 */
export function useArrivals(items: readonly QueueItem[] | undefined, isQuiet: boolean): QueueItem | undefined {
  const [latest, setLatest] = useState<QueueItem>()
  const known = useRef<ReadonlySet<string>>(undefined)
  useEffect(() => {
    if (!items) return
    const presentItems = items.filter(({ isHere, transfer }) => isHere || transfer)
    const arrived = known.current && presentItems.find(({ id }) => !known.current?.has(id))
    known.current = new Set(presentItems.map(({ id }) => id))
    if (presentItems.length === 0) setLatest(undefined)
    if (!arrived) return
    setLatest(arrived)
    if (isQuiet) return
    const tone = createRingTone()
    tone.play()
    setTimeout(tone.stop, SOUND_MS)
  }, [items, isQuiet])
  return latest
}
