import { type InvoiceRecord, patientInvoice } from '@cuida/core/checkout/invoice/invoice.ts'
import { chargeStatus, type PaymentStatus, paymentStatus } from '@cuida/core/checkout/payment/payment.ts'
import type { Payment, PaymentSummary } from '@cuida/core/checkout/payment/payment-api.ts'
import type { Page, PageRequest } from '@cuida/core/kit/paged-list.ts'
import type { Row } from 'postgres'
import type { Sql } from '../../kit/db/db.ts'
import { mapPage, newestFirst, readPage } from '../../kit/db/read-page.ts'

export async function findPayer(
  sql: Sql,
  orderId: string,
): Promise<{ accountId: string; patientId: string } | undefined> {
  const [row] = await sql<{ accountId: string; patientId: string }[]>`
    select account_id as "accountId", patient_id as "patientId" from care_order where id = ${orderId}`
  return row
}

/** Order attempts, and subscription charges that moved money or should have. */
const payments = (sql: Sql) => sql`(
  select a.id, o.account_id, o.patient_id, a.order_id, null::uuid as subscription_id, a.state, null as month_status,
    a.amount, a.currency, a.failure_reason, a.created_at, o.product_name, o.product_slug, o.payment_method, o.card_type,
    o.masked_card_number, o.installments, o.payer_total, o.price -> 'lines' as lines
  from payment_attempt a join care_order o on o.id = a.order_id
  union all
  select m.id, s.account_id, s.patient_id, null, s.id, null, m.status, m.amount, m.currency, null, m.paid_at, s.plan_name,
    null, 'CARD_FIRST_PAYMENT', null, null, 1, null, jsonb_build_array(
      jsonb_build_object('kind', 'product', 'name', s.plan_name, 'percentage', null, 'amount', m.amount))
  from subscription_payment m join subscription s on s.id = m.subscription_id where m.amount > 0
) as paid`

const listed = (sql: Sql) => sql`
  paid.*, p.first_name, m.captured, m.refunded, m.charged_back, m.is_in_dispute,
  (select coalesce(sum(r.amount), 0)::int from refund r where r.payment_id = paid.id and r.state <> 'done') as pending
  from ${payments(sql)} join patient p on p.id = paid.patient_id join paid_money m on m.id = paid.id`

const statusOf = ({ month_status, state, captured, refunded, failure_reason: failure, ...row }: Row): PaymentStatus =>
  month_status === null
    ? paymentStatus({
        state,
        captured,
        refunded,
        failure,
        isInDispute: row.is_in_dispute,
        chargedBack: row.charged_back,
      })
    : chargeStatus(month_status)

const summaryOf = (row: Row): PaymentSummary => ({
  id: row.id,
  orderId: row.order_id,
  subscriptionId: row.subscription_id,
  status: statusOf(row),
  product: { name: row.product_name, slug: row.product_slug },
  patient: { id: row.patient_id, firstName: row.first_name },
  amount: row.amount,
  currency: row.currency,
  refundAmount: row.refunded,
  refundPending: row.pending,
  chargedBack: row.charged_back,
  paymentMethodType: row.payment_method,
  cardType: row.card_type,
  maskedCardNumber: row.masked_card_number,
  createdAt: row.created_at.toISOString(),
})

interface Payers {
  accountId: string
  patientId: string
}
/** What this account paid for one of its patients, newest first. */
export async function paymentsOf(
  sql: Sql,
  { accountId, patientId, ...request }: Payers & PageRequest,
): Promise<Page<PaymentSummary> & { total: number }> {
  const where = sql`paid.patient_id = ${patientId} and paid.account_id = ${accountId}`
  const [page, [count]] = await Promise.all([
    readPage(sql, request, {
      select: (position) => sql`select ${position} ${listed(sql)}`,
      where,
      order: newestFirst(sql`paid.created_at`, sql`paid.id`),
    }),
    sql<{ total: number }[]>`select count(*)::int as total from ${payments(sql)} where ${where}`,
  ])
  return { ...mapPage(page, summaryOf), total: count?.total ?? 0 }
}

interface Asked {
  id: string
  accountId: string
  /** The invoicing provider; `dummy` when there is none to ask. */
  invoicing: string
}

/** One payment in full; undefined when another account made it. */
export async function findPayment(sql: Sql, { id, accountId, invoicing }: Asked): Promise<Payment | undefined> {
  const [row] = await sql`
    select ${listed(sql)} where paid.id = ${id} and paid.account_id = ${accountId}`
  if (!row) return undefined
  const [[consultation], [invoice], refunds] = await Promise.all([
    sql`select id from consultation where order_id = ${row.order_id}`,
    sql<InvoiceRecord[]>`
      select state, number, refunded_at is not null as "isRefunded" from invoice
      where (order_id = ${row.order_id} or subscription_payment_id = ${id})
        and coalesce(provider, ${invoicing}) <> 'dummy'`,
    sql`select amount, state, reason, created_at, settled_at from refund where payment_id = ${id} order by created_at, id`,
  ])
  return {
    ...summaryOf(row),
    lines: row.lines,
    installments: row.installments,
    payerTotal: row.payer_total ?? row.amount,
    consultationId: consultation?.id ?? null,
    refunds: refunds.map(({ amount, state, reason, created_at, settled_at }) => ({
      amount,
      state,
      reason,
      createdAt: created_at.toISOString(),
      settledAt: settled_at?.toISOString() ?? null,
    })),
    invoice: invoice ? patientInvoice(invoice) : null,
    hasReceipt: row.captured > 0,
  }
}

/** The name on a receipt, and the language that it is written in. */
export async function findHolder(sql: Sql, accountId: string): Promise<{ name: string; locale: string } | undefined> {
  const [row] = await sql<{ name: string; locale: string }[]>`
    select p.first_name || ' ' || p.last_name as name, a.locale from account a join patient p on p.account_id = a.id
    where a.id = ${accountId}`
  return row
}
