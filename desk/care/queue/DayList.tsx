import { overdueMinutes } from '@cuida/core/care/queue/waiting.ts'
import type { Availability } from '@cuida/core/care/sharing/availability.ts'
import { type DayLine, dayLines } from '@cuida/core/care/sharing/day.ts'
import type { DayEntry, OwnDay } from '@cuida/core/care/sharing/day-api.ts'
import { Icon } from '@cuida/ui/Icon/Icon.tsx'
import { VisuallyHidden } from '@cuida/ui/VisuallyHidden/VisuallyHidden.tsx'
import { durationMinutes, longDay, noonOf } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { endingWords } from '../../kit/ending.ts'
import { useNowInSight } from '../../kit/place/now-in-sight.ts'
import { RowLink } from '../../kit/place/RowLink.tsx'
import { timeWords } from '../../kit/times.ts'
import css from './DayList.module.css'
import rows from './QueueRow.module.css'

interface DayListProps {
  day: OwnDay
  chosen: string | undefined
  now: number
  availability: Availability | undefined
}

/** My own hours of today, from the first to the last: with whom, what became of it, what is free, and where now is. */
export function DayList({ day, chosen, now, availability }: DayListProps) {
  const isOff = day.hours.length === 0 && day.entries.length === 0
  const lines = dayLines(day, now)
  const line = useNowInSight(aroundNow(lines))
  return (
    <section className={css.day} aria-labelledby="my-day">
      <h2 id="my-day">
        {t('desk.day.title')} <span className={css.date}>{longDay(noonOf(day.date), 'UTC')}</span>
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

/** Between which two hours now is: what changes when one begins, is booked beside it, or is called off. */
function aroundNow(lines: readonly DayLine[]): string {
  const at = lines.findIndex(({ is }) => is === 'now')
  const isHour = ({ is }: DayLine) => is === 'entry'
  return [lines.slice(0, at).findLast(isHour), lines.slice(at).find(isHour)].map((one) => one?.at).join()
}

const clock = (moment: number): string => timeWords(new Date(moment).toISOString(), moment)

const minuteOf = (moment: number): number => Math.floor(moment / 60_000)

function Now({ now, availability }: Pick<DayListProps, 'now' | 'availability'>) {
  const { state, until } = availability ?? { state: 'available', until: null }
  return (
    <p className={css.now}>
      <span>{t('desk.day.now', { time: clock(now) })}</span>
      {state !== 'available' && (
        <span>{until ? t('desk.day.pausedUntil', { time: timeWords(until, now) }) : t('desk.day.notAvailable')}</span>
      )}
    </p>
  )
}

function Stretch({ line: { is, at, until } }: { line: Extract<DayLine, { until: number }> }) {
  // As long as the two hours beside it say: a clock shows no seconds.
  const length = durationMinutes(minuteOf(until) - minuteOf(at))
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
      <span className={css.time}>{timeWords(startTime, now)}</span>
      <span className={rows.who}>
        <span className={rows.name} data-over={isOver || undefined}>
          {patient.firstName} {patient.lastName}
        </span>
        {/* Nobody asks for it any more, and how it ended needs the room. */}
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
  const length = durationMinutes(late)
  return (
    <span className={rows.when} data-late="" title={t('desk.day.late', { length })}>
      <span aria-hidden="true">+{length}</span>
      <VisuallyHidden>, {t('desk.day.late', { length })}</VisuallyHidden>
    </span>
  )
}

/** In a word, as a row has room for; how it ended, in all of its words, for who points or listens. */
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
    <span className={rows.when} title={endingWords(entry)}>
      <span aria-hidden="true">{t(isAsEver ? `desk.day.status.${status}` : `desk.day.ended.${closedFor}`)}</span>
      <VisuallyHidden>, {endingWords(entry)}</VisuallyHidden>
    </span>
  )
}
