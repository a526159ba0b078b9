import type { Subscription } from '@cuida/core/subscription/api.ts'
import type { PendingChange } from '@cuida/core/subscription/pending-change.ts'
import type { Terms } from '@cuida/core/subscription/plan-terms.ts'
import type { Sql, Tx } from '../kit/db/db.ts'

export interface StoredSubscription {
  id: string
  accountId: string
  patientId: string
  planId: string
  planName: string
  provider: string
  providerId: string | null
  status: string
  lastPaymentStatus: string | null
  terms: Terms
  /** The provider charges the regular amount, no longer that of the first month. */
  isRaised: boolean
  currency: 'EUR' | 'BRL' | 'USD'
  currentPeriodEnd: Date | null
  cancelAtPeriodEnd: boolean
  pendingChange: PendingChange | null
  activationUrl: string | null
  activationPaymentId: string | null
  version: number
  fetchNumber: number
  isOnHold: boolean
}

const OVER = ['CANCELED', 'EXPIRED']

const columns = (sql: Sql) => sql`
  s.id, s.account_id as "accountId", s.patient_id as "patientId", s.plan_id as "planId", s.plan_name as "planName",
  s.provider, s.provider_id as "providerId", s.status, s.last_payment_status as "lastPaymentStatus",
  json_build_object('amount', s.amount, 'firstAmount', s.first_amount, 'trialDays', s.trial_days) as terms,
  s.raised_at is not null as "isRaised", s.currency, s.current_period_end as "currentPeriodEnd",
  s.cancel_at_period_end as "cancelAtPeriodEnd", s.pending_change as "pendingChange", s.activation_url as "activationUrl",
  s.activation_payment_id as "activationPaymentId", s.version::float8 as version, s.fetch_number::float8 as "fetchNumber",
  s.on_hold_at is not null as "isOnHold"`

/**
 * Locks the account until the transaction ends: it cannot subscribe twice or be closed meanwhile. False when it is
 * not active.
 */
export async function lockSubscriber(tx: Tx, accountId: string): Promise<boolean> {
  const [row] = await tx`select 1 from account where id = ${accountId} and status = 'active' for no key update`
  return row !== undefined
}

export async function findSubscription(sql: Sql, id: string): Promise<StoredSubscription | undefined> {
  const [row] = await sql<StoredSubscription[]>`select ${columns(sql)} from subscription s where s.id = ${id}`
  return row
}

/** Locks the row until the transaction ends; "no key" for the reason given at `lockOrder`. */
export async function lockSubscription(tx: Tx, id: string): Promise<StoredSubscription | undefined> {
  const [row] = await tx<
    StoredSubscription[]
  >`select ${columns(tx)} from subscription s where s.id = ${id} for no key update of s`
  return row
}

/** The account's subscription that has not ended. */
export async function findActiveSubscription(sql: Sql, accountId: string): Promise<StoredSubscription | undefined> {
  const [row] = await sql<StoredSubscription[]>`
    select ${columns(sql)} from subscription s where s.account_id = ${accountId} and s.status not in ${sql(OVER)}`
  return row
}

/** Finds a subscription by the id in the webhook's address, or by the provider's id. */
export async function findWebhookSubscription(
  sql: Sql,
  provider: string,
  { hint, providerId }: { hint: string | null; providerId: string },
): Promise<StoredSubscription | undefined> {
  const [row] = await sql<StoredSubscription[]>`
    select ${columns(sql)} from subscription s
    where s.provider = ${provider} and (s.provider_id = ${providerId} or s.id = ${hint})
    order by s.provider_id = ${providerId} desc nulls last limit 1`
  return row
}

/** Whether the account never had a subscription that began: only then it gets the introductory offer. */
export async function isNewSubscriber(sql: Sql, accountId: string): Promise<boolean> {
  const [row] = await sql`
    select 1 from subscription where account_id = ${accountId} and current_period_end is not null limit 1`
  return row === undefined
}

interface NewRow
  extends Pick<StoredSubscription, 'accountId' | 'patientId' | 'planId' | 'planName' | 'provider' | 'terms'> {
  currency: string
}

/** Inserts the pending subscription; its pending change asks for a card page. */
export async function insertSubscription(tx: Tx, row: NewRow): Promise<string> {
  const { accountId, patientId, planId, planName, provider, currency, terms } = row
  const [subscription] = await tx<{ id: string }[]>`
    insert into subscription (account_id, patient_id, plan_id, plan_name, provider, amount, first_amount, trial_days,
      currency, pending_change)
    values (${accountId}, ${patientId}, ${planId}, ${planName}, ${provider}, ${terms.amount}, ${terms.firstAmount},
      ${terms.trialDays}, ${currency}, 'card')
    returning id`
  if (!subscription) throw new Error('the insert of a subscription returned no row')
  await addEvent(tx, subscription.id, 'PENDING', 'app')
  return subscription.id
}

/** The last change wins, whether its holder or the desk asked for it. */
export async function savePendingChange(tx: Tx, id: string, pendingChange: PendingChange): Promise<void> {
  await tx`
    update subscription set pending_change = ${pendingChange}, changed_at = clock_timestamp(),
      activation_url = case when ${pendingChange === 'card'} then null else activation_url end,
      activation_payment_id = case when ${pendingChange === 'card'} then null else activation_payment_id end
    where id = ${id}`
}

/** Ends a subscription that has not begun: another can start at once, and the provider is asked to close this one. */
export async function endPendingSubscription(tx: Tx, id: string): Promise<void> {
  await tx`
    update subscription set status = 'EXPIRED', pending_change = 'close', activation_url = null, activation_payment_id = null,
      changed_at = clock_timestamp()
    where id = ${id} and status = 'PENDING'`
  await addEvent(tx, id, 'EXPIRED', 'app', 'REPLACED')
}

const DESK_ACTIONS = { PAUSE_ASKED: 'paused', RESUME_ASKED: 'resumed', RELEASED: 'released' } as const

/** The latest pause, resume or release by the desk within `days`. */
export async function findLatestDeskAction(sql: Sql, id: string, days: number): Promise<Subscription['desk']> {
  const [row] = await sql<{ detail: keyof typeof DESK_ACTIONS; at: Date }[]>`
    select detail, at from subscription_event
    where subscription_id = ${id} and source = 'staff' and detail in ${sql(Object.keys(DESK_ACTIONS))}
      and at > clock_timestamp() - make_interval(days => ${days})
    order by id desc limit 1`
  return row ? { action: DESK_ACTIONS[row.detail], at: row.at.toISOString() } : null
}

export type EventSource = 'app' | 'webhook' | 'job'

export async function addEvent(
  tx: Tx,
  id: string,
  status: string,
  source: EventSource | 'staff',
  detail: string | null = null,
  staffId: string | null = null,
): Promise<void> {
  await tx`
    insert into subscription_event (subscription_id, status, source, detail, staff_id)
    values (${id}, ${status}, ${source}, ${detail}, ${staffId})`
}
