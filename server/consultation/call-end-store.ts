import type { Tx } from '../kit/db/db.ts'

/** A call ends with the step that ends it, whoever makes that step: a clinician, a manager or the clock. */

/** Nothing of a call outlives it: addresses of people's machines are in its signals. Participants are deleted first: without a participant no signal can be inserted. */
export async function clearCall(tx: Tx, consultationId: string): Promise<void> {
  await tx`delete from call_ticket where consultation_id = ${consultationId}`
  await tx`delete from call_participant where consultation_id = ${consultationId}`
  await tx`delete from call_signal where consultation_id = ${consultationId}`
  await tx`update call_guest set left_at = clock_timestamp()
    where consultation_id = ${consultationId} and joined_at is not null and left_at is null`
}

/** Another clinician goes on with a video call: its place at the call is theirs. */
export async function disconnectClinician(tx: Tx, consultationId: string): Promise<void> {
  await tx`delete from call_ticket where consultation_id = ${consultationId} and role = 'clinician'`
  await tx`delete from call_participant where consultation_id = ${consultationId} and role = 'clinician'`
}

/** The record says that no phone call is on: neither is the line's. Answers the line that must be hung up. */
export async function endPhoneCall(tx: Tx, consultationId: string, outcome: 'talked' | 'ended' | 'missed') {
  const [row] = await tx<{ id: string; reference: string | null }[]>`
    update phone_call set state = 'over', outcome = ${outcome}
    where consultation_id = ${consultationId} and state <> 'over' returning id, reference`
  return row
}
