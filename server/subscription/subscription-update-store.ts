import type { PendingChange } from '@cuida/core/subscription/pending-change.ts'
import type { Sql, Tx } from '../kit/db/db.ts'
import type { Activation, SubscriptionPaymentUpdate, SubscriptionUpdate } from '../providers/subscription/port.ts'

/** Numbers requests to the provider: of two answers with the same version, that of the later request wins. */
export async function nextFetchNumber(sql: Sql): Promise<number> {
  const [row] = await sql<
    { fetchNumber: number }[]
  >`select nextval('subscription_fetch_number')::float8 as "fetchNumber"`
  return row?.fetchNumber ?? 0
}

/** Saves an update; the caller holds the row's lock. `pendingChange` is what remains of it. */
export async function saveSubscriptionUpdate(
  tx: Tx,
  id: string,
  update: SubscriptionUpdate,
  {
    fetchNumber,
    pendingChange,
    isCardGiven,
  }: { fetchNumber: number; pendingChange: PendingChange | null; isCardGiven: boolean },
): Promise<void> {
  await tx`
    update subscription set status = ${update.status},
      last_payment_status = coalesce(${update.lastPayment?.status ?? null}, last_payment_status),
      current_period_end = coalesce(${update.periodEnd ?? null}, current_period_end),
      cancel_at_period_end = ${update.endsAtPeriodEnd}, version = ${update.version}, fetch_number =${fetchNumber}, pending_change = ${pendingChange},
      activation_url = case when ${isCardGiven} then null else activation_url end,
      activation_payment_id = case when ${isCardGiven} then null else activation_payment_id end,
      changed_at = clock_timestamp()
    where id = ${id}`
}

/**
 * Saves a payment's state. The refunded amount never falls, and a final status stays. True when something was new.
 */
export async function savePayment(
  tx: Tx,
  subscriptionId: string,
  provider: string,
  update: SubscriptionPaymentUpdate,
): Promise<boolean> {
  const { paymentId, status, amount, refunded, currency, version, createdAt } = update
  const { count } = await tx`
    insert into subscription_payment as p (subscription_id, provider, provider_payment_id, status, amount, refunded,
      currency, version, paid_at)
    values (${subscriptionId}, ${provider}, ${paymentId}, ${status}, ${amount}, ${refunded}, ${currency}, ${version},
      ${createdAt})
    on conflict (provider, provider_payment_id) do update
      set status = excluded.status, amount = excluded.amount, refunded = excluded.refunded, version = excluded.version
      where p.subscription_id = excluded.subscription_id and excluded.refunded >= p.refunded
        and (excluded.version > p.version
          or (excluded.version = p.version and (p.status = 'PENDING' or excluded.refunded > p.refunded)))`
  return count === 1
}

/** A paid month gets an invoice. When it is fully refunded before billing, the invoice is void. */
export async function openPaymentInvoice(
  tx: Tx,
  provider: string,
  { paymentId }: SubscriptionPaymentUpdate,
): Promise<void> {
  await tx`
    with payment as (
      select id, amount, refunded, status from subscription_payment
      where provider = ${provider} and provider_payment_id = ${paymentId} and amount > 0
    ), opened as (
      insert into invoice (subscription_payment_id)
      select id from payment where status = 'SUCCEEDED' and refunded = 0 on conflict do nothing
    )
    update invoice i set refunded_at = clock_timestamp(), changed_at = clock_timestamp(),
      state = case when i.state = 'open' and i.billing_at is null then 'void' else i.state end
    from payment p where i.subscription_payment_id = p.id and p.refunded = p.amount and i.refunded_at is null`
}

export interface SubscriptionPayment {
  id: string
  status: string
  amount: number
  refunded: number
  currency: 'EUR' | 'BRL' | 'USD'
  at: Date
  invoiceNumber: string | null
}

/** The newest payments that moved money or should have. */
export async function findPayments(sql: Sql, subscriptionId: string): Promise<SubscriptionPayment[]> {
  const rows = await sql<SubscriptionPayment[]>`
    select p.id, p.status, p.amount, p.refunded, p.currency, p.paid_at as at, i.number as "invoiceNumber"
    from subscription_payment p left join invoice i on i.subscription_payment_id = p.id
    where p.subscription_id = ${subscriptionId} and p.amount > 0 order by p.paid_at desc, p.id limit 12`
  return [...rows]
}

/** Whether a payment is stored with this status: then the provider need not be asked about it. */
export async function isKnownPayment(sql: Sql, provider: string, payment: { id: string; status: string }) {
  const [row] = await sql`
    select 1 from subscription_payment
    where provider = ${provider} and provider_payment_id = ${payment.id} and status = ${payment.status}`
  return row !== undefined
}

export async function findKnownPayments(
  sql: Sql,
  provider: string,
  { providerId, ids }: { providerId: string; ids: readonly string[] },
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select p.provider_payment_id as id from subscription_payment p join subscription s on s.id = p.subscription_id
    where p.provider = ${provider} and s.provider_id = ${providerId} and p.provider_payment_id = any(${[...ids]})`
  return rows.map(({ id }) => id)
}

/** Money of the payment was refunded: marks our refund as done, if it was ours. */
export async function applyPaymentRefunds(
  tx: Tx,
  provider: string,
  { paymentId }: SubscriptionPaymentUpdate,
): Promise<void> {
  await tx`
    select graphile_worker.add_job('refundSubscriptionCharge', payload => json_build_object('chargeId', id),
      job_key => 'refund:' || id, max_attempts => 25)
    from subscription_payment where provider = ${provider} and provider_payment_id = ${paymentId} and refunded > 0`
}

/** The first month was charged, and the provider does not have the regular amount yet. */
export async function isRaiseDue(sql: Sql, id: string): Promise<boolean> {
  const [row] = await sql`
    select 1 from subscription s
    where s.id = ${id} and s.raised_at is null and s.first_amount < s.amount and s.on_hold_at is null
      and s.status in ('ACTIVE', 'TRIALING', 'PAST_DUE')
      and exists (select 1 from subscription_payment p
        where p.subscription_id = s.id and p.amount > 0 and p.status in ('SUCCEEDED', 'PARTIALLY_REFUNDED', 'REFUNDED'))`
  return row !== undefined
}

export async function markRaised(sql: Sql, id: string): Promise<void> {
  await sql`update subscription set raised_at = clock_timestamp() where id = ${id}`
}

export async function putOnHold(sql: Sql, id: string): Promise<void> {
  await sql`update subscription set on_hold_at = clock_timestamp() where id = ${id}`
}

/** A manager releases the hold; a later update may put it on hold again. False when it was not on hold. */
export async function releaseHold(sql: Sql, id: string): Promise<boolean> {
  const { count } = await sql`
    update subscription set on_hold_at = null where id = ${id} and on_hold_at is not null`
  return count === 1
}

/** Stores the provider's id; false when another one is stored already. */
export async function saveProviderId(sql: Sql, id: string, providerId: string): Promise<boolean> {
  const { count } = await sql`
    update subscription set provider_id = ${providerId} where id = ${id} and provider_id is null`
  return count === 1
}

/** Stores the card page, unless the holder has changed their mind meanwhile. */
export async function saveActivation(sql: Sql, id: string, { url, paymentId }: Activation): Promise<void> {
  await sql`
    update subscription set activation_url = ${url}, activation_payment_id = ${paymentId}, pending_change = null,
      changed_at = clock_timestamp()
    where id = ${id} and pending_change = 'card'`
}

/** In place of the payment that a provider's page makes: the card is typed in our own form. */
export const OWN_FORM = 'own-form'

/** Our form has done its work. */
export async function endOwnForm(sql: Sql, id: string): Promise<void> {
  await sql`
    update subscription set activation_url = null, activation_payment_id = null, changed_at = clock_timestamp()
    where id = ${id} and activation_payment_id = ${OWN_FORM}`
}

/** The provider refuses the change: it is not tried again. */
export async function dropPendingChange(sql: Sql, id: string, pendingChange: PendingChange): Promise<void> {
  await sql`update subscription set pending_change = null, changed_at = clock_timestamp() where id = ${id} and pending_change = ${pendingChange}`
}

/** Ends a subscription that never reached the provider. */
export async function endUnknownSubscription(sql: Sql, id: string): Promise<void> {
  await sql`
    update subscription set status = 'EXPIRED', pending_change = null, changed_at = clock_timestamp()
    where id = ${id} and provider_id is null`
}
