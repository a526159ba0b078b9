import { notifySql } from '../kit/db/changes.ts'
import type { Tx } from '../kit/db/db.ts'

/** A consultation is created with its order; from then on the area `care` owns it. */

/** Creates the consultation of an order from the order's current data; does nothing when it exists. */
export async function insertConsultation(tx: Tx, orderId: string, status: 'PENDING' | 'QUEUED'): Promise<void> {
  await tx`${consultationOf(tx, orderId, status)} on conflict (order_id) do nothing`
}

export async function hasConsultation(tx: Tx, orderId: string): Promise<boolean> {
  const rows = await tx`select 1 from consultation where order_id = ${orderId}`
  return rows.length > 0
}

const consultationOf = (tx: Tx, orderId: string, status: 'PENDING' | 'QUEUED') => tx`
    insert into consultation (order_id, patient_id, product_id, product_slug, product_name, type, status,
      contact_method, clinician_id, slot_hold_id, starts_at, ends_at, queued_at, symptoms, is_urgent, summary)
    select o.id, o.patient_id, o.product_id, o.product_slug, o.product_name,
      case when s.id is null then 'on-demand' else 'scheduled' end, ${status},
      c.contact_method, s.clinician_id, s.id, s.starts_at, s.ends_at,
      case when s.id is null and ${status === 'QUEUED'} then clock_timestamp() end, c.symptoms, c.is_urgent, c.summary
    from care_order o
    join cart c on c.id = o.cart_id
    left join slot_hold s on s.id = o.slot_hold_id
    where o.id = ${orderId}`

/**
 * A closed consultation without a call or payment, which shows the patient that a clinician changed their medical
 * history on request.
 */
export async function insertMedicalUpdate(
  tx: Tx,
  update: { patientId: string; clinicianId: string; name: string },
): Promise<void> {
  await tx`
    insert into consultation (patient_id, product_id, product_slug, product_name, type, status, contact_method, clinician_id)
    values (${update.patientId}, 'medical-update', 'medical-update', ${update.name}, 'medical-update', 'CLOSED', 'phone',
      ${update.clinicianId})`
}

/**
 * After the payment: the consultation waits for its start or the next clinician. Notifies the screens that show it or
 * the queue.
 */
export async function queueConsultation(tx: Tx, orderId: string): Promise<void> {
  const { count } = await tx`
    with queued as (
      ${consultationOf(tx, orderId, 'QUEUED')}
      on conflict (order_id) do update set status = 'QUEUED', changed_at = clock_timestamp(),
        queued_at = case when consultation.type = 'on-demand' then clock_timestamp() end
      where consultation.status = 'PENDING'
      returning id
    ), told as (
      insert into consultation_action (consultation_id, type, role) select id, 'QUEUED', 'SYSTEM' from queued
    )
    select ${notifySql(tx, tx`'consultation:' || id || ' queue'`)} from queued`
  if (count !== 1) throw new Error('the consultation of a paid order could not be queued')
}

/** The payment failed. Returns the consultation's id, if one was pending. */
export async function expireConsultation(tx: Tx, orderId: string): Promise<string | undefined> {
  const [row] = await tx<{ id: string }[]>`
    update consultation set status = 'EXPIRED', changed_at = clock_timestamp()
    where order_id = ${orderId} and status = 'PENDING'
    returning id`
  return row?.id
}

/**
 * Whether this patient already waits for on-demand care or is about to pay for it. Locks the patient's row, so that
 * requests from two devices cannot both get false.
 */
export async function hasOnDemandConsultation(tx: Tx, patientId: string): Promise<boolean> {
  await tx`select 1 from patient where id = ${patientId} for no key update`
  const [row] = await tx`
    select 1 from consultation
    where patient_id = ${patientId} and type = 'on-demand' and status in ('PENDING', 'QUEUED', 'ACTIVE')
    union all
    select 1 from care_order
    where patient_id = ${patientId} and slot_hold_id is null and status in ('PROCESSING', 'PENDING')
    limit 1`
  return row !== undefined
}
