import * as v from 'valibot'

/**
 * How a consultation ended at the desk. `completed`: they talked. `patient-left`: the call ended before it was done and the
 * patient did not come back. `in-person`, `emergency`: it cannot be done from afar, and the notes say where to go.
 * `technical-failure`: our side or the line gave up.
 */
export const CloseOutcome = v.picklist(['completed', 'patient-left', 'in-person', 'emergency', 'technical-failure'])
export type CloseOutcome = v.InferOutput<typeof CloseOutcome>

/**
 * Whether all the money goes back. What was paid for is care from afar: who was sent elsewhere, or lost to technology, did
 * not get it, and it was not their doing. Who left did get somebody's time.
 */
export const isPaidBack: Readonly<Record<CloseOutcome, boolean>> = {
  completed: false,
  'patient-left': false,
  'in-person': true,
  emergency: true,
  'technical-failure': true,
}

/** Why a try came to nothing. */
export const CallFailure = v.picklist(['NO_ANSWER', 'WRONG_NUMBER', 'BAD_CONNECTION'])
export type CallFailure = v.InferOutput<typeof CallFailure>

/** What it counts as: who could not be heard was there, and is no missed call; they stay with whoever called. */
export const failureEvent: Readonly<Record<CallFailure, Extract<CallEvent, 'failed' | 'ended'>>> = {
  NO_ANSWER: 'failed',
  WRONG_NUMBER: 'failed',
  BAD_CONNECTION: 'ended',
}

export type CallEvent = 'started' | 'failed' | 'ended' | 'completed' | 'taken-back'
