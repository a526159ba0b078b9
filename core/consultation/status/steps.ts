import type { ContactMethod } from '../../booking/cart/cart.ts'
import { type ActionDraft, type ActionRole, type ActionType, createAction } from './actions.ts'
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

/** State of a consultation: its status and all its actions, oldest first. */
export interface ConsultationHistory {
  status: ConsultationStatus
  actions: readonly ActionDraft[]
}
/** Result of a rule: the next status and the actions to record, in order. */
export interface Step {
  status: ConsultationStatus
  actions: readonly ActionDraft[]
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

/** A clinician takes a waiting patient. Each rule here returns undefined when its action is impossible now. */
export function afterTaking({ status }: ConsultationHistory, by: ActionRole): Step | undefined {
  return moved(status, 'taken', createAction('ASSIGNED', by))
}

/**
 * The holder transfers it to a colleague, who acts as `to`: not during a call, and not after the talk, because the
 * clinician who talked signs. It is no missed call, so no UNASSIGNED is recorded.
 */
export function afterTransfer({ status, actions }: ConsultationHistory, to: ActionRole): Step | undefined {
  if (status !== 'ACTIVE' || callOf(actions).medium || haveTalked(actions)) return undefined
  return { status, actions: [createAction('ASSIGNED', to)] }
}

/**
 * Records a call event of a clinician. `answered`: the patient joined the present video call, so that they cannot count
 * as missed.
 */
export function afterCall(
  history: ConsultationHistory,
  { medium, event }: { medium: ContactMethod; event: CallEvent },
  { by, answered }: { by: ActionRole; answered: boolean },
): Step | undefined {
  const action = createAction(callAction(medium, event), by)
  if (event === 'taken-back')
    return isLastOfTry(history, medium, 'completed') ? moved(history.status, 'takenBack', action) : undefined
  // A clinician who forgot something may call again until the notes are signed.
  if (event === 'started' && history.status === 'CLOSING') return moved('CLOSING', 'calledAgain', action)
  if (history.status !== 'ACTIVE') return undefined
  const on = callOf(history.actions).medium
  if (event === 'started') return afterStart(history, medium, action, by)
  if (event === 'completed') return mayComplete(history, medium) ? moved('ACTIVE', 'callCompleted', action) : undefined
  // Voicemail may have answered the line: the clinician can still record the call as missed after its end.
  if (event === 'failed' && medium === 'phone' && justEnded(history, medium)) return afterMiss(history, action, by)
  if (on !== medium) return undefined
  if (event === 'ended') return { status: 'ACTIVE', actions: [action] }
  return answered ? undefined : afterMiss(history, action, by)
}

/**
 * Product 7.3: the medium may change during a consultation, and both calls are recorded. A call that rings is not
 * started again.
 */
function afterStart(
  { status, actions }: ConsultationHistory,
  medium: ContactMethod,
  action: ActionDraft,
  by: ActionRole,
): Step {
  const on = callOf(actions).medium
  if (on === medium) return { status, actions: [] }
  return { status, actions: on ? [createAction(callAction(on, 'ended'), by), action] : [action] }
}

/**
 * A call that dropped at the goodbye may still be completed after its end. Only when both joined it, as far as known,
 * or when they had talked before and the clinician called once more.
 */
function mayComplete({ actions }: ConsultationHistory, medium: ContactMethod): boolean {
  const isOver = callOf(actions).medium === undefined
  if (isOver && haveTalked(actions)) return true
  return (isOver ? justEnded({ actions }, medium) : callOf(actions).medium === medium) && wasJoined(actions) !== false
}

/** Whether the call is over, also by a completion that was taken back. */
const justEnded = (history: Pick<ConsultationHistory, 'actions'>, medium: ContactMethod): boolean =>
  isLastOfTry(history, medium, 'ended') || isLastOfTry(history, medium, 'taken-back')

/** Whether this is the latest call event since the assignment: a request that records it again changes nothing. */
export const isLastOfTry = (
  { actions }: Pick<ConsultationHistory, 'actions'>,
  medium: ContactMethod,
  event: CallEvent,
): boolean =>
  actionsSinceAssignment(actions).findLast(({ type }) => type.includes('_CALL_'))?.type === callAction(medium, event)

/** The actions since the latest assignment. */
export const actionsSinceAssignment = (actions: readonly ActionDraft[]): readonly ActionDraft[] =>
  actions.slice(actions.findLastIndex(({ type }) => type === 'ASSIGNED') + 1)

/** Whether both joined the last call since the assignment; undefined: no call, or a manually dialled one. */
export const wasJoined = (actions: readonly ActionDraft[]): boolean | undefined => lastStart(actions)?.joined

/** The last call start since the assignment, or before it when the call was still on at a takeover. */
function lastStart(actions: readonly ActionDraft[]): ActionDraft | undefined {
  const assignmentIndex = actions.findLastIndex(({ type }) => type === 'ASSIGNED')
  const at = actions.findLastIndex(({ type }) => type.endsWith('_CALL_STARTED'))
  return at > assignmentIndex || callOf(actions.slice(0, Math.max(assignmentIndex, 0))).medium ? actions[at] : undefined
}

/** The holder recorded a completed call and has not taken it back. */
export const haveTalked = (actions: readonly ActionDraft[]): boolean =>
  callOutcome(actionsSinceAssignment(actions)) === 'completed'

/**
 * Returns the patient to the old queue position; the third time the system cancels (product 6.7, 7.1). After a talk, a
 * further unanswered call counts as no miss.
 */
function afterMiss({ status, actions }: ConsultationHistory, action: ActionDraft, by: ActionRole): Step | undefined {
  if (haveTalked(actions)) return { status, actions: [action] }
  const missed = createAction('UNASSIGNED', by)
  if (missedCalls(actions) + 1 < MISSED_CALLS_BEFORE_CANCELLATION) return moved('ACTIVE', 'missed', action, missed)
  const cancelling = moveConsultation('ACTIVE', 'cancelRequested')
  return cancelling && moved(cancelling, 'cancelled', action, missed, createAction('CANCELLED', 'SYSTEM'))
}

/**
 * Signs the notes after a completed call or one that the patient left; for a referral elsewhere or a technical failure
 * at any time. `isPaidBack` of closing.ts says which outcome refunds.
 */
export function afterClosing(history: ConsultationHistory, outcome: CloseOutcome, by: ActionRole): Step | undefined {
  const { status, actions } = history
  const closed = createAction('CLOSED', by)
  const on = callOf(actions).medium
  const hungUp = on ? [createAction(callAction(on, 'ended'), by)] : []
  switch (outcome) {
    case 'completed': {
      if (callOutcome(actions) === 'completed') return moved(status, 'notesSigned', ...hungUp, closed)
      const talk = missingTalkActions(actions, by)
      return talk && moved(status, 'notesSigned', ...talk, closed)
    }
    case 'patient-left':
      return hasLeft(history) ? moved(status, 'notesSigned', closed) : undefined
    case 'in-person':
    case 'emergency':
      return moved(status, 'notesSigned', ...hungUp, closed)
    case 'technical-failure':
      return moved(status, 'brokeDown', ...hungUp, createAction('CLOSED_WITH_ERROR', by))
  }
}

/**
 * The missing actions of a talk that was not recorded, when both joined the last call or had talked before it: the end
 * of the call, if it is still on, and its completion. undefined: no talk is known.
 */
export function missingTalkActions(actions: readonly ActionDraft[], by: ActionRole): ActionDraft[] | undefined {
  const started = lastStart(actions)
  if (!started || !(started.joined || haveTalked(actions))) return undefined
  const medium = started.type.startsWith('VIDEO') ? 'video' : 'phone'
  const on = callOf(actions).medium
  return [...(on ? [createAction(callAction(on, 'ended'), by)] : []), createAction(callAction(medium, 'completed'), by)]
}

/** A call since the assignment has ended without a completed talk. */
const hasLeft = (history: ConsultationHistory): boolean =>
  history.status === 'ACTIVE' && (justEnded(history, 'video') || justEnded(history, 'phone'))

function moved(from: ConsultationStatus, event: ConsultationEvent, ...actions: ActionDraft[]): Step | undefined {
  const status = moveConsultation(from, event)
  return status && { status, actions }
}
