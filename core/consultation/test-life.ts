import type { CareRules } from '../brand/care-rules.ts'
import { type Happened, happened } from './actions.ts'
import { afterHoursOf } from './after-hours.ts'
import { afterCancelling, cancelProblem, rescheduleProblem, type Terms } from './cancelling.ts'
import { CloseOutcome, isPaidBack } from './closing.ts'
import { isUntaken, latenessOf } from './late.ts'
import { MISSES_APART_MINUTES } from './missed.ts'
import { afterHandingOn, afterItsDay, afterPuttingBack, afterTakingOver } from './rescue.ts'
import { type ConsultationStatus, callOf, missedCalls } from './status.ts'
import {
  afterCall,
  afterClosing,
  afterHandOver,
  afterTaking,
  type CallEvent,
  haveTalked,
  type Step,
  wasJoined,
} from './steps.ts'

/**
 * A whole life of a consultation, on a clock of minutes: who may do what by the rules of this room, what the clock does by
 * itself, and what it all does to the money. The server's statements are tested against the same rules one by one.
 */

export const CARE: CareRules = {
  lateMinutes: 5,
  chooseMinutes: 15,
  releaseMinutes: 45,
  goneMinutes: 10,
  closingMinutes: 15,
  dueMinutes: 60,
}
const TERMS: Terms = { notice: 120, care: CARE }
const DAY = 1_440
const NIGHT = 600
const TAKE_EARLY = 10
/** On demand nobody waits longer than a long shift, nor for a bank longer than an hour. */
const LONGEST = 720
const VERDICT = 60

export interface Life {
  status: ConsultationStatus
  type: 'scheduled' | 'on-demand'
  /** Minutes; of what is scheduled. */
  start: number | null
  askedAt: number
  queuedAt: number
  missedAt: number | null
  /** The product closed while they waited; they keep their place until it opens. */
  shutAt: number | null
  keptUntil: number | null
  now: number
  actions: readonly Happened[]
  /** Whoever holds it is at their desk no more, or may not work. */
  isGone: boolean
  paid: number
  back: number
}

export const ACTORS = ['patient', 'clinician', 'colleague', 'manager', 'bank', 'clock'] as const
export type Actor = (typeof ACTORS)[number]

export interface Deed {
  actor: Actor
  name: string
  /** undefined: not possible now. */
  does(life: Life): Life | undefined
}

export const born = (type: Life['type'], start: number | null): Life => ({
  ...{ status: 'PENDING', type, start, askedAt: 0, queuedAt: 0, missedAt: null, now: 0, actions: [] },
  ...{ shutAt: null, keptUntil: null, isGone: false, paid: 0, back: 0 },
})

const momentOf = (minute: number) => new Date(minute * 60_000)
const bookingOf = ({ status, type, start, shutAt, keptUntil, actions }: Life) => ({
  ...{ status, type, actions },
  startTime: start === null ? null : momentOf(start),
  afterHoursSince: shutAt === null ? null : momentOf(shutAt),
  keptUntil: keptUntil === null ? null : momentOf(keptUntil),
})
const afterHoursNow = (life: Life) => afterHoursOf(bookingOf(life), CARE, momentOf(life.now))
const latenessNow = (life: Life) => latenessOf(bookingOf(life), CARE, momentOf(life.now))
export const isOver = ({ status }: Life): boolean =>
  ['CLOSED', 'CLOSED_WITH_ERROR', 'CANCELLED', 'EXPIRED'].includes(status)
const dayEnd = ({ start, queuedAt }: Life): number => (Math.floor((start ?? queuedAt) / DAY) + 1) * DAY

/** Saves a step as the server does: who waits is held by nobody, whoever takes it is there. */
function saved(life: Life, step: Step | undefined, back = false): Life | undefined {
  if (!step) return undefined
  const taken = step.actions.some(({ type }) => type === 'ASSIGNED')
  const isMissed = step.actions.some(({ type }) => type === 'UNASSIGNED')
  return {
    ...life,
    status: step.status,
    actions: [...life.actions, ...step.actions.map(startedAlone)],
    isGone: taken || step.status === 'QUEUED' ? false : life.isGone,
    missedAt: isMissed ? life.now : life.missedAt,
    shutAt: step.status === 'QUEUED' ? null : life.shutAt,
    back: life.back + (back && step.status !== 'QUEUED' ? life.paid : 0),
  }
}
const startedAlone = (action: Happened): Happened =>
  action.type === 'VIDEO_CALL_STARTED' ? { ...action, joined: false } : action

const patient = (name: string, does: Deed['does']): Deed => ({ actor: 'patient', name, does })
const clinician = (name: string, does: Deed['does']): Deed => ({
  actor: 'clinician',
  name,
  does: (life) => (life.isGone ? undefined : does(life)),
})
const of = (actor: Actor, name: string, does: Deed['does']): Deed => ({ actor, name, does })

const tell = (event: CallEvent) => (life: Life) => {
  if (event === 'failed' && life.missedAt !== null && life.now - life.missedAt < MISSES_APART_MINUTES) return undefined
  return saved(
    life,
    afterCall(life, { medium: 'video', event }, { by: 'CLINICIAN', answered: wasJoined(life.actions) === true }),
  )
}
const isDue = ({ start, now }: Life) => start === null || now >= start - TAKE_EARLY
const cancels = (by: 'PATIENT' | 'CLINICIAN' | 'SYSTEM') => (life: Life) => saved(life, afterCancelling(life, by), true)

const verdictIsLate = ({ start, askedAt, now }: Life) => now >= (start ?? askedAt + VERDICT)
const expired = (life: Life, paid = 0): Life => ({ ...life, status: 'EXPIRED', paid, back: paid })

export const DEEDS: readonly Deed[] = [
  of('bank', 'says yes', (life) => {
    if (life.status !== 'PENDING') return undefined
    if (verdictIsLate(life)) return expired(life, 1)
    return { ...life, status: 'QUEUED', paid: 1, queuedAt: life.now, actions: [happened('QUEUED', 'SYSTEM')] }
  }),
  of('bank', 'says no', (life) => (life.status === 'PENDING' ? expired(life) : undefined)),
  of('clock', 'ends what no bank decided', (life) =>
    life.status === 'PENDING' && verdictIsLate(life) ? expired(life) : undefined,
  ),
  of('clock', 'gives the money back after 45 minutes', (life) =>
    latenessNow(life) === 'release' ? saved(life, afterItsDay(life), true) : undefined,
  ),
  of('clock', 'closes while they wait', (life) =>
    life.status === 'QUEUED' &&
    life.type === 'on-demand' &&
    (life.shutAt === null || (life.keptUntil ?? life.now + 1) <= life.now)
      ? { ...life, shutAt: life.now, keptUntil: null }
      : undefined,
  ),
  of('clock', 'gives the money back 15 minutes after closing', (life) =>
    afterHoursNow(life) === 'release' ? saved(life, afterItsDay(life), true) : undefined,
  ),
  patient('keeps the first place until it opens', (life) =>
    ['choice', 'release'].includes(afterHoursNow(life))
      ? { ...life, keptUntil: life.now + NIGHT, queuedAt: life.now + NIGHT }
      : undefined,
  ),
  of('clock', 'ends it with its day', (life) => {
    const isPast = life.now >= dayEnd(life)
    const waited =
      life.start === null ? life.now > life.queuedAt + LONGEST : life.now >= life.start + CARE.releaseMinutes
    const ends = life.status === 'QUEUED' ? isPast && waited : life.status === 'ACTIVE' && life.isGone && isPast
    const step = ends ? afterItsDay(life) : undefined
    return saved(life, step, step?.status === 'CANCELLED')
  }),
  patient('gives it up', (life) =>
    life.status === 'PENDING' ? saved(life, afterCancelling(life, 'PATIENT'), true) : undefined,
  ),
  patient('cancels, money back', (life) =>
    life.status !== 'PENDING' && !cancelProblem(bookingOf(life), TERMS, momentOf(life.now))
      ? cancels('PATIENT')(life)
      : undefined,
  ),
  patient('takes another time', (life) =>
    rescheduleProblem(bookingOf(life), TERMS, momentOf(life.now))
      ? undefined
      : { ...life, start: life.now + DAY, actions: [...life.actions, happened('QUEUED', 'PATIENT')] },
  ),
  patient('comes into the call', (life) => {
    const at = life.actions.findLastIndex(({ type }) => type === 'VIDEO_CALL_STARTED')
    if (callOf(life.actions).medium !== 'video' || life.isGone || wasJoined(life.actions)) return undefined
    return {
      ...life,
      actions: life.actions.map((action, place) => (place === at ? { ...action, joined: true } : action)),
    }
  }),
  clinician('attends', (life) => (isDue(life) ? saved(life, afterTaking(life, 'CLINICIAN')) : undefined)),
  clinician('calls', tell('started')),
  clinician('says that nobody answered', tell('failed')),
  clinician('hangs up', tell('ended')),
  clinician('says that they talked', tell('completed')),
  clinician('takes that back', tell('taken-back')),
  clinician('puts back in the line', (life) => saved(life, afterPuttingBack(life, 'CLINICIAN'))),
  clinician('hands over', (life) => saved(life, afterHandOver(life, 'CLINICIAN'))),
  ...CloseOutcome.options.map((outcome) =>
    clinician(`signs: ${outcome}`, (life) =>
      saved(life, afterClosing(life, outcome, 'CLINICIAN'), isPaidBack[outcome]),
    ),
  ),
  clinician('cancels, money back', (life) => (life.status === 'PENDING' ? undefined : cancels('CLINICIAN')(life))),
  of('colleague', 'takes over', (life) => {
    const isStranded =
      life.status === 'QUEUED' ? latenessNow(life) !== 'on-time' : life.status === 'ACTIVE' && life.isGone
    return isStranded ? saved(life, afterTakingOver(life, 'CLINICIAN')) : undefined
  }),
  of('manager', 'takes over', (life) => saved(life, afterTakingOver(life, 'CLINICIAN'))),
  of('manager', 'hands on', (life) =>
    life.status === 'QUEUED' ? saved(life, afterHandingOn(life, 'CLINICIAN')) : undefined,
  ),
  of('manager', 'cancels, money back', (life) => (life.status === 'PENDING' ? undefined : cancels('CLINICIAN')(life))),
]

/** The next minute at which something becomes possible, or happens by itself. */
export function later(life: Life): Life {
  const { start, askedAt, queuedAt, missedAt, shutAt, keptUntil, now } = life
  const day = dayEnd(life)
  const around =
    start === null
      ? [
          askedAt + VERDICT,
          queuedAt + LONGEST + 1,
          ...(shutAt === null ? [] : [shutAt + CARE.closingMinutes]),
          ...(keptUntil === null ? [] : [keptUntil]),
        ]
      : [-120, -TAKE_EARLY, 0, 5, 15, 45].map((at) => start + at)
  const soon = [
    ...around,
    day,
    day + CARE.releaseMinutes,
    ...(missedAt === null ? [] : [missedAt + MISSES_APART_MINUTES]),
  ]
  return { ...life, now: Math.min(...soon.filter((minute) => minute > now), now + DAY) }
}

/** Their desk is silent, or they were blocked; and they are back. */
export const leaves = (life: Life): Life | undefined =>
  life.status === 'ACTIVE' || life.status === 'CLOSING' ? { ...life, isGone: !life.isGone } : undefined

/** Where it stands, in the words of the table. */
export function situationOf(life: Life): string {
  const { status, type, actions, isGone } = life
  const left = isGone ? ', its clinician gone' : ''
  if (status === 'PENDING') return `the bank decides${verdictIsLate(life) ? ', too late' : ''}`
  if (status === 'CLOSING') return `talked, not signed${left}`
  if (status === 'ACTIVE') {
    if (callOf(actions).medium) return `in care, ${wasJoined(actions) ? 'talking' : 'ringing'}${left}`
    return `in care${haveTalked(actions) || wasJoined(actions) ? ' after a call' : ''}${left}`
  }
  const missed = missedCalls(actions) > 0 ? ', not reached before' : ''
  const late = {
    'on-time': '',
    late: ', nobody came (5 min)',
    choice: ', nobody came (15 min)',
    release: ', nobody came (45 min)',
  }
  const shut = {
    'in-hours': '',
    kept: ', for the next opening',
    choice: ', after closing',
    release: ', 15 min after closing',
  }
  if (type === 'on-demand')
    return `waits on demand${shut[afterHoursNow(life)]}${missed}${life.now >= dayEnd(life) ? ', past its day' : ''}`
  const phase = !isDue(life) ? ', before its time' : ''
  return `waits for its hour${phase}${missed || (isUntaken(actions) ? late[latenessNow(life)] : '')}${life.now >= dayEnd(life) ? ', past its day' : ''}`
}

/** All that the rules look at; two lives with the same are one. */
export const keyOf = (life: Life): string => {
  const { status, type, start, askedAt, queuedAt, missedAt, shutAt, keptUntil, now, actions, isGone, paid, back } = life
  const phase = (at: number | null) => (at === null ? 'x' : Math.sign(now - at))
  const clock =
    start === null
      ? [
          phase(askedAt + VERDICT),
          phase(queuedAt + LONGEST),
          phase(shutAt === null ? null : shutAt + 15),
          phase(keptUntil),
        ]
      : [-120, -10, 0, 5, 15, 45].map((at) => phase(start + at))
  const lastOfTry = actions.at(-1)?.type
  return [
    ...[status, type, isGone, paid, back, ...clock, phase(dayEnd(life)), phase(dayEnd(life) + 45)],
    ...[
      missedCalls(actions),
      phase(missedAt === null ? null : missedAt + MISSES_APART_MINUTES),
      callOf(actions).medium,
    ],
    ...[
      wasJoined(actions),
      haveTalked(actions),
      isUntaken(actions),
      lastOfTry,
      actions.some(({ type: one }) => one === 'ASSIGNED'),
    ],
  ].join(' ')
}
