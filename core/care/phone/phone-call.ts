import * as v from 'valibot'

/**
 * A phone call goes through the partner's number: it rings the clinician's phone first and then the patient's, so that
 * neither sees the other's number. `wanted` until the provider has accepted it; `desk` and `patient` name the phone
 * that rings.
 */
export const PhoneCallState = v.picklist(['wanted', 'desk', 'patient', 'talking', 'over'])
export type PhoneCallState = v.InferOutput<typeof PhoneCallState>

/**
 * How the call ended. `missed`: the patient did not answer; `desk-silent`: the clinician did not answer, so the patient
 * was not rung; `unreachable`: the call could not be connected; `ended`: hung up before anyone answered.
 */
export const PhoneCallOutcome = v.picklist(['missed', 'talked', 'desk-silent', 'unreachable', 'ended'])
export type PhoneCallOutcome = v.InferOutput<typeof PhoneCallOutcome>

/** Status of one line of the call, in the terms of telephone networks. */
export const PhoneLineStatus = v.picklist([
  'queued',
  'ringing',
  'in-progress',
  'completed',
  'busy',
  'no-answer',
  'failed',
  'canceled',
])
export type PhoneLineStatus = v.InferOutput<typeof PhoneLineStatus>
/** `patient` is undefined until the patient's phone is rung. */
export interface PhoneLines {
  desk: PhoneLineStatus
  patient: PhoneLineStatus | undefined
}

export type PhoneCallUpdate = { state: Exclude<PhoneCallState, 'over'> } | { state: 'over'; outcome: PhoneCallOutcome }

/** Combines the status of both lines, in whichever order their updates arrive. */
export function combinePhoneLines({ desk, patient }: PhoneLines): PhoneCallUpdate {
  switch (patient) {
    case 'completed':
      return over('talked')
    case 'busy':
    case 'no-answer':
      return over('missed')
    // A network failure does not count as a call that the patient missed.
    case 'failed':
      return over('unreachable')
    case 'canceled':
      return over('ended')
    case 'in-progress':
      return { state: 'talking' }
    case undefined:
      return beforePatient(desk)
    default:
      return { state: 'patient' }
  }
}

function beforePatient(desk: PhoneLineStatus): PhoneCallUpdate {
  if (desk === 'completed') return over('ended')
  if (desk === 'failed') return over('unreachable')
  if (desk === 'busy' || desk === 'no-answer' || desk === 'canceled') return over('desk-silent')
  return { state: 'desk' }
}

const over = (outcome: PhoneCallOutcome): PhoneCallUpdate => ({ state: 'over', outcome })

const RANK: Readonly<Record<PhoneCallState, number>> = { wanted: 0, desk: 1, patient: 2, talking: 3, over: 4 }

/** An update of an earlier state that arrives late changes nothing. */
export const isLaterUpdate = (state: PhoneCallState, update: PhoneCallUpdate): boolean =>
  RANK[update.state] > RANK[state]
