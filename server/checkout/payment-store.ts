import { shownInvoice } from '@cuida/core/checkout/invoice.ts'
import { paymentStatus } from '@cuida/core/checkout/payment.ts'
import type { Payment, PaymentSummary } from '@cuida/core/checkout/payment-api.ts'
import type { Row } from 'postgres'
import type { Sql } from '../kit/db.ts'

/** Whose money an order is, and whose care. */
export async function findPayer(
  sql: Sql,
  orderId: string,
): Promise<{ accountId: string; patientId: string } | undefined> {
  const [row] = await sql<{ accountId: string; patientId: string }[]>`
    select account_id as "accountId", patient_id as "patientId" from care_order where id = ${orderId}`
  return row
}

const payments = (sql: Sql) => sql`
  payment_attempt a join care_order o on o.id = a.order_id join patient p on p.id = o.patient_id`

const listed = (sql: Sql) => sql`
  a.id, a.order_id, a.state, a.amount, a.captured, a.refunded, a.failure_reason, a.currency, a.created_at,
  o.product_name, o.product_slug, o.patient_id, p.first_name, o.payment_method, o.card_type, o.masked_card_number,
  (select coalesce(sum(r.amount), 0)::int from refund r where r.attempt_id = a.id and r.state <> 'done') as pending`

const summaryOf = (row: Row): PaymentSummary => ({
  id: row.id,
  orderId: row.order_id,
  status: paymentStatus({
    ...{ state: row.state, captured: row.captured, refunded: row.refunded },
    failure: row.failure_reason,
  }),
  product: { name: row.product_name, slug: row.product_slug },
  patient: { id: row.patient_id, firstName: row.first_name },
  amount: row.amount,
  currency: row.currency,
  refundAmount: row.refunded,
  refundPending: row.pending,
  paymentMethodType: row.payment_method,
  cardType: row.card_type,
  maskedCardNumber: row.masked_card_number,
  createdAt: row.created_at.toISOString(),
})

/** What this account paid for one of its people, the newest first. */
export async function paymentsOf(
  sql: Sql,
  { accountId, patientId, page, pageSize }: { accountId: string; patientId: string; page: number; pageSize: number },
): Promise<{ items: PaymentSummary[]; total: number }> {
  const where = sql`o.patient_id = ${patientId} and o.account_id = ${accountId}`
  const [rows, [count]] = await Promise.all([
    sql`select ${listed(sql)} from ${payments(sql)} where ${where}
      order by a.created_at desc, a.id limit ${pageSize} offset ${(page - 1) * pageSize}`,
    sql<{ total: number }[]>`select count(*)::int as total from ${payments(sql)} where ${where}`,
  ])
  return { items: rows.map(summaryOf), total: count?.total ?? 0 }
}

/** One payment in full, if this account made it. */
export async function findPayment(sql: Sql, id: string, accountId: string): Promise<Payment | undefined> {
  const [row] = await sql`
    select ${listed(sql)}, o.price, o.installments, c.id as consultation_id,
      i.state as invoice_state, i.number as invoice_number, i.refunded_at is not null as invoice_refunded
    from ${payments(sql)} left join consultation c on c.order_id = o.id
    left join invoice i on i.order_id = o.id and i.provider <> 'dummy'
    where a.id = ${id} and o.account_id = ${accountId}`
  if (!row) return undefined
  const refunds = await sql`
    select amount, state, reason, created_at, settled_at from refund where attempt_id = ${id} order by created_at, id`
  return {
    ...summaryOf(row),
    lines: row.price.lines,
    installments: row.installments,
    consultationId: row.consultation_id,
    refunds: refunds.map(({ amount, state, reason, created_at, settled_at }) => ({
      ...{ amount, state, reason },
      createdAt: created_at.toISOString(),
      settledAt: settled_at?.toISOString() ?? null,
    })),
    invoice: row.invoice_state
      ? shownInvoice({ state: row.invoice_state, number: row.invoice_number, isRefunded: row.invoice_refunded })
      : null,
    hasReceipt: row.captured > 0,
  }
}

/** Who a receipt is made out to, and in which language they read. */
export async function findHolder(sql: Sql, accountId: string): Promise<{ name: string; locale: string } | undefined> {
  const [row] = await sql<{ name: string; locale: string }[]>`
    select p.first_name || ' ' || p.last_name as name, a.locale from account a join patient p on p.account_id = a.id
    where a.id = ${accountId}`
  return row
}
