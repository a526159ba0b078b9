import type { Span } from '@cuida/core/booking/calendar/slots.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'

export interface StoredAbsence extends Span {
  id: string
  clinicianId: string
}

/** Throws an exclusion violation (23P01) when the clinician already has an absence in this span. */
export async function insertAbsence(tx: Tx, absence: Omit<StoredAbsence, 'id'>, staffId: string): Promise<string> {
  const { clinicianId, start, end } = absence
  const [row] = await tx<{ id: string }[]>`
    insert into clinician_absence (clinician_id, starts_at, ends_at, entered_by)
    values (${clinicianId}, ${start}, ${end}, ${staffId}) returning id`
  if (!row) throw new Error('the insert of an absence returned no row')
  return row.id
}

/** undefined when the absence is unknown, withdrawn or over. */
export async function findAbsence(sql: Sql, id: string): Promise<StoredAbsence | undefined> {
  const [row] = await sql<StoredAbsence[]>`
    select id, clinician_id as "clinicianId", starts_at as "start", ends_at as "end" from clinician_absence
    where id = ${id} and withdrawn_at is null and ends_at > clock_timestamp()`
  return row
}

export async function endAbsence(tx: Tx, id: string, ended: { endsAt: Date } | 'taken-back'): Promise<void> {
  if (ended === 'taken-back') await tx`update clinician_absence set withdrawn_at = clock_timestamp() where id = ${id}`
  else await tx`update clinician_absence set ends_at = ${ended.endsAt} where id = ${id}`
}

/** A booked appointment that has not started. */
export interface BookedAppointment {
  id: string
  start: Date
  end: Date
  productId: string
  productName: string
  productSlug: string
  firstName: string
  lastName: string
  areTimesOffered: boolean
}

export async function findAppointmentsIn(
  sql: Sql,
  clinicianId: string,
  { start, end }: Span,
): Promise<BookedAppointment[]> {
  return sql<BookedAppointment[]>`
    select c.id, c.starts_at as "start", c.ends_at as "end", c.product_id as "productId", c.product_name as "productName",
      c.product_slug as "productSlug",
      p.first_name as "firstName", p.last_name as "lastName",
      coalesce(c.times_offered_for = c.starts_at, false) as "areTimesOffered"
    from consultation c join patient p on p.id = c.patient_id
    where c.clinician_id = ${clinicianId} and c.status = 'QUEUED' and c.type = 'scheduled'
      and c.starts_at < ${end} and c.ends_at > ${start} and c.starts_at > clock_timestamp()
    order by c.starts_at, c.id`
}

/**
 * Releases the slots that carts hold in the span. A slot in state `paying` belongs to its order, and the payment is
 * refused there. Returns the account ids of the carts.
 */
export async function releaseHeldSlotsIn(tx: Tx, clinicianId: string, { start, end }: Span): Promise<string[]> {
  const rows = await tx<{ accountId: string | null }[]>`
    update slot_hold s set state = 'released', expires_at = null
    from cart k where k.id = s.cart_id and s.id in (
      select id from slot_hold
      where clinician_id = ${clinicianId} and state = 'held' and starts_at < ${end} and ends_at > ${start}
      for update skip locked)
    returning k.account_id as "accountId"`
  return [...new Set(rows.flatMap(({ accountId }) => accountId ?? []))]
}

/** Ids of orders with an undecided payment for a slot in the span. */
export async function findUndecidedOrdersIn(tx: Tx, clinicianId: string, { start, end }: Span): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select o.id from care_order o join slot_hold s on s.id = o.slot_hold_id
    where s.clinician_id = ${clinicianId} and s.state = 'paying' and s.starts_at < ${end} and s.ends_at > ${start}`
  return rows.map(({ id }) => id)
}
