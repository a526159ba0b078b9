import { patientInvoice } from '@cuida/core/checkout/invoice/invoice.ts'
import type { DeskSubscription, SubscriptionCharge } from '@cuida/core/checkout/subscription/desk-subscription-api.ts'
import type { Row } from 'postgres'
import type { Sql } from '../../kit/db/db.ts'
import { isRecordable } from '../dispute/dispute-store.ts'
import { findRequestRows, refundOf, requestOf } from '../order/desk-order-detail-store.ts'
import { refundableAmount } from '../refund/refund-store.ts'
import { lineOf, subscriptionColumns } from './desk-subscription-store.ts'

/** One subscription with its charges, refunds and history, as this manager may see it. */
export async function findDeskSubscription(
  sql: Sql,
  id: string,
  staffId: string,
): Promise<DeskSubscription | undefined> {
  const [row] = await sql`
    select ${subscriptionColumns(sql)}, s.account_id, s.provider, s.provider_id, s.current_period_end, s.cancel_at_period_end, s.pending_change,
      s.on_hold_at, p.first_name || ' ' || p.last_name as payer_name
    from subscription s left join patient p on p.account_id = s.account_id and p.deleted_at is null
    where s.id = ${id}`
  if (!row) return undefined
  const ofIt = sql`(select id from subscription_payment where subscription_id = ${id})`
  const [charges, requests, refunds, timeline] = await Promise.all([
    findCharges(sql, id),
    findRequestRows(sql, sql`q.payment_id in ${ofIt}`),
    sql`select r.* from refund r where r.payment_id in ${ofIt} order by r.created_at, r.id`,
    sql`select e.*, s.name as by from subscription_event e left join staff s on s.id = e.staff_id
      where e.subscription_id = ${id} order by e.id`,
  ])
  return {
    ...lineOf(row),
    payer: row.payer_name === null ? null : { accountId: row.account_id, name: row.payer_name },
    provider: row.provider,
    providerId: row.provider_id,
    pendingChange: row.pending_change,
    currentPeriodEnd: row.current_period_end?.toISOString() ?? null,
    cancelAtPeriodEnd: row.cancel_at_period_end,
    isOnHold: row.on_hold_at !== null,
    charges,
    requests: requests.map((request) => ({ ...requestOf(request, staffId), chargeId: request.payment_id })),
    refunds: refunds.map((refund) => ({ ...refundOf(refund), chargeId: refund.payment_id })),
    timeline: timeline.map(({ at, source, status, detail, by }) => ({
      at: at.toISOString(),
      source,
      status,
      detail,
      by,
    })),
  }
}

async function findCharges(sql: Sql, id: string): Promise<SubscriptionCharge[]> {
  const rows = await sql`
    select p.*, ${refundableAmount(sql)} as left, i.state as invoice_state, i.number as invoice_number,
      i.refunded_at is not null as invoice_refunded, d.id as dispute_id, d.state as dispute_state, a.captured
    from subscription_payment p
    -- Without the offset the view would be read as a whole, and joined.
    join lateral (select * from paid_money m where m.id = p.id offset 0) a on true
    left join dispute d on d.payment_id = p.id and d.kind = 'chargeback'
    left join invoice i on i.subscription_payment_id = p.id and i.provider <> 'dummy'
    where p.subscription_id = ${id} and p.amount > 0 order by p.paid_at desc, p.id`
  return rows.map(chargeOf)
}

const chargeOf = (row: Row): SubscriptionCharge => ({
  id: row.id,
  providerPaymentId: row.provider_payment_id,
  status: row.status,
  amount: row.amount,
  refunded: row.refunded,
  left: row.left,
  at: row.paid_at.toISOString(),
  invoice: row.invoice_state
    ? patientInvoice({ state: row.invoice_state, number: row.invoice_number, isRefunded: row.invoice_refunded })
    : null,
  dispute: row.dispute_id && { id: row.dispute_id, state: row.dispute_state },
  mayRecordDispute: row.dispute_id === null && isRecordable(row),
})
