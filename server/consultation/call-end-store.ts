import type { Tx } from '../kit/db/db.ts'

/** The end of a call, used by every step that ends one: of a clinician, a manager or a scheduled job. */

/**
 * Deletes all data of a call, because signals contain the IP addresses of both sides. Participants are deleted first:
 * without a participant no signal can be inserted.
 */
export async function clearCall(tx: Tx, consultationId: string): Promise<void> {
  await tx`delete from call_ticket where consultation_id = ${consultationId}`
  await tx`delete from call_participant where consultation_id = ${consultationId}`
  await tx`delete from call_signal where consultation_id = ${consultationId}`
  await tx`update call_guest set left_at = clock_timestamp()
    where consultation_id = ${consultationId} and joined_at is not null and left_at is null`
}

/** Frees the clinician's place in a video call for the clinician who takes over. */
export async function disconnectClinician(tx: Tx, consultationId: string): Promise<void> {
  await tx`delete from call_ticket where consultation_id = ${consultationId} and role = 'clinician'`
  await tx`delete from call_participant where consultation_id = ${consultationId} and role = 'clinician'`
}

/** Ends the phone line's call when the actions say that none is on. Returns the line to hang up. */
export async function endPhoneCall(tx: Tx, consultationId: string, outcome: 'talked' | 'ended' | 'missed') {
  const [row] = await tx<{ id: string; reference: string | null }[]>`
    update phone_call set state = 'over', outcome = ${outcome}
    where consultation_id = ${consultationId} and state <> 'over' returning id, reference`
  return row
}
