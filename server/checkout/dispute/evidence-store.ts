import type { Evidence } from '@cuida/core/checkout/dispute/desk-dispute-api.ts'
import type { Row } from 'postgres'
import type { Sql } from '../../kit/db/db.ts'

const KINDS = ['document', 'telemedicine']

/**
 * Evidence that an order was placed, agreed to and delivered. It reads no health data: no answers, and of signed
 * notes only the time.
 */
export async function evidenceOf(sql: Sql, attemptId: string): Promise<Evidence> {
  const [row] = await sql`
    select o.id, o.account_id, o.created_at, o.product_name, o.payment_method, o.masked_card_number, a.amount,
      a.provider_payment_id, c.id as consultation_id, coalesce(c.starts_at, s.starts_at) as starts_at, cl.name as clinician
    from payment_attempt a join care_order o on o.id = a.order_id
    left join consultation c on c.order_id = o.id
    left join slot_hold s on s.id = o.slot_hold_id
    left join clinician cl on cl.id = s.clinician_id
    where a.id = ${attemptId}`
  if (!row) throw new Error('the disputed payment does not exist')
  const [consents, refunds, actions, notes] = await Promise.all([
    consentsOf(sql, row.account_id),
    refundsOf(sql, attemptId),
    sql`select at, coalesce(detail, status) as type, source as role from order_event where order_id = ${row.id}
      union all
      select at, type, role from consultation_action where consultation_id = ${row.consultation_id} order by at`,
    sql`select signed_at from note where consultation_id = ${row.consultation_id} order by signed_at`,
  ])
  return {
    orderedAt: row.created_at.toISOString(),
    productName: row.product_name,
    amount: row.amount,
    paymentMethod: row.payment_method,
    maskedCardNumber: row.masked_card_number,
    providerPaymentId: row.provider_payment_id,
    startsAt: row.starts_at?.toISOString() ?? null,
    clinicianName: row.clinician,
    consents,
    refunds,
    actions: actions.map(actionOf),
    notesSignedAt: notes.map(signedAt),
  }
}

/** Evidence for a subscription charge: its history, and the consultations that it covered. */
export async function evidenceOfCharge(sql: Sql, chargeId: string): Promise<Evidence> {
  const [row] = await sql`
    select s.id, s.account_id, s.created_at, s.plan_name, m.amount, m.provider_payment_id
    from subscription_payment m join subscription s on s.id = m.subscription_id where m.id = ${chargeId}`
  if (!row) throw new Error('the disputed payment does not exist')
  const covered = sql`(
    select c.id from subscription_payment m join subscription s on s.id = m.subscription_id
    join care_order o on o.patient_id = s.patient_id
      and o.created_at >= m.paid_at and o.created_at < m.paid_at + interval '1 month'
    join consultation c on c.order_id = o.id
    where m.id = ${chargeId} and jsonb_path_exists(o.price, '$.lines[*] ? (@.kind == "subscription")'))`
  const [consents, refunds, actions, notes] = await Promise.all([
    consentsOf(sql, row.account_id),
    refundsOf(sql, chargeId),
    sql`select at, split_part(coalesce(detail, status), ' ', 1) as type, source as role from subscription_event where subscription_id = ${row.id}
      union all
      select at, type, role from consultation_action where consultation_id in ${covered} order by at`,
    sql`select signed_at from note where consultation_id in ${covered} order by signed_at`,
  ])
  return {
    orderedAt: row.created_at.toISOString(),
    productName: row.plan_name,
    amount: row.amount,
    paymentMethod: 'CARD_FIRST_PAYMENT',
    maskedCardNumber: null,
    providerPaymentId: row.provider_payment_id,
    startsAt: null,
    clinicianName: null,
    consents,
    refunds,
    actions: actions.map(actionOf),
    notesSignedAt: notes.map(signedAt),
  }
}

async function consentsOf(sql: Sql, accountId: string): Promise<Evidence['consents']> {
  const rows = await sql`
    select c.kind, t.body::json ->> 'title' as title, c.version, c.at
    from consent c join consent_text t on t.hash = c.text_hash
    where c.account_id = ${accountId} and c.given and c.kind = any(${KINDS}) order by c.at, c.seq`
  return rows.map(({ kind, title, version, at }) => ({ kind, title, version, at: at.toISOString() }))
}

async function refundsOf(sql: Sql, paymentId: string): Promise<Evidence['refunds']> {
  const rows = await sql`
    select amount, state, coalesce(settled_at, created_at) as at from refund
    where payment_id = ${paymentId} order by created_at, id`
  return rows.map(({ amount, state, at }) => ({ amount, state, at: at.toISOString() }))
}

const actionOf = ({ at, type, role }: Row): Evidence['actions'][number] => ({ at: at.toISOString(), type, role })
const signedAt = ({ signed_at }: Row): string => signed_at.toISOString()
