import type {
  Difference,
  DifferenceKind,
  OurPayment,
  TheirPayment,
} from '@cuida/core/checkout/reconciliation/reconciliation.ts'
import { encryptText } from '../../kit/crypto/encrypted-text.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'

/** Our attempts at a provider that were created since then, and those with the given ids. */
export async function findOurPayments(
  sql: Sql,
  provider: string,
  since: Date,
  named: readonly string[],
): Promise<OurPayment[]> {
  const rows = await sql<OurPayment[]>`
    select id as "attemptId", order_id as "orderId", provider_payment_id as "providerPaymentId", captured, refunded,
      currency, created_at as at, on_hold_at is not null as "isOnHold",
      ${disputeStatusOf(sql)} as dispute
    from payment_attempt
    where provider = ${provider} and (created_at >= ${since} or id = any(${named.filter(isId)}::uuid[]))`
  return [...rows]
}

const disputeStatusOf = (sql: Sql) => sql`
  case when exists (select 1 from dispute d where d.attempt_id = payment_attempt.id and d.state in ('open', 'answered'))
    then 'open' when charged_back > 0 then 'lost' else 'none' end`

/** The provider's payments that are subscription charges and have the same amounts in our books. */
export async function findCharges(sql: Sql, provider: string, payments: readonly TheirPayment[]): Promise<Set<string>> {
  const rows = await sql<Omit<TheirPayment, 'reference' | 'at'>[]>`
    select provider_payment_id as "providerPaymentId", amount as paid, refunded, currency from subscription_payment
    where provider = ${provider} and provider_payment_id = any(${payments.map((their) => their.providerPaymentId)})`
  const keyOf = ({ providerPaymentId, paid, refunded, currency }: Omit<TheirPayment, 'reference' | 'at'>) =>
    `${providerPaymentId} ${paid} ${refunded} ${currency}`
  const chargeKeys = new Set(rows.map(keyOf))
  return new Set(payments.filter((their) => chargeKeys.has(keyOf(their))).map((their) => their.providerPaymentId))
}

/** Creates a desk task; false when it exists already. */
export async function insertTask(sql: Sql, provider: string, difference: Difference): Promise<boolean> {
  const { kind, providerPaymentId, attemptId, orderId, chargeId = null, ours, theirs } = difference
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
