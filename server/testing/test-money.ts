import { randomUUID } from 'node:crypto'
import type { TestClinician } from '../care/test-people.ts'
import type { TestContext } from './test-context.ts'

/**
 * A paid order with a refund that the provider refused, a refund that waits for approval, and payments that need
 * review.
 */
export async function insertMoney({ db }: TestContext, paymentId: string, { staffId }: TestClinician) {
  const [paid] = await db<{ id: string; order_id: string }[]>`
    with bought as (
      insert into care_order (cart_id, account_id, patient_id, product_id, product_slug, product_name, status, amount,
        currency, price, payment_method, failure_reason)
      select o.cart_id, o.account_id, o.patient_id, o.product_id, o.product_slug, o.product_name, 'FAILED', o.amount,
        o.currency, o.price, o.payment_method, 'EXPIRED'
      from care_order o join payment_attempt a on a.order_id = o.id where a.id = ${paymentId}
      returning id
    )
    insert into payment_attempt (order_id, provider, state, amount, captured, refund_owed, currency)
    select id, 'monei', 'succeeded', 3900, 3900, 900, 'EUR' from bought returning id, order_id`
  const { id = '', order_id: orderId = '' } = paid ?? {}
  const [refund] = await db<{ id: string }[]>`
    insert into refund (attempt_id, amount, reason, state, refunded_before, settled_at)
    values (${id}, 900, 'PAID_TOO_LATE', 'refused', 0, now()) returning id`
  const [request] = await db<{ id: string }[]>`
    insert into refund_request (attempt_id, amount, reason, requested_by, expires_at)
    values (${id}, 500, 'They waited for an hour', ${staffId}, now() + interval '7 days') returning id`
  // On a payment of its own: a disputed payment cannot be refunded.
  const [dispute] = await db<{ id: string }[]>`
    with other as (
      insert into care_order (cart_id, account_id, patient_id, product_id, product_slug, product_name, status, amount,
        currency, price, payment_method, failure_reason)
      select cart_id, account_id, patient_id, product_id, product_slug, product_name, 'FAILED', amount, currency, price,
        payment_method, 'EXPIRED' from care_order where id = ${orderId}
      returning id
    ), paid as (
      insert into payment_attempt (order_id, provider, state, amount, captured, currency)
      select id, 'monei', 'succeeded', 3900, 3900, 'EUR' from other returning id
    )
    insert into dispute (attempt_id, kind, state, amount, deadline, recorded_by)
    select id, 'chargeback', 'open', 3900, now() + interval '7 days', ${staffId} from paid returning id`
  const [task] = await db<{ id: string }[]>`
    insert into reconciliation_task (kind, provider, attempt_id, order_id, ours, theirs)
    values ('REFUND_REFUSED', 'monei', ${id}, ${orderId}, 3900, 0) returning id`
  return {
    refund: refund?.id ?? '',
    refundRequest: request?.id ?? '',
    moneyTask: task?.id ?? '',
    dispute: dispute?.id ?? '',
  }
}

/** A subscription with a paid charge, one refund that waits for approval and one that failed. */
export async function insertSubscription(
  { db }: TestContext,
  accountId: string,
  patientId: string,
  { staffId }: TestClinician,
) {
  const [row] = await db<{ id: string }[]>`
    insert into subscription (account_id, patient_id, plan_id, plan_name, provider, amount, first_amount, trial_days,
      currency, status, current_period_end)
    values (${accountId}, ${patientId}, '1', 'Monthly plan', 'monei', 1900, 950, 14, 'EUR', 'ACTIVE',
      now() + interval '20 days') returning id`
  const [charge] = await db<{ id: string }[]>`
    insert into subscription_payment (subscription_id, provider, provider_payment_id, status, amount, currency, version,
      paid_at)
    values (${row?.id ?? ''}, 'monei', ${randomUUID()}, 'SUCCEEDED', 1900, 'EUR', 1, now()) returning id`
  const [refund] = await db<{ id: string }[]>`
    insert into refund (subscription_payment_id, amount, reason, state, refunded_before, settled_at)
    values (${charge?.id ?? ''}, 900, 'DESK', 'refused', 0, now()) returning id`
  const [request] = await db<{ id: string }[]>`
    insert into refund_request (subscription_payment_id, amount, reason, requested_by, expires_at)
    values (${charge?.id ?? ''}, 500, 'They were charged by mistake', ${staffId}, now() + interval '7 days') returning id`
  return {
    subscription: row?.id ?? '',
    subscriptionCharge: charge?.id ?? '',
    chargeRefund: refund?.id ?? '',
    chargeRefundRequest: request?.id ?? '',
  }
}
