import { afterCancelling } from './cancelling.ts'
import { type ActionRole, type Happened, happened } from './status/actions.ts'
import { type ConsultationStatus, callOf, moveConsultation } from './status/status.ts'
import { ofThisTry, type Standing, type Step, talkOf } from './status/steps.ts'

/**
 * Somebody goes on with it in another's place, as `by`: with a patient who waits, who is held by somebody that has gone, or
 * who talked to somebody that never signed. A video call goes on, and is theirs to join; a phone line is between two people
 * and ends. undefined: there is nothing to go on with.
 */
export function afterTakeOver({ status, actions }: Standing, by: ActionRole): Step | undefined {
  const next = moveConsultation(status, 'takenOver')
  const onPhone = callOf(actions).medium === 'phone'
  const hungUp = onPhone ? [happened('PHONE_CALL_ENDED', by)] : []
  return next && { status: next, actions: [...hungUp, happened('ASSIGNED', by)] }
}

/**
 * Taken by mistake, or called in vain: back in the line, as long as nobody has come into a call. It is no missed call, so
 * nothing is UNASSIGNED; in the record the patient waits anew.
 */
export function afterRequeue({ status, actions }: Standing, by: ActionRole): Step | undefined {
  const hasMet = ofThisTry(actions).some(({ type, joined }) => joined || type.endsWith('_CALL_COMPLETED'))
  if (hasMet || callOf(actions).medium) return undefined
  const next = moveConsultation(status, 'requeued')
  return next && { status: next, actions: [happened('QUEUED', by)] }
}

/** Who waits is given to a colleague by a manager: in the record they wait anew, on that manager's request. */
export function afterReassignment({ status }: Standing, by: ActionRole): Step | undefined {
  return status === 'QUEUED' ? { status, actions: [happened('QUEUED', by)] } : undefined
}

/**
 * The day is over and nobody is there any more who would go on, so the clock ends it. What was talked stays to be signed;
 * what was not is cancelled, and whoever saves it gives the money back. undefined: there is nothing to end.
 */
export function afterItsDay({ status, actions }: Standing): Step | undefined {
  const talk = status === 'ACTIVE' && talkOf(actions, 'SYSTEM')
  if (!talk) return status === 'CLOSING' ? undefined : afterCancelling({ status, actions }, 'SYSTEM')
  const next = moveConsultation(status, 'callCompleted')
  return next && { status: next, actions: talk }
}

/** Whoever holds it took it from a colleague, who handed it over or had gone. */
export function isReassigned({
  status,
  actions,
}: {
  status: ConsultationStatus
  actions: readonly Happened[]
}): boolean {
  const waited = actions.findLastIndex(({ type }) => type === 'QUEUED' || type === 'UNASSIGNED')
  return status === 'ACTIVE' && actions.slice(waited + 1).filter(({ type }) => type === 'ASSIGNED').length > 1
}
