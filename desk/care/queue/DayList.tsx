import { overdueMinutes } from '@cuida/core/care/queue/waiting.ts'
import type { Availability } from '@cuida/core/care/sharing/availability.ts'
import { buildDayLines, type DayLine } from '@cuida/core/care/sharing/day.ts'
import type { DayEntry, OwnDay } from '@cuida/core/care/sharing/day-api.ts'
import { Icon } from '@cuida/ui/Icon/Icon.tsx'
import { formatLongDay, formatMinutes, noonOf } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { VisuallyHidden } from '@cuida/ui/VisuallyHidden/VisuallyHidden.tsx'
import { type RefObject, useEffect, useRef } from 'react'
import { formatWhenShort } from '../../kit/clinic-time.ts'
import { endingMessage } from '../../kit/consultation-ending.ts'
import { RowLink } from '../../kit/page/RowLink.tsx'
import css from './DayList.module.css'
import rows from './QueueRow.module.css'

interface DayListProps {
  day: OwnDay
  chosen: string | undefined
  now: number
  availability: Availability | undefined
}

/** My appointments of today in order: patients, outcomes, free time, and a line for the current time. */
export function DayList({ day, chosen, now, availability }: DayListProps) {
  const isOff = day.hours.length === 0 && day.entries.length === 0
  const lines = buildDayLines(day, now)
  const line = useNowInSight(aroundNow(lines))
  return (
    <section className={css.day} aria-labelledby="my-day">
      <h2 id="my-day">
        {t('desk.day.title')} <span className={css.date}>{formatLongDay(noonOf(day.date), 'UTC')}</span>
      </h2>
      {isOff && <p className={css.none}>{t('desk.day.off')}</p>}
      <ul>
        {lines.map((one) => (
          <li key={`${one.is} ${one.is === 'now' ? '' : one.at}`} ref={one.is === 'now' ? line : undefined}>
            {one.is === 'entry' ? (
              <Entry entry={one.entry} isChosen={one.entry.id === chosen} now={now} />
            ) : one.is === 'now' ? (
              <Now now={now} availability={availability} />
            ) : (
              <Stretch line={one} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/**
 * A key for the two neighbours of the current-time line; it changes when an appointment starts, is booked there or is
 * cancelled.
 */
function aroundNow(lines: readonly DayLine[]): string {
  const at = lines.findIndex(({ is }) => is === 'now')
  const isHour = ({ is }: DayLine) => is === 'entry'
  return [lines.slice(0, at).findLast(isHour), lines.slice(at).find(isHour)].map((one) => one?.at).join()
}

const clock = (moment: number): string => formatWhenShort(new Date(moment).toISOString(), moment)

const minuteOf = (moment: number): number => Math.floor(moment / 60_000)

function Now({ now, availability }: Pick<DayListProps, 'now' | 'availability'>) {
  const { state, until } = availability ?? { state: 'available', until: null }
  return (
    <p className={css.now}>
      <span>{t('desk.day.now', { time: clock(now) })}</span>
      {state !== 'available' && (
        <span>
          {until ? t('desk.day.pausedUntil', { time: formatWhenShort(until, now) }) : t('desk.day.notAvailable')}
        </span>
      )}
    </p>
  )
}

function Stretch({ line: { is, at, until } }: { line: Extract<DayLine, { until: number }> }) {
  // Computed from whole minutes, so that it agrees with the times shown beside it.
  const length = formatMinutes(minuteOf(until) - minuteOf(at))
  return (
    <p className={css.stretch} data-is={is}>
      <span className={css.time}>{clock(at)}</span>
      <span>{t(`desk.day.${is}`, { until: clock(until), length })}</span>
    </p>
  )
}

function Entry({ entry, isChosen, now }: { entry: DayEntry; isChosen: boolean; now: number }) {
  const { id, patient, startTime, status, contactMethod, missedCalls, isConfirmed } = entry
  const isOver = status.startsWith('CLOSED')
  const late = status === 'QUEUED' ? overdueMinutes(new Date(startTime), new Date(now)) : undefined
  return (
    <RowLink href={`/consultations/${id}`} isChosen={isChosen} className={rows.row}>
      <span className={css.time}>{formatWhenShort(startTime, now)}</span>
      <span className={rows.who}>
        <span className={rows.name} data-over={isOver || undefined}>
          {patient.firstName} {patient.lastName}
        </span>
        {/* For a past appointment the age does not matter, and its outcome needs the room. */}
        {!isOver && (
          <span className={rows.age}>
            <VisuallyHidden>, </VisuallyHidden>
            {patient.age}
            <VisuallyHidden> {t('desk.queue.years')}</VisuallyHidden>
          </span>
        )}
      </span>
      {missedCalls > 0 && (
        <span className={rows.missed} title={t('desk.queue.missed', { count: missedCalls })}>
          <Icon name="hang-up" size={16} />
          <span aria-hidden="true">{missedCalls}</span>
          <VisuallyHidden>, {t('desk.queue.missed', { count: missedCalls })}</VisuallyHidden>
        </span>
      )}
      {late === undefined && status === 'QUEUED' ? (
        isConfirmed && (
          <span title={t('desk.queue.confirmed')}>
            <Icon name="check" size={16} />
            <VisuallyHidden>, {t('desk.queue.confirmed')}</VisuallyHidden>
          </span>
        )
      ) : (
        <State entry={entry} late={late} />
      )}
      <Icon name={contactMethod === 'video' ? 'video' : 'phone'} size={20} />
      <VisuallyHidden>, {t(`desk.medium.${contactMethod}`)}</VisuallyHidden>
    </RowLink>
  )
}

function State({ entry, late }: { entry: DayEntry; late: number | undefined }) {
  if (late === undefined) return <Became entry={entry} />
  const length = formatMinutes(late)
  return (
    <span className={rows.when} data-late="" title={t('desk.day.late', { length })}>
      <span aria-hidden="true">+{length}</span>
      <VisuallyHidden>, {t('desk.day.late', { length })}</VisuallyHidden>
    </span>
  )
}

/** The outcome in one word, as the row has little room; the full text is in the tooltip and for screen readers. */
function Became({ entry }: { entry: DayEntry }) {
  const { status, closedFor } = entry
  if (!status.startsWith('CLOSED'))
    return (
      <span className={rows.when}>
        <VisuallyHidden>, </VisuallyHidden>
        {t(`desk.day.status.${status}`)}
      </span>
    )
  const isAsEver = closedFor === null || closedFor === 'completed' || status === 'CLOSED_WITH_ERROR'
  return (
    <span className={rows.when} title={endingMessage(entry)}>
      <span aria-hidden="true">{t(isAsEver ? `desk.day.status.${status}` : `desk.day.ended.${closedFor}`)}</span>
      <VisuallyHidden>, {endingMessage(entry)}</VisuallyHidden>
    </span>
  )
}

/** Events of a scroll by the user; the `scroll` event alone does not tell a user's scroll from a script's. */
const MOVES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * Scrolls the current-time line into view when the list opens and whenever `what` changes. After the user scrolls the
 * list, it stays put until the line is in view again.
 */
function useNowInSight(what: string): RefObject<HTMLLIElement | null> {
  const line = useRef<HTMLLIElement>(null)
  const isReading = useRef(false)
  const isOpen = useRef(false)
  useEffect(() => {
    const pane = paneOf(line.current)
    const read = () => {
      isReading.current = true
    }
    const moved = () => {
      if (isReading.current && isInSight(line.current, pane)) isReading.current = false
    }
    for (const move of MOVES) pane.addEventListener(move, read, { passive: true })
    // The scroll event of the page fires at the window only.
    addEventListener('scroll', moved, { passive: true, capture: true })
    return () => {
      for (const move of MOVES) pane.removeEventListener(move, read)
      removeEventListener('scroll', moved, { capture: true })
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of what is now that moves the list
  useEffect(() => {
    const pane = paneOf(line.current)
    // A chosen or focused row takes precedence: it is what the user reads.
    const hasOther = pane.querySelector(isOpen.current ? ':focus' : '[aria-current="true"]')
    isOpen.current = true
    if (!isReading.current && !hasOther) line.current?.scrollIntoView({ block: 'center' })
  }, [what])
  return line
}

/** The scrolling ancestor: a pane or, in a low window, the page. */
function paneOf(line: Element | null): HTMLElement {
  for (let one = line?.parentElement; one; one = one.parentElement)
    if (/auto|scroll/.test(getComputedStyle(one).overflowY)) return one
  return document.documentElement
}

function isInSight(line: Element | null, pane: Element): boolean {
  if (!line) return false
  const own = line.getBoundingClientRect()
  const around = pane.getBoundingClientRect()
  return own.top >= Math.max(around.top, 0) && own.bottom <= Math.min(around.bottom, innerHeight)
}
