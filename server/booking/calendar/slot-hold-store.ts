import type { Span } from '@cuida/core/booking/calendar/slots.ts'
import type { ExistingConsultation } from '@cuida/core/booking/cart/api.ts'
import { CART_HOURS, LOCK_CAP_MINUTES, LOCK_MINUTES, RENEW_MINUTES } from '@cuida/core/kit/assumptions.ts'
import { brokenConstraint, errorCode, pipeline, type Sql, type Tx } from '../../kit/db/db.ts'

// An exclusion constraint refused the time, or two transactions wanted each other's time and PostgreSQL ended one
// (deadlock).
const LOST = new Set(['23P01', '40P01'])

/** Whether a transaction failed because another cart has the time. */
export const isSlotTakenError = (error: unknown): boolean => LOST.has(errorCode(error)) && !isPatientBusyError(error)

/** Whether a transaction failed because its patient has another scheduled consultation in the same minutes. */
export const isPatientBusyError = (error: unknown): boolean => brokenConstraint(error) === 'one_consultation_a_patient'

/** The patient's scheduled consultation (paying or booked) that overlaps a slot, other than `exceptId`. */
export async function findOverlap(
  sql: Sql,
  patientId: string | null,
  slot: Span,
  exceptId?: string,
): Promise<ExistingConsultation | undefined> {
  const [row] = await sql<{ consultation_id: string | null; starts_at: Date }[]>`
    select c.id as consultation_id, s.starts_at
    from slot_hold s left join consultation c on c.slot_hold_id = s.id
    where s.patient_id = ${patientId} and s.state in ('paying', 'booked')
      and tstzrange(s.starts_at, s.ends_at) && tstzrange(${slot.start}, ${slot.end})
      and (${exceptId ?? null}::uuid is null or c.id is distinct from ${exceptId ?? null})
    order by s.starts_at limit 1`
  return row && { consultationId: row.consultation_id, startTime: row.starts_at.toISOString() }
}

export interface SlotHold {
  id: string
  clinicianId: string
  start: Date
  end: Date
  lockedAt: Date
  expiresAt: Date
}
/** The cart's latest hold; it may have expired. */
export interface CartHold extends SlotHold {
  isExpired: boolean
}

/**
 * Serialises transactions that want time of these clinicians on these days. The locks are always taken in the same
 * order (decision 0007).
 */
export async function lockDays(tx: Tx, days: readonly { clinicianId: string; start: Date }[]): Promise<void> {
  const keys = days.map(({ clinicianId, start }) => `${clinicianId} ${start.toISOString().slice(0, 10)}`)
  const lockDay = async (key: string) => void (await tx`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
  await pipeline(...[...new Set(keys)].sort().map(lockDay))
}

/** Serialises the holds of one account, or of one guest's address, so that their number can be limited. */
export async function lockCartOwner(tx: Tx, cartId: string): Promise<void> {
  await tx`
    select pg_advisory_xact_lock(hashtextextended(coalesce(account_id::text, encode(source, 'hex'), id::text), 1))
    from cart where id = ${cartId}`
}

/** The number of times held by other carts of this account, or of this address for a guest. */
export async function countHeld(tx: Tx, cartId: string, accountId: string | undefined): Promise<number> {
  const same = accountId
    ? tx`c.account_id = ${accountId}`
    : tx`c.account_id is null and c.source = (select source from cart where id = ${cartId})`
  // No hold outlives a cart, so older rows need not be read.
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count
    from cart c
    join slot_hold s on s.cart_id = c.id
      and (s.state = 'paying' or (s.state = 'held' and s.expires_at > clock_timestamp()))
    where ${same} and c.id <> ${cartId} and c.changed_at > clock_timestamp() - make_interval(hours => ${CART_HOURS})`
  return row?.count ?? 0
}

/** Holds time for a cart. Breaks the exclusion constraint (23P01) when another cart has any of it. */
export async function insertSlotHold(
  tx: Tx,
  cartId: string,
  clinicianId: string,
  slot: Span,
  occupied: Span,
  minutes = LOCK_MINUTES,
): Promise<SlotHold> {
  const [hold] = await tx<SlotHold[]>`
    with chosen as (
      update cart set clinician_id = ${clinicianId}, changed_at = clock_timestamp() where id = ${cartId})
    insert into slot_hold (clinician_id, cart_id, starts_at, ends_at, during, state, expires_at)
    values (${clinicianId}, ${cartId}, ${slot.start}, ${slot.end}, tstzrange(${occupied.start}, ${occupied.end}), 'held',
      clock_timestamp() + make_interval(mins => ${minutes}))
    returning id, clinician_id as "clinicianId", starts_at as "start", ends_at as "end", locked_at as "lockedAt",
      expires_at as "expiresAt"`
  if (!hold) throw new Error('the insert of a slot hold returned no row')
  return hold
}

/**
 * Restarts a hold's minutes when fewer than `RENEW_MINUTES` are left, within the longest time that a slot may be
 * held. A retry of a fresh lock changes nothing.
 */
export async function renewHeld(tx: Tx, slotHoldId: string): Promise<SlotHold> {
  const [hold] = await tx<SlotHold[]>`
    update slot_hold set expires_at = case
      when expires_at > clock_timestamp() + make_interval(mins => ${RENEW_MINUTES}) then expires_at
      else greatest(expires_at, least(clock_timestamp() + make_interval(mins => ${LOCK_MINUTES}),
        locked_at + make_interval(mins => ${LOCK_CAP_MINUTES}), starts_at)) end
    where id = ${slotHoldId} and state = 'held'
    returning id, clinician_id as "clinicianId", starts_at as "start", ends_at as "end", locked_at as "lockedAt",
      expires_at as "expiresAt"`
  if (!hold) throw new Error('the slot hold to renew does not exist')
  return hold
}

/** Releases a cart's held time, of this clinician or of any. Returns the clinician whose calendar changed. */
export async function releaseHeld(sql: Sql, cartId: string, clinicianId?: string): Promise<string | undefined> {
  const [row] = await sql<{ clinician_id: string }[]>`
    update slot_hold set state = 'released', expires_at = null
    where cart_id = ${cartId} and state = 'held'
      and (${clinicianId ?? null}::uuid is null or clinician_id = ${clinicianId ?? null})
    returning clinician_id`
  return row?.clinician_id
}

/**
 * Releases expired holds, of one clinician or of all, and skips rows that another transaction has locked. Returns the
 * clinicians whose calendars changed.
 */
export async function releaseExpired(sql: Sql, clinicianId?: string): Promise<string[]> {
  const rows = await sql<{ clinician_id: string }[]>`
    update slot_hold set state = 'released'
    where id in (
      select id from slot_hold
      where state = 'held' and expires_at <= clock_timestamp()
        and (${clinicianId ?? null}::uuid is null or clinician_id = ${clinicianId ?? null})
      for update skip locked)
    returning clinician_id`
  return [...new Set(rows.map((row) => row.clinician_id))]
}

/**
 * held → paying, if it has not expired: from here only the payment's outcome releases the time. Breaks
 * `one_consultation_a_patient` when the patient has another scheduled consultation in the same minutes.
 */
export async function startPaying(
  tx: Tx,
  { cartId, clinicianId, patientId }: { cartId: string; clinicianId: string; patientId: string },
): Promise<{ id: string; start: Date; end: Date } | undefined> {
  const [row] = await tx<{ id: string; start: Date; end: Date }[]>`
    update slot_hold set state = 'paying', expires_at = null, patient_id = ${patientId}
    where cart_id = ${cartId} and clinician_id = ${clinicianId} and state = 'held' and expires_at > clock_timestamp()
      and starts_at > clock_timestamp() and not is_away(clinician_id, starts_at, ends_at)
    returning id, starts_at as "start", ends_at as "end"`
  return row
}

/**
 * When a slot's payment must be decided: within the longest time that a slot may be held, and before the slot begins
 * (product 5.5).
 */
export async function findPaymentDeadline(tx: Tx, slotHoldId: string): Promise<Date | undefined> {
  const [row] = await tx<{ until: Date }[]>`
    select least(locked_at + make_interval(mins => ${LOCK_CAP_MINUTES}), starts_at) as until
    from slot_hold where id = ${slotHoldId}`
  return row?.until
}

/**
 * Blocks new absences of the order's clinician until the transaction ends, so that the decision on its payment and an
 * absence cannot miss each other.
 */
export async function lockOutAbsences(tx: Tx, orderId: string): Promise<void> {
  await tx`
    select 1 from clinician k join slot_hold s on s.clinician_id = k.id join care_order o on o.slot_hold_id = s.id
    where o.id = ${orderId} for key share of k`
}

export async function isSlotInAbsence(tx: Tx, orderId: string): Promise<boolean> {
  const [row] = await tx`
    select 1 from slot_hold s join care_order o on o.slot_hold_id = s.id
    where o.id = ${orderId} and is_away(s.clinician_id, s.starts_at, s.ends_at)`
  return row !== undefined
}

/** Whether the cart's latest hold expired, rather than being released. */
export async function hasLastHoldExpired(sql: Sql, cartId: string): Promise<boolean> {
  const [row] = await sql<{ ran_out: boolean }[]>`
    select expires_at is not null as ran_out from slot_hold where cart_id = ${cartId} order by locked_at desc limit 1`
  return row?.ran_out ?? false
}

/** paying → booked. False when the slot was not being paid for. */
export async function bookSlotHold(tx: Tx, slotHoldId: string): Promise<boolean> {
  const { count } = await tx`update slot_hold set state = 'booked' where id = ${slotHoldId} and state = 'paying'`
  return count === 1
}

/** booked → released: other patients can take the time. Returns the clinician whose calendar changed. */
export async function releaseBooked(tx: Tx, slotHoldId: string): Promise<string | undefined> {
  const [row] = await tx<{ clinician_id: string }[]>`
    update slot_hold set state = 'released' where id = ${slotHoldId} and state = 'booked' returning clinician_id`
  return row?.clinician_id
}

/**
 * Books another time for a consultation whose old one was released. Breaks an exclusion constraint when the clinician
 * or the patient is busy then.
 */
export async function insertBooked(
  tx: Tx,
  booking: { cartId: string; patientId: string | null; clinicianId: string; slot: Span; occupied: Span },
): Promise<string> {
  const { cartId, patientId, clinicianId, slot, occupied } = booking
  const [row] = await tx<{ id: string }[]>`
    insert into slot_hold (clinician_id, cart_id, patient_id, starts_at, ends_at, during, state)
    values (${clinicianId}, ${cartId}, ${patientId}, ${slot.start}, ${slot.end},
      tstzrange(${occupied.start}, ${occupied.end}), 'booked')
    returning id`
  if (!row) throw new Error('the insert of a slot hold returned no row')
  return row.id
}

/**
 * paying → held for another try, within the longest time that a slot may be held; → released when it has begun
 * meanwhile, its clinician is absent then, or that time is over. Returns the clinician whose time became free, if
 * any.
 */
export async function stopPaying(tx: Tx, slotHoldId: string): Promise<string | undefined> {
  const [row] = await tx<{ clinician_id: string; state: string }[]>`
    with kept as (
      select id, starts_at > clock_timestamp() and until > clock_timestamp()
        and not is_away(clinician_id, starts_at, ends_at) as again, until
      from slot_hold, lateral (select least(clock_timestamp() + make_interval(mins => ${LOCK_MINUTES}),
        locked_at + make_interval(mins => ${LOCK_CAP_MINUTES}), starts_at) as until) as u
      where id = ${slotHoldId}
    )
    update slot_hold c
    set state = case when again then 'held' else 'released' end, expires_at = until
    from kept where c.id = kept.id and c.state = 'paying'
    returning c.clinician_id, c.state`
  return row?.state === 'released' ? row.clinician_id : undefined
}
