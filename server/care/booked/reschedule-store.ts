import type { Span } from '@cuida/core/booking/calendar/slots.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'

/** A consultation with a start time, of a patient who has not left. */
export async function findReschedulable(sql: Sql, id: string) {
  const [row] = await sql<
    { productId: string; clinicianId: string | null; startTime: Date | null; endTime: Date | null }[]
  >`
    select c.product_id as "productId", c.clinician_id as "clinicianId", c.starts_at as "startTime",
      c.ends_at as "endTime"
    from consultation c join patient p on p.id = c.patient_id
    where c.id = ${id} and p.deleted_at is null`
  return row
}

export interface BookedSlot extends Span {
  clinicianId: string
  /** Null on old rows: the patient had two consultations at this time before overlaps were refused. */
  patientId: string | null
}

export async function findBookedSlot(tx: Tx, id: string): Promise<BookedSlot | undefined> {
  const [row] = await tx<BookedSlot[]>`
    select clinician_id as "clinicianId", patient_id as "patientId", starts_at as start, ends_at as end from slot_hold
    where id = ${id} and state = 'booked'`
  return row
}

/** Saves the new slot in the order and in the consultation. */
export async function saveRescheduled(
  tx: Tx,
  { orderId, consultationId }: { orderId: string; consultationId: string },
  { slotHoldId, clinicianId, slot }: { slotHoldId: string; clinicianId: string; slot: Span },
): Promise<void> {
  await tx`update care_order set slot_hold_id = ${slotHoldId}, changed_at = clock_timestamp() where id = ${orderId}`
  await tx`
    update consultation set slot_hold_id = ${slotHoldId}, clinician_id = ${clinicianId}, starts_at = ${slot.start},
      ends_at = ${slot.end}, times_offered_for = null, changed_at = clock_timestamp()
    where id = ${consultationId}`
}

/** The order that paid for the consultation; undefined when there is none. */
export async function orderIdOf(tx: Tx, consultationId: string): Promise<string | undefined> {
  const [row] = await tx<{ order_id: string | null }[]>`
    select order_id from consultation where id = ${consultationId}`
  return row?.order_id ?? undefined
}
