import * as v from 'valibot'

/**
 * Outcome recorded at the desk. `completed`: they talked. `patient-left`: the call ended early and the patient did not
 * return. `in-person`, `emergency`: it cannot be treated remotely, and the notes say where to go. `technical-failure`:
 * our system or the connection failed.
 */
export const CloseOutcome = v.picklist(['completed', 'patient-left', 'in-person', 'emergency', 'technical-failure'])
export type CloseOutcome = v.InferOutput<typeof CloseOutcome>

/**
 * Whether the outcome refunds in full. The patient paid for remote care: one who was referred elsewhere or lost to a
 * technical failure did not get it through no fault of their own. A patient who left used the clinician's time.
 */
export const isPaidBack: Readonly<Record<CloseOutcome, boolean>> = {
  completed: false,
  'patient-left': false,
  'in-person': true,
  emergency: true,
  'technical-failure': true,
}

/** Why a call attempt failed. */
export const CallFailure = v.picklist(['NO_ANSWER', 'WRONG_NUMBER', 'BAD_CONNECTION'])
export type CallFailure = v.InferOutput<typeof CallFailure>

/**
 * The call event of a failure. A bad connection is no missed call, because the patient was present; the clinician keeps
 * the patient.
 */
export const failureEvent: Readonly<Record<CallFailure, Extract<CallEvent, 'failed' | 'ended'>>> = {
  NO_ANSWER: 'failed',
  WRONG_NUMBER: 'failed',
  BAD_CONNECTION: 'ended',
}

export type CallEvent = 'started' | 'failed' | 'ended' | 'completed' | 'taken-back'
