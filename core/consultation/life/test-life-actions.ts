import { afterCancelling, canCancelWithoutRefund, cancelProblem, rescheduleProblem } from '../cancelling.ts'
import { afterDayEnd, afterReassignment, afterRequeue, afterTakeOver } from '../reassignment.ts'
import { type ActionDraft, createAction } from '../status/actions.ts'
import type { CallEvent } from '../status/closing.ts'
import { CloseOutcome, isPaidBack } from '../status/closing.ts'
import { MISSED_CALL_INTERVAL_MINUTES } from '../status/missed.ts'
import { callOf } from '../status/status.ts'
import { afterCall, afterClosing, afterTaking, afterTransfer, type Step, wasJoined } from '../status/steps.ts'
import { DEFAULT_CARE_RULES } from '../test-care.ts'
import { mayOfferTimes } from '../times-offered.ts'
import {
  type Actor,
  afterHoursNow,
  bookingOf,
  DAY_MINUTES,
  dayEnd,
  isAwayNow,
  isDue,
  isOfferedNow,
  isPaymentLate,
  type Life,
  latenessNow,
  MAX_WAIT_MINUTES,
  MODEL_TERMS,
  type ModelAction,
  NIGHT_MINUTES,
  toDate,
} from './test-life.ts'

/** Actions of each role in the model of a consultation, by the rules of this folder, and the automatic steps. */

/**
 * Applies a step as the server does: a waiting consultation has no holder, and a clinician who takes it is at the
 * desk.
 */
function saved(life: Life, step: Step | undefined, back = false): Life | undefined {
  if (!step) return undefined
  const isAssigned = step.actions.some(({ type }) => type === 'ASSIGNED')
  const isMissed = step.actions.some(({ type }) => type === 'UNASSIGNED')
  return {
    ...life,
    status: step.status,
    actions: [...life.actions, ...step.actions.map(startedAlone)],
    isGone: isAssigned || step.status === 'QUEUED' ? false : life.isGone,
    missedAt: isMissed ? life.now : life.missedAt,
    shutAt: step.status === 'QUEUED' ? null : life.shutAt,
    offered: null,
    back: life.back + (back && step.status !== 'QUEUED' ? life.paid : 0),
  }
}
const startedAlone = (action: ActionDraft): ActionDraft =>
  action.type === 'VIDEO_CALL_STARTED' ? { ...action, joined: false } : action

const patient = (name: string, does: ModelAction['does']): ModelAction => ({ actor: 'patient', name, does })
const clinician = (name: string, does: ModelAction['does']): ModelAction => ({
  actor: 'clinician',
  name,
  does: (life) => (life.isGone ? undefined : does(life)),
})
const of = (actor: Actor, name: string, does: ModelAction['does']): ModelAction => ({ actor, name, does })

const applyCallEvent = (event: CallEvent) => (life: Life) => {
  if (event === 'failed' && life.missedAt !== null && life.now - life.missedAt < MISSED_CALL_INTERVAL_MINUTES)
    return undefined
  return saved(
    life,
    afterCall(life, { medium: 'video', event }, { by: 'CLINICIAN', answered: wasJoined(life.actions) === true }),
  )
}
const cancels = (by: 'PATIENT' | 'CLINICIAN' | 'SYSTEM') => (life: Life) => saved(life, afterCancelling(life, by), true)

/** The appointment has another clinician or time now, which the absence does not cover. */
const byAnother = (life: Life): Life => ({ ...life, away: false })
const offersTimes = (life: Life) =>
  mayOfferTimes(bookingOf(life), toDate(life.now)) ? { ...life, offered: life.start } : undefined
const handsOn = (life: Life) =>
  life.status === 'QUEUED' ? saved(byAnother(life), afterReassignment(life, 'CLINICIAN')) : undefined

const expired = (life: Life, paid = 0): Life => ({ ...life, status: 'EXPIRED', paid, back: paid })

export const MODEL_ACTIONS: readonly ModelAction[] = [
  of('bank', 'approves', (life) => {
    if (life.status !== 'PENDING') return undefined
    if (isPaymentLate(life)) return expired(life, 1)
    return {
      ...life,
      status: 'QUEUED',
      paid: 1,
      queuedAt: life.now,
      actions: [{ ...createAction('QUEUED', 'SYSTEM'), createdAt: toDate(life.now).toISOString() }],
    }
  }),
  of('bank', 'declines', (life) => (life.status === 'PENDING' ? expired(life) : undefined)),
  of('clock', 'ends an undecided payment', (life) =>
    life.status === 'PENDING' && isPaymentLate(life) ? expired(life) : undefined,
  ),
  of('clock', 'refunds after 45 minutes', (life) =>
    latenessNow(life) === 'release' ? saved(life, afterDayEnd(life), true) : undefined,
  ),
  of('clock', 'closes during the wait', (life) =>
    life.status === 'QUEUED' &&
    life.type === 'on-demand' &&
    (life.shutAt === null || (life.keptUntil ?? life.now + 1) <= life.now)
      ? { ...life, shutAt: life.now, keptUntil: null }
      : undefined,
  ),
  of('clock', 'refunds 15 minutes after closing', (life) =>
    afterHoursNow(life) === 'release' ? saved(life, afterDayEnd(life), true) : undefined,
  ),
  patient('keeps the first place until it opens', (life) =>
    ['choice', 'release'].includes(afterHoursNow(life))
      ? { ...life, keptUntil: life.now + NIGHT_MINUTES, queuedAt: life.now + NIGHT_MINUTES }
      : undefined,
  ),
  of('clock', 'ends it at the end of its day', (life) => {
    const isPast = life.now >= dayEnd(life)
    const waited =
      life.start === null
        ? life.now > life.queuedAt + MAX_WAIT_MINUTES
        : life.now >= life.start + DEFAULT_CARE_RULES.releaseMinutes
    const ends = life.status === 'QUEUED' ? isPast && waited : life.status === 'ACTIVE' && life.isGone && isPast
    const step = ends ? afterDayEnd(life) : undefined
    return saved(life, step, step?.status === 'CANCELLED')
  }),
  patient('cancels the payment', (life) =>
    life.status === 'PENDING' ? saved(life, afterCancelling(life, 'PATIENT'), true) : undefined,
  ),
  patient('cancels without a refund, where the partner allows it', (life) =>
    canCancelWithoutRefund(bookingOf(life), MODEL_TERMS, toDate(life.now))
      ? saved({ ...life, isForfeited: true }, afterCancelling(life, 'PATIENT'))
      : undefined,
  ),
  patient('cancels with a full refund', (life) =>
    life.status !== 'PENDING' && !cancelProblem(bookingOf(life), MODEL_TERMS, toDate(life.now))
      ? cancels('PATIENT')(life)
      : undefined,
  ),
  patient('reschedules', (life) =>
    rescheduleProblem(bookingOf(life), MODEL_TERMS, toDate(life.now))
      ? undefined
      : {
          ...byAnother(life),
          start: life.now + DAY_MINUTES,
          offered: null,
          actions: [...life.actions, createAction('QUEUED', 'PATIENT')],
        },
  ),
  patient('chooses another clinician at that time', (life) =>
    isOfferedNow(life) && !rescheduleProblem(bookingOf(life), MODEL_TERMS, toDate(life.now))
      ? { ...byAnother(life), offered: null, actions: [...life.actions, createAction('QUEUED', 'PATIENT')] }
      : undefined,
  ),
  patient('joins the call', (life) => {
    const at = life.actions.findLastIndex(({ type }) => type === 'VIDEO_CALL_STARTED')
    if (callOf(life.actions).medium !== 'video' || life.isGone || wasJoined(life.actions)) return undefined
    return {
      ...life,
      actions: life.actions.map((action, index) => (index === at ? { ...action, joined: true } : action)),
    }
  }),
  clinician('attends', (life) => (isDue(life) ? saved(life, afterTaking(life, 'CLINICIAN')) : undefined)),
  clinician('calls', applyCallEvent('started')),
  clinician('reports that nobody answered', applyCallEvent('failed')),
  clinician('hangs up', applyCallEvent('ended')),
  clinician('reports a conversation', applyCallEvent('completed')),
  clinician('undoes that', applyCallEvent('taken-back')),
  clinician('requeues', (life) => saved(life, afterRequeue(life, 'CLINICIAN'))),
  clinician('transfers', (life) => saved(byAnother(life), afterTransfer(life, 'CLINICIAN'))),
  ...CloseOutcome.options.map((outcome) =>
    clinician(`signs: ${outcome}`, (life) =>
      saved(life, afterClosing(life, outcome, 'CLINICIAN'), isPaidBack[outcome]),
    ),
  ),
  // An absent clinician may resolve their own appointments as a manager does.
  clinician('offers other times', (life) => (isAwayNow(life) ? offersTimes(life) : undefined)),
  clinician('reassigns', (life) => (isAwayNow(life) ? handsOn(life) : undefined)),
  clinician('cancels with a full refund', (life) =>
    life.status === 'PENDING' ? undefined : cancels('CLINICIAN')(life),
  ),
  of('colleague', 'takes over', (life) => {
    const needsRecovery =
      life.status === 'QUEUED' ? latenessNow(life) !== 'on-time' : life.status === 'ACTIVE' && life.isGone
    return needsRecovery ? saved(byAnother(life), afterTakeOver(life, 'CLINICIAN')) : undefined
  }),
  of('manager', 'takes over', (life) => saved(byAnother(life), afterTakeOver(life, 'CLINICIAN'))),
  of('manager', 'offers other times', offersTimes),
  of('manager', 'reassigns', handsOn),
  of('manager', 'cancels with a full refund', (life) =>
    life.status === 'PENDING' ? undefined : cancels('CLINICIAN')(life),
  ),
]

/** The holder leaves the desk or is blocked, or returns. */
export const toggleHolderGone = (life: Life): Life | undefined =>
  life.status === 'ACTIVE' || life.status === 'CLOSING' ? { ...life, isGone: !life.isGone } : undefined

/**
 * The clinician or a manager enters or removes an absence over the appointment. Its resolution follows at once, later,
 * or never.
 */
export const toggleAbsence = (life: Life): Life | undefined =>
  life.status === 'QUEUED' && life.start !== null && life.now < life.start ? { ...life, away: !life.away } : undefined
