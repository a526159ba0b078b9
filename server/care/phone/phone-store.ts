import type { PhoneCallOutcome, PhoneCallState, PhoneCallUpdate } from '@cuida/core/care/phone/phone-call.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'

/** Time for the provider to answer; after it a scheduled job may try again. */
const LEASE_SECONDS = 10
/** After this long the clinician would rather hear that the call failed. */
const GIVE_UP_SECONDS = 45
/** Without an update for this long, a scheduled job fetches the state. */
const LOOK_SECONDS = 12

/** Stores the requested call with its STARTED action, the newest of the consultation. */
export async function insertPhoneCall(tx: Tx, consultationId: string, staffId: string): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    insert into phone_call (consultation_id, call_action_id, staff_id)
    select ${consultationId}, max(id), ${staffId} from consultation_action
    where consultation_id = ${consultationId} and type = 'PHONE_CALL_STARTED'
    returning id`
  if (!row) throw new Error('the phone call has no PHONE_CALL_STARTED action')
  return row.id
}

/** Whether this clinician has a call under way, with any patient. */
export async function isCalling(sql: Sql, staffId: string): Promise<boolean> {
  const rows = await sql`select 1 from phone_call where staff_id = ${staffId} and state <> 'over'`
  return rows.length > 0
}

export interface CurrentPhoneCall {
  state: PhoneCallState
  outcome: PhoneCallOutcome | null
  /** The patient's own phone rang. */
  rung: boolean
}

export async function phoneCallOf(sql: Sql, actionId: string): Promise<CurrentPhoneCall | undefined> {
  const [row] = await sql<
    CurrentPhoneCall[]
  >`select state, outcome, rung from phone_call where call_action_id = ${actionId}`
  return row
}

interface Wanted {
  desk: string
  patient: string
  /** Time of an earlier attempt that got no answer and may have placed the call. */
  triedAt: Date | null
  isTooLate: boolean
}

/** Leases a call that the provider does not have yet, for the duration of one attempt. undefined: nothing to do. */
export async function leasePhoneCall(tx: Tx, id: string): Promise<Wanted | undefined> {
  const [call] = await tx<Wanted[]>`
    select s.desk_phone as desk, a.phone as patient, w.tried_at as "triedAt",
      w.created_at < clock_timestamp() - make_interval(secs => ${GIVE_UP_SECONDS}) as "isTooLate"
    from phone_call w
    join staff s on s.id = w.staff_id
    join consultation c on c.id = w.consultation_id
    join patient p on p.id = c.patient_id
    left join patient h on h.id = p.holder_id
    join account a on a.id = coalesce(p.account_id, h.account_id)
    where w.id = ${id} and w.state = 'wanted' and s.desk_phone is not null
      and (w.tried_at is null or w.tried_at < clock_timestamp() - make_interval(secs => ${LEASE_SECONDS}))
    for update of w`
  if (call)
    await tx`update phone_call set tried_at = clock_timestamp(), checked_at = clock_timestamp() where id = ${id}`
  return call
}

/**
 * Saves the provider's reference. Returns whether the call is still wanted; one that was hung up meanwhile must be
 * ended.
 */
export async function saveReference(sql: Sql, id: string, reference: string): Promise<boolean> {
  const [row] = await sql<{ state: PhoneCallState }[]>`
    update phone_call set reference = ${reference}, checked_at = clock_timestamp(),
      state = case when state = 'wanted' then 'desk' else state end
    where id = ${id} returning state`
  return row?.state !== 'over'
}

export async function findReference(sql: Sql, id: string): Promise<string | undefined> {
  const [row] = await sql<{ reference: string | null }[]>`
    update phone_call set checked_at = clock_timestamp() where id = ${id} and state <> 'over' returning reference`
  return row?.reference ?? undefined
}

export async function consultationOfCall(sql: Sql, id: string): Promise<string | undefined> {
  const [row] = await sql<{ consultation_id: string }[]>`
    select consultation_id from phone_call where id = ${id} and state <> 'over'`
  return row?.consultation_id
}

export async function lockPhoneCall(tx: Tx, id: string): Promise<PhoneCallState | undefined> {
  const [row] = await tx<{ state: PhoneCallState }[]>`select state from phone_call where id = ${id} for update`
  return row?.state
}

export async function savePhoneCallUpdate(tx: Tx, id: string, update: PhoneCallUpdate): Promise<void> {
  const outcome = update.state === 'over' ? update.outcome : null
  const rung = ['patient', 'talking', 'missed', 'talked'].includes(outcome ?? update.state)
  await tx`
    update phone_call set state = ${update.state}, outcome = ${outcome},
      rung = (rung or ${rung}) and ${outcome} is distinct from 'unreachable'
    where id = ${id}`
  if ((outcome ?? update.state) === 'talking' || outcome === 'talked')
    await tx`insert into call_joined (call_action_id) select call_action_id from phone_call where id = ${id} on conflict do nothing`
}

export async function findCallsToFollow(sql: Sql): Promise<{ id: string; wanted: boolean }[]> {
  return sql<{ id: string; wanted: boolean }[]>`
    select id, state = 'wanted' as wanted from phone_call
    where state <> 'over' and checked_at < clock_timestamp() - make_interval(secs => ${LOOK_SECONDS})
    limit 100`
}

export async function findDeskPhone(sql: Sql, staffId: string): Promise<string | null> {
  const [row] = await sql<{ desk_phone: string | null }[]>`select desk_phone from staff where id = ${staffId}`
  return row?.desk_phone ?? null
}

export async function saveDeskPhone(sql: Sql, staffId: string, number: string | null): Promise<void> {
  await sql`update staff set desk_phone = ${number} where id = ${staffId}`
}
