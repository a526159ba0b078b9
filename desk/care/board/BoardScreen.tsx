import { type Board, type DutyState, getBoard, type OnDuty } from '@cuida/core/care/board/board-api.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import type { IconName } from '@cuida/ui/Icon/Icon.tsx'
import { formatMinutes } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { useTitle } from '@cuida/ui/Screen/document-title.ts'
import { type ChipTone, StatusChip } from '@cuida/ui/StatusChip/StatusChip.tsx'
import { useEffect, useRef } from 'react'
import { useChangeEvents } from '../../kit/change-events.ts'
import { formatWhenShort, minutesSince } from '../../kit/clinic-time.ts'
import { FullPage } from '../../kit/page/FullPage.tsx'
import { usePartner } from '../../kit/partner.ts'
import { useQuery } from '../../kit/queries.ts'
import { useNow } from '../../kit/use-now.ts'
import css from './BoardScreen.module.css'

const COUNTS = ['waiting', 'inCare', 'closed', 'missed', 'cancelled'] as const
/** The longest wait that patients are told to expect; beyond it the row is marked. */
const LONG_WAIT_MINUTES = 15

/**
 * For managers and for a wall screen: on-duty clinicians, waiting times, late consultations and the day's numbers.
 */
export function BoardScreen() {
  const board = useBoard()
  const now = useNow(15_000)
  const partner = usePartner()
  const screen = useRef<HTMLDivElement>(null)
  const title = t('desk.board.title')
  useTitle([title, partner?.partnerName].filter(Boolean).join(' · '))
  useDark()
  return (
    <FullPage
      title={title}
      beside={
        <>
          <p className={css.clock}>{formatWhenShort(new Date(now).toISOString(), now)}</p>
          <Button variant="quiet" fit onClick={() => void screen.current?.requestFullscreen()}>
            {t('desk.board.wall')}
          </Button>
        </>
      }
      className={css.board}
      ref={screen}
    >
      <QueryBoundary query={board} lines={8} keepsStale>
        {(data) => (
          <>
            <NobodyCame late={data.late.filter(({ isLate }) => isLate)} now={now} />
            <Unattended unattended={data.unattended} now={now} />
            <dl className={css.counts}>
              {COUNTS.map((count) => (
                <div key={count} className={css.count}>
                  <dt>{t(`desk.board.${count}`)}</dt>
                  <dd>{data.today[count]}</dd>
                </div>
              ))}
            </dl>
            {data.urgent && (
              <p className={css.urgent} role="status">
                {t('desk.urgent.board', { count: data.urgent.count, time: formatWhenShort(data.urgent.since, now) })}
              </p>
            )}
            <div className={css.columns}>
              <Team team={data.team} now={now} />
              <div className={css.column}>
                <Waiting board={data} now={now} />
                <Late late={data.late} now={now} />
              </div>
            </div>
          </>
        )}
      </QueryBoundary>
    </FullPage>
  )
}

/** The first alert: a patient waits for a clinician who does not come, and a manager has to act now. */
function NobodyCame({ late, now }: { late: Board['late']; now: number }) {
  const [first] = late
  if (!first) return null
  const { clinician: name, startTime } = first
  const length = formatMinutes(minutesSince(startTime, now))
  return (
    <p className={css.urgent} role="status">
      {t('desk.board.nobodyCame', { count: late.length, name, time: formatWhenShort(startTime, now), length })}
    </p>
  )
}

/** Patients wait in the queue and no clinician is on duty any more. */
function Unattended({ unattended, now }: { unattended: Board['unattended']; now: number }) {
  if (!unattended) return null
  const { count, since } = unattended
  return (
    <p className={css.urgent} role="status">
      {t('desk.board.unattended', { count, time: formatWhenShort(since, now) })}
    </p>
  )
}

function Waiting({ board: { longestSince, forecast }, now }: { board: Board; now: number }) {
  const longest = longestSince === null ? undefined : minutesSince(longestSince, now)
  return (
    <section className={css.card} aria-labelledby="board-waiting">
      <h2 id="board-waiting">{t('desk.board.wait')}</h2>
      <dl className={css.waits}>
        <div>
          <dt>{t('desk.board.longest')}</dt>
          <dd data-late={(longest ?? 0) >= LONG_WAIT_MINUTES || undefined}>
            {longest === undefined ? t('desk.board.nobody') : formatMinutes(longest)}
          </dd>
        </div>
        <div>
          <dt>{t('desk.board.forecast')}</dt>
          <dd>{forecast ? t('desk.board.range', forecast) : t('desk.board.noForecast')}</dd>
        </div>
      </dl>
    </section>
  )
}

function Late({ late, now }: { late: Board['late']; now: number }) {
  return (
    <section className={css.card} aria-labelledby="board-late">
      <h2 id="board-late">
        {t('desk.board.late')} <span className={css.number}>{late.length}</span>
      </h2>
      {late.length === 0 && <p className={css.quiet}>{t('desk.board.onTime')}</p>}
      <ul className={css.rows}>
        {late.map(({ id, clinician, startTime }) => (
          <li key={id} className={css.row}>
            <span className={css.when}>{formatWhenShort(startTime, now)}</span>
            <span className={css.name}>{clinician}</span>
            <span className={css.over}>
              {t('desk.day.late', { length: formatMinutes(minutesSince(startTime, now)) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The board is always dark, because a wall screen is read from a distance. */
function useDark(): void {
  useEffect(() => {
    const root = document.documentElement
    const before = root.dataset.theme
    root.dataset.theme = 'dark'
    return () => {
      if (before === undefined) delete root.dataset.theme
      else root.dataset.theme = before
    }
  }, [])
}

const OF_BOARD = [getBoard]

/**
 * Change events refetch sooner than the timer, and an unchanged reply (304) costs the server little. Polling goes on
 * in a hidden tab.
 */
export function useBoard() {
  useChangeEvents(OF_BOARD)
  return useQuery(getBoard, {}, { every: POLL.every10s, inBackground: true })
}

const LOOKS: Record<DutyState, { tone: ChipTone; icon: IconName }> = {
  calling: { tone: 'accent', icon: 'phone' },
  attending: { tone: 'brand', icon: 'user' },
  available: { tone: 'success', icon: 'success' },
  paused: { tone: 'warning', icon: 'clock' },
  off: { tone: 'neutral', icon: 'minus' },
}

/** On-duty clinicians, what each does, and since when. */
function Team({ team, now }: { team: readonly OnDuty[]; now: number }) {
  return (
    <section className={css.card} aria-labelledby="board-team">
      <h2 id="board-team">
        {t('desk.board.team')} <span className={css.number}>{team.length}</span>
      </h2>
      {team.length === 0 && <p className={css.quiet}>{t('desk.board.nobodyThere')}</p>}
      <ul className={css.rows}>
        {team.map(({ id, name, state, since, until }) => (
          <li key={id} className={css.row}>
            <span className={css.name}>{name}</span>
            <StatusChip {...LOOKS[state]}>{t(`desk.board.state.${state}`)}</StatusChip>
            <span className={css.since}>
              {until
                ? t('desk.board.until', { time: formatWhenShort(until, now) })
                : t('desk.board.since', {
                    time: formatWhenShort(since, now),
                    length: formatMinutes(minutesSince(since, now)),
                  })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
