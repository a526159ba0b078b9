import type { ContactMethod } from '../../booking/cart/cart.ts'
import { type ActionRole, type ActionType, type Happened, happened } from './actions.ts'
import type { CallEvent, CloseOutcome } from './closing.ts'
import {
  type ConsultationEvent,
  type ConsultationStatus,
  callOf,
  callOutcome,
  MISSED_CALLS_BEFORE_CANCELLATION,
  missedCalls,
  moveConsultation,
} from './status.ts'

/** Where a consultation stands: its status and everything that happened to it, oldest first. */
export interface Standing {
  status: ConsultationStatus
  actions: readonly Happened[]
}
/** What an action of the desk makes of it: the status it moves to and the actions that the record gains, in order. */
export interface Step {
  status: ConsultationStatus
  actions: readonly Happened[]
}

const MEDIUM = { video: 'VIDEO_CALL', phone: 'PHONE_CALL' } as const
const EVENT = {
  started: 'STARTED',
  failed: 'FAILED',
  ended: 'ENDED',
  completed: 'COMPLETED',
  'taken-back': 'CANCELLED',
} as const
const callAction = (medium: ContactMethod, event: CallEvent): ActionType => `${MEDIUM[medium]}_${EVENT[event]}`

/** A clinician takes somebody who waits. Each rule here answers undefined when its action is not possible now. */
export function afterTaking({ status }: Standing, by: ActionRole): Step | undefined {
  return moved(status, 'taken', happened('ASSIGNED', by))
}

/**
 * Whoever holds it hands it to a colleague, who acts as `to`: not while a call is on, and not once they have talked,
 * because who talked signs. It is no missed call, so nothing is UNASSIGNED.
 */
export function afterTransfer({ status, actions }: Standing, to: ActionRole): Step | undefined {
  if (status !== 'ACTIVE' || callOf(actions).medium || haveTalked(actions)) return undefined
  return { status, actions: [happened('ASSIGNED', to)] }
}

/**
 * What a clinician says about a call. `answered`: the patient came into the video call that is on, so that nobody is
 * counted as missed who was there.
 */
export function afterCall(
  standing: Standing,
  { medium, event }: { medium: ContactMethod; event: CallEvent },
  { by, answered }: { by: ActionRole; answered: boolean },
): Step | undefined {
  const told = happened(callAction(medium, event), by)
  if (event === 'taken-back')
    return isLastOfTry(standing, medium, 'completed') ? moved(standing.status, 'takenBack', told) : undefined
  // Who forgot to say something calls again, until the notes are signed.
  if (event === 'started' && standing.status === 'CLOSING') return moved('CLOSING', 'calledAgain', told)
  if (standing.status !== 'ACTIVE') return undefined
  const on = callOf(standing.actions).medium
  if (event === 'started') return afterStart(standing, medium, told, by)
  if (event === 'completed') return mayComplete(standing, medium) ? moved('ACTIVE', 'callCompleted', told) : undefined
  // A line that was answered may have been answered by a machine: who listened to it says so afterwards.
  if (event === 'failed' && medium === 'phone' && justEnded(standing, medium)) return afterMiss(standing, told, by)
  if (on !== medium) return undefined
  if (event === 'ended') return { status: 'ACTIVE', actions: [told] }
  return answered ? undefined : afterMiss(standing, told, by)
}

/** Product 7.3: the medium may change in the middle, and both are logged. What rings already is not rung again. */
function afterStart({ status, actions }: Standing, medium: ContactMethod, told: Happened, by: ActionRole): Step {
  const on = callOf(actions).medium
  if (on === medium) return { status, actions: [] }
  return { status, actions: on ? [happened(callAction(on, 'ended'), by), told] : [told] }
}

/**
 * A line that broke at the goodbye was still a consultation: an ended call may be completed after the fact. Only where both
 * were in it, as far as that can be known; or where they had talked before and tried once more.
 */
function mayComplete({ actions }: Standing, medium: ContactMethod): boolean {
  const isOver = callOf(actions).medium === undefined
  if (isOver && haveTalked(actions)) return true
  return (isOver ? justEnded({ actions }, medium) : callOf(actions).medium === medium) && wasJoined(actions) !== false
}

/** What nobody took back counts as the end. */
const justEnded = (standing: Pick<Standing, 'actions'>, medium: ContactMethod): boolean =>
  isLastOfTry(standing, medium, 'ended') || isLastOfTry(standing, medium, 'taken-back')

const isLastOfTry = ({ actions }: Pick<Standing, 'actions'>, medium: ContactMethod, event: CallEvent): boolean =>
  ofThisTry(actions).findLast(({ type }) => type.includes('_CALL_'))?.type === callAction(medium, event)

/** Since somebody took or was given it. */
export const ofThisTry = (actions: readonly Happened[]): readonly Happened[] =>
  actions.slice(actions.findLastIndex(({ type }) => type === 'ASSIGNED') + 1)

/** Whether both were in the last call of this try; undefined: there was none, or it was dialled by hand. */
export const wasJoined = (actions: readonly Happened[]): boolean | undefined => lastStart(actions)?.joined

/** Of this try; or of the try before, where the call was on when a colleague took over. */
function lastStart(actions: readonly Happened[]): Happened | undefined {
  const taken = actions.findLastIndex(({ type }) => type === 'ASSIGNED')
  const at = actions.findLastIndex(({ type }) => type.endsWith('_CALL_STARTED'))
  return at > taken || callOf(actions.slice(0, Math.max(taken, 0))).medium ? actions[at] : undefined
}

/** Whoever holds it has said so, and has not taken it back. */
export const haveTalked = (actions: readonly Happened[]): boolean => callOutcome(ofThisTry(actions)) === 'completed'

/**
 * Back to its old place in the queue; the third time it is cancelled, by the system (product 6.7, 7.1). Who talked before
 * and was called once more missed nothing.
 */
function afterMiss({ status, actions }: Standing, told: Happened, by: ActionRole): Step | undefined {
  if (haveTalked(actions)) return { status, actions: [told] }
  const missed = happened('UNASSIGNED', by)
  if (missedCalls(actions) + 1 < MISSED_CALLS_BEFORE_CANCELLATION) return moved('ACTIVE', 'missed', told, missed)
  const cancelling = moveConsultation('ACTIVE', 'cancelRequested')
  return cancelling && moved(cancelling, 'cancelled', told, missed, happened('CANCELLED', 'SYSTEM'))
}

/**
 * Notes signed after a call that took place, or that the patient left; or at any time, when they are sent elsewhere or
 * technology gave up. What each means for the money: `isPaidBack` of closing.ts.
 */
export function afterClosing(standing: Standing, outcome: CloseOutcome, by: ActionRole): Step | undefined {
  const { status, actions } = standing
  const closed = happened('CLOSED', by)
  const on = callOf(actions).medium
  const hungUp = on ? [happened(callAction(on, 'ended'), by)] : []
  switch (outcome) {
    case 'completed': {
      if (callOutcome(actions) === 'completed') return moved(status, 'notesSigned', ...hungUp, closed)
      const talk = talkOf(actions, by)
      return talk && moved(status, 'notesSigned', ...talk, closed)
    }
    case 'patient-left':
      return hasLeft(standing) ? moved(status, 'notesSigned', closed) : undefined
    case 'in-person':
    case 'emergency':
      return moved(status, 'notesSigned', ...hungUp, closed)
    case 'technical-failure':
      return moved(status, 'brokeDown', ...hungUp, happened('CLOSED_WITH_ERROR', by))
  }
}

/**
 * What the record gains where nobody said yet that they talked, and both were in the last call, or had talked before it: that
 * they did, after the end of the call if it is still on. undefined: nobody knows of a talk.
 */
export function talkOf(actions: readonly Happened[], by: ActionRole): Happened[] | undefined {
  const started = lastStart(actions)
  if (!started || !(started.joined || haveTalked(actions))) return undefined
  const medium = started.type.startsWith('VIDEO') ? 'video' : 'phone'
  const on = callOf(actions).medium
  return [...(on ? [happened(callAction(on, 'ended'), by)] : []), happened(callAction(medium, 'completed'), by)]
}

/** A call of this try has ended and they did not talk to its end. */
const hasLeft = (standing: Standing): boolean =>
  standing.status === 'ACTIVE' && (justEnded(standing, 'video') || justEnded(standing, 'phone'))

function moved(from: ConsultationStatus, event: ConsultationEvent, ...actions: Happened[]): Step | undefined {
  const status = moveConsultation(from, event)
  return status && { status, actions }
}
