import { afterHoursOf } from '../after-hours.ts'
import type { Booking } from '../booking-shape.ts'
import type { Terms } from '../cancelling.ts'
import { isUnattended, latenessOf } from '../late.ts'
import { MISSED_CALL_INTERVAL_MINUTES } from '../status/missed.ts'
import { type ConsultationStatus, callOf, missedCalls } from '../status/status.ts'
import { haveTalked, wasJoined } from '../status/steps.ts'
import { DEFAULT_CARE_RULES } from '../test-care.ts'
import { areTimesOffered } from '../times-offered.ts'

/**
 * Model of a consultation on a clock of minutes: which action each role may take by the rules of this folder, the
 * automatic steps, and their effect on the payment. The server's SQL is tested against the same rules.
 */

/**
 * Terms with both options of late cancellation, which give patients the most actions; the clinic's are the same
 * without.
 */
export const MODEL_TERMS: Terms = {
  notice: 120,
  care: { ...DEFAULT_CARE_RULES, graceMinutes: 10, lateCancellation: 'without-refund' },
}
export const DAY_MINUTES = 1_440
export const NIGHT_MINUTES = 600
const TAKE_EARLY = 10
/** Limits of the model in minutes: the longest on-demand wait (a long shift), and the longest pending payment. */
export const MAX_WAIT_MINUTES = 720
export const PAYMENT_MINUTES = 60

export interface Life {
  status: ConsultationStatus
  type: 'scheduled' | 'on-demand'
  /** Minutes; null on demand. */
  start: number | null
  askedAt: number
  queuedAt: number
  missedAt: number | null
  /** `shutAt`: the product closed during the wait; `keptUntil`: the patient keeps the position until it opens. */
  shutAt: number | null
  keptUntil: number | null
  /** The start for which other times were offered. */
  offered: number | null
  /** An absence covers the appointment, whatever its resolution. */
  away: boolean
  now: number
  actions: Booking['actions']
  /** The holder left the desk or is blocked. */
  isGone: boolean
  paid: number
  back: number
  /** The patient cancelled within the notice period without a refund. */
  isForfeited: boolean
}

export const ACTORS = ['patient', 'clinician', 'colleague', 'manager', 'bank', 'clock'] as const
export type Actor = (typeof ACTORS)[number]

export interface ModelAction {
  actor: Actor
  name: string
  /** undefined: not possible now. */
  does(life: Life): Life | undefined
}

export const createLife = (type: Life['type'], start: number | null): Life => ({
  status: 'PENDING',
  type,
  start,
  askedAt: 0,
  queuedAt: 0,
  missedAt: null,
  now: 0,
  actions: [],
  shutAt: null,
  keptUntil: null,
  offered: null,
  away: false,
  isGone: false,
  paid: 0,
  back: 0,
  isForfeited: false,
})

export const toDate = (minute: number) => new Date(minute * 60_000)
export const bookingOf = ({ status, type, start, shutAt, keptUntil, offered, actions }: Life) => ({
  status,
  type,
  actions,
  startTime: start === null ? null : toDate(start),
  afterHoursSince: shutAt === null ? null : toDate(shutAt),
  keptUntil: keptUntil === null ? null : toDate(keptUntil),
  timesOfferedFor: offered === null ? null : toDate(offered),
})
export const afterHoursNow = (life: Life) => afterHoursOf(bookingOf(life), DEFAULT_CARE_RULES, toDate(life.now))
export const latenessNow = (life: Life) => latenessOf(bookingOf(life), DEFAULT_CARE_RULES, toDate(life.now))
export const isOfferedNow = (life: Life) => areTimesOffered(bookingOf(life), toDate(life.now))
/** Once the appointment has begun, its clinician is late instead, whether absent or not. */
export const isAwayNow = ({ status, start, now, away }: Life) =>
  away && status === 'QUEUED' && start !== null && now < start
export const isOver = ({ status }: Life): boolean =>
  ['CLOSED', 'CLOSED_WITH_ERROR', 'CANCELLED', 'EXPIRED'].includes(status)
export const dayEnd = ({ start, queuedAt }: Life): number =>
  (Math.floor((start ?? queuedAt) / DAY_MINUTES) + 1) * DAY_MINUTES
export const isDue = ({ start, now }: Life) => start === null || now >= start - TAKE_EARLY
export const isPaymentLate = ({ start, askedAt, now }: Life) => now >= (start ?? askedAt + PAYMENT_MINUTES)

/** End of the period in which an appointment booked within the notice can be cancelled with a refund. */
const graceEnd = ({ actions }: Life): number => {
  const bookedAt = actions.find(({ type }) => type === 'QUEUED')?.createdAt
  return bookedAt ? Date.parse(bookedAt) / 60_000 + MODEL_TERMS.care.graceMinutes : -1
}

/** Advances to the next minute at which an action becomes possible or an automatic step is due. */
export function advanceLife(life: Life): Life {
  const { start, askedAt, queuedAt, missedAt, shutAt, keptUntil, now } = life
  const day = dayEnd(life)
  const around =
    start === null
      ? [
          askedAt + PAYMENT_MINUTES,
          queuedAt + MAX_WAIT_MINUTES + 1,
          ...(shutAt === null ? [] : [shutAt + DEFAULT_CARE_RULES.closingMinutes]),
          ...(keptUntil === null ? [] : [keptUntil]),
        ]
      : [graceEnd(life), ...[-120, -TAKE_EARLY, 0, 5, 15, 45].map((at) => start + at)]
  const soon = [
    ...around,
    day,
    day + DEFAULT_CARE_RULES.releaseMinutes,
    ...(missedAt === null ? [] : [missedAt + MISSED_CALL_INTERVAL_MINUTES]),
  ]
  return { ...life, now: Math.min(...soon.filter((minute) => minute > now), now + DAY_MINUTES) }
}

/** The situation in the terms of the table in docs. */
export function situationOf(life: Life): string {
  const { status, type, actions, isGone } = life
  const absenceSuffix = isGone ? ', clinician absent' : ''
  if (status === 'PENDING') return `payment pending${isPaymentLate(life) ? ', too late' : ''}`
  if (status === 'CLOSING') return `call ended, notes not signed${absenceSuffix}`
  if (status === 'ACTIVE') {
    if (callOf(actions).medium) return `in care, ${wasJoined(actions) ? 'talking' : 'ringing'}${absenceSuffix}`
    return `in care${haveTalked(actions) || wasJoined(actions) ? ' after a call' : ''}${absenceSuffix}`
  }
  const missed = missedCalls(actions) > 0 ? ', missed a call before' : ''
  const late = {
    'on-time': '',
    late: ', unattended (5 min)',
    choice: ', unattended (15 min)',
    release: ', unattended (45 min)',
  }
  const shut = {
    'in-hours': '',
    kept: ', for the next opening',
    choice: ', after closing',
    release: ', 15 min after closing',
  }
  if (type === 'on-demand')
    return `waiting, on demand${shut[afterHoursNow(life)]}${missed}${life.now >= dayEnd(life) ? ', after its day' : ''}`
  const offerSuffix = isOfferedNow(life) ? ', other times offered' : ''
  const away = isAwayNow(life) ? ', in an absence' : ''
  const phase = `${!isDue(life) ? ', before its start' : ''}${away}${offerSuffix}`
  return `scheduled${phase}${missed || (isUnattended(actions) ? late[latenessNow(life)] : '')}${life.now >= dayEnd(life) ? ', after its day' : ''}`
}

/** Key of all the fields that the rules use: states with equal keys are duplicates. */
export const stateKey = (life: Life): string => {
  const { status, type, start, askedAt, queuedAt, missedAt, shutAt, keptUntil, now, actions, isGone, paid, back } = life
  const phase = (at: number | null) => (at === null ? 'x' : Math.sign(now - at))
  const clock =
    start === null
      ? [
          phase(askedAt + PAYMENT_MINUTES),
          phase(queuedAt + MAX_WAIT_MINUTES),
          phase(shutAt === null ? null : shutAt + 15),
          phase(keptUntil),
        ]
      : [graceEnd(life), ...[-120, -10, 0, 5, 15, 45].map((at) => start + at)].map(phase)
  const lastOfTry = actions.at(-1)?.type
  return [
    ...[
      status,
      type,
      isGone,
      isOfferedNow(life),
      isAwayNow(life),
      paid,
      back,
      ...clock,
      phase(dayEnd(life)),
      phase(dayEnd(life) + 45),
    ],
    ...[
      missedCalls(actions),
      phase(missedAt === null ? null : missedAt + MISSED_CALL_INTERVAL_MINUTES),
      callOf(actions).medium,
    ],
    ...[
      wasJoined(actions),
      haveTalked(actions),
      isUnattended(actions),
      lastOfTry,
      actions.some(({ type: one }) => one === 'ASSIGNED'),
    ],
  ].join(' ')
}
