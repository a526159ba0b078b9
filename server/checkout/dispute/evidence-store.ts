import type { Evidence } from '@cuida/core/checkout/desk-dispute-api.ts'
import type { Sql } from '../../kit/db.ts'

const KINDS = ['document', 'telemedicine']

/**
 * What proves that an order was placed, agreed to and served. Answers, notes and whatever else is of somebody's health are
 * not read here at all: of signed notes the moment is, and nothing else.
 */
export async function evidenceOf(sql: Sql, attemptId: string): Promise<Evidence> {
  const [row] = await sql`
    select o.id, o.account_id, o.created_at, o.product_name, o.payment_method, o.masked_card_number, a.amount,
      a.provider_payment_id, c.id as consultation_id, coalesce(c.starts_at, s.starts_at) as starts_at, cl.name as clinician
    from payment_attempt a join care_order o on o.id = a.order_id
    left join consultation c on c.order_id = o.id
    left join slot_claim s on s.id = o.claim_id
    left join clinician cl on cl.id = s.clinician_id
    where a.id = ${attemptId}`
  if (!row) throw new Error('a dispute without a payment')
  const [consents, actions, notes, refunds] = await Promise.all([
    sql`select subject, version, at from consent
      where account_id = ${row.account_id} and given and kind = any(${KINDS}) order by at, seq`,
    sql`select at, coalesce(detail, status) as type, source as role from order_event where order_id = ${row.id}
      union all
      select at, type, role from consultation_action where consultation_id = ${row.consultation_id} order by at`,
    sql`select signed_at from note where consultation_id = ${row.consultation_id} order by signed_at`,
    sql`select amount, state, coalesce(settled_at, created_at) as at from refund
      where attempt_id = ${attemptId} order by created_at, id`,
  ])
  return {
    orderId: row.id,
    orderedAt: row.created_at.toISOString(),
    productName: row.product_name,
    amount: row.amount,
    paymentMethod: row.payment_method,
    maskedCardNumber: row.masked_card_number,
    providerPaymentId: row.provider_payment_id,
    startsAt: row.starts_at?.toISOString() ?? null,
    clinicianName: row.clinician,
    consents: consents.map(({ subject, version, at }) => ({ subject, version, at: at.toISOString() })),
    actions: actions.map(({ at, type, role }) => ({ at: at.toISOString(), type, role })),
    notesSignedAt: notes.map(({ signed_at }) => signed_at.toISOString()),
    refunds: refunds.map(({ amount, state, at }) => ({ amount, state, at: at.toISOString() })),
  }
}
