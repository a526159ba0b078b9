import type {
  Difference,
  DifferenceKind,
  OurPayment,
  TheirPayment,
} from '@cuida/core/checkout/reconciliation/reconciliation.ts'
import { encryptText } from '../../kit/crypto/encrypted-text.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'

/** Our attempts and subscription charges at a provider since then, and those that its payments name. */
export async function findOurPayments(
  sql: Sql,
  provider: string,
  since: Date,
  named: readonly TheirPayment[],
): Promise<OurPayment[]> {
  const attemptIds = named.map(({ reference }) => reference).filter(isId)
  const rows = await sql<OurPayment[]>`
    select a.id as "attemptId", a.order_id as "orderId", null as "chargeId",
      a.provider_payment_id as "providerPaymentId", m.captured, m.refunded, a.currency, a.created_at as at,
      m.is_on_hold as "isOnHold", ${disputeOf(sql)} as dispute, null::timestamptz as "chargedBefore"
    from payment_attempt a join paid_money m on m.id = a.id
    where a.provider = ${provider} and (a.created_at >= ${since} or a.id = any(${attemptIds}::uuid[]))
    union all
    select null, null, p.id, p.provider_payment_id, m.captured, m.refunded, p.currency, p.paid_at, m.is_on_hold,
      ${disputeOf(sql)}, ${chargeBefore(sql)}
    from subscription_payment p join paid_money m on m.id = p.id
    where p.provider = ${provider} and (p.paid_at >= ${since}
      or p.provider_payment_id = any(${named.map(({ providerPaymentId }) => providerPaymentId)}))`
  return [...rows]
}

const disputeOf = (sql: Sql) => sql`
  case when m.is_in_dispute then 'open' when m.charged_back > 0 then 'lost' else 'none' end`

const chargeBefore = (sql: Sql) => sql`
  (select max(e.paid_at) from subscription_payment e join paid_money k on k.id = e.id
    where e.subscription_id = p.subscription_id and (e.paid_at, e.id) < (p.paid_at, p.id)
      and k.captured > k.refunded + k.charged_back)`

/** Creates a desk task; false when it exists already. */
export async function insertTask(sql: Sql, provider: string, difference: Difference): Promise<boolean> {
  const { kind, providerPaymentId, attemptId, orderId, chargeId, ours, theirs } = difference
  const { count } = await sql`
    insert into reconciliation_task (kind, provider, provider_payment_id, attempt_id, order_id, subscription_payment_id,
      ours, theirs)
    values (${kind}, ${provider}, ${providerPaymentId}, ${attemptId}, ${orderId}, ${chargeId}, ${ours}, ${theirs})
    on conflict do nothing`
  return count === 1
}

/** Resolves the open task that a manager's action on the payment has settled, if there is one. */
export async function resolveTaskOf(
  tx: Tx,
  paymentId: string,
  { kind, staffId, reason }: { kind: DifferenceKind; staffId: string; reason: string },
): Promise<void> {
  await tx`
    update reconciliation_task set state = 'resolved', resolved_at = clock_timestamp(), resolved_by = ${staffId},
      reason = ${encryptText(tx, 'reconciliation_task.reason', reason)}
    where ${paymentId} in (attempt_id, subscription_payment_id) and kind = ${kind} and state = 'open'`
}

/** A reference from outside may be any text. */
const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
