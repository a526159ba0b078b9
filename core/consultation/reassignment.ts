import { afterCancelling } from './cancelling.ts'
import { type ActionDraft, type ActionRole, createAction } from './status/actions.ts'
import { type ConsultationStatus, callOf, moveConsultation } from './status/status.ts'
import { actionsSinceAssignment, type ConsultationHistory, missingTalkActions, type Step } from './status/steps.ts'

/**
 * A clinician, acting as `by`, takes over from another: a waiting patient, one whose holder has left, or a talk that
 * was never signed. A video call continues and the new holder can join it; a phone call connects two persons and ends.
 * undefined: nothing can be taken over.
 */
export function afterTakeOver({ status, actions }: ConsultationHistory, by: ActionRole): Step | undefined {
  const next = moveConsultation(status, 'takenOver')
  const onPhone = callOf(actions).medium === 'phone'
  const hungUp = onPhone ? [createAction('PHONE_CALL_ENDED', by)] : []
  return next && { status: next, actions: [...hungUp, createAction('ASSIGNED', by)] }
}

/**
 * Returns a patient who was taken by mistake to the queue, as long as no participant joined a call. It is no missed
 * call, so no UNASSIGNED is recorded; in the record a new wait begins.
 */
export function afterRequeue({ status, actions }: ConsultationHistory, by: ActionRole): Step | undefined {
  const hasMet = actionsSinceAssignment(actions).some(({ type, joined }) => joined || type.endsWith('_CALL_COMPLETED'))
  if (hasMet || callOf(actions).medium) return undefined
  const next = moveConsultation(status, 'requeued')
  return next && { status: next, actions: [createAction('QUEUED', by)] }
}

/**
 * A manager reassigns a waiting patient to a colleague: in the record a new wait begins, with the manager as its
 * user.
 */
export function afterReassignment({ status }: ConsultationHistory, by: ActionRole): Step | undefined {
  return status === 'QUEUED' ? { status, actions: [createAction('QUEUED', by)] } : undefined
}

/**
 * Ends a consultation after its day, when no clinician is left to go on. A talk stays open for its signature; anything
 * else is cancelled, and the caller refunds it. undefined: nothing to end.
 */
export function afterDayEnd({ status, actions }: ConsultationHistory): Step | undefined {
  const talk = status === 'ACTIVE' && missingTalkActions(actions, 'SYSTEM')
  if (!talk) return status === 'CLOSING' ? undefined : afterCancelling({ status, actions }, 'SYSTEM')
  const next = moveConsultation(status, 'callCompleted')
  return next && { status: next, actions: talk }
}

/** Whether the present holder took it over from a colleague, by a transfer or because the colleague had left. */
export function isReassigned({
  status,
  actions,
}: {
  status: ConsultationStatus
  actions: readonly ActionDraft[]
}): boolean {
  const waited = actions.findLastIndex(({ type }) => type === 'QUEUED' || type === 'UNASSIGNED')
  return status === 'ACTIVE' && actions.slice(waited + 1).filter(({ type }) => type === 'ASSIGNED').length > 1
}
