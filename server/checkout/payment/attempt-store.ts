import { type AttemptState, isFinal } from '@cuida/core/checkout/payment/attempt.ts'
import type { FailureReason } from '@cuida/core/checkout/payment/failure.ts'
import {
  CHALLENGE_MINUTES,
  FRAMED_CHALLENGE_MINUTES,
  ON_DEMAND_PAYMENT_MINUTES,
  PIX_MARGIN_MINUTES,
} from '@cuida/core/kit/assumptions.ts'
import type { Currency } from '@cuida/core/kit/shapes.ts'
import type { Wallet } from '@cuida/core/kit/vendors/payment-vendors.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'

/**
 * What the provider needs to charge the order: a card token, or the payer of a Pix or with a wallet. Deleted when the payment is
 * decided.
 */
export type PaymentDetails = CardToken | PixPayer | WalletPayer

export interface CardToken {
  method: 'card'
  cardToken: string
  tokenSession?: string | undefined
  cardholderName?: string | undefined
  deviceSessionId?: string | undefined
  showsChallenge?: boolean | undefined
  ip?: string | undefined
  keepCard?: boolean | undefined
  /** The provider's customer id of a saved card. */
  customerId?: string | undefined
}

export interface PixPayer {
  method: 'pix'
  /** The payer's, when it differs from the account's own. */
  cpf?: string | undefined
  ip?: string | undefined
}

/** The provider's page asks for everything else. */
export interface WalletPayer {
  method: Wallet
  ip?: string | undefined
}

export interface Attempt {
  id: string
  orderId: string
  method: PaymentDetails['method']
  provider: string
  providerPaymentId: string | null
  state: AttemptState
  amount: number
  captured: number
  refunded: number
  currency: Currency
  /** A charge may be in flight: no other process may send one. */
  isLeased: boolean
  /** The challenge or the Pix code has been open for as long as we allow, or the appointment has begun. */
  isOverdue: boolean
  /** No charge may be sent any more: the Pix was requested too long ago or given up, or the appointment has begun. */
  isStale: boolean
  /**
   * The slot must be freed even if the provider cannot be reached: the Pix is past its end, or the appointment has
   * begun.
   */
  isGone: boolean
  /**
   * The appointment has begun, its clinician is absent then, or the on-demand patient no longer waits: a payment from
   * now on never becomes a booking (C10.6).
   */
  hasBegun: boolean
  isGivenUp: boolean
  /**
   * The provider does not end the payment by itself: a challenge in a frame, or a payment that the patient has given
   * up.
   */
  isOursToEnd: boolean
  isOnHold: boolean
  savesCard: boolean
  createdAt: Date
}

// A provider's answer takes 8 s at most: after this time an unreported charge was interrupted.
const LEASE_SECONDS = 12

const MARGIN = (sql: Sql) => sql`make_interval(mins => ${PIX_MARGIN_MINUTES})`

const hasBegun = (sql: Sql) => sql`exists (
  select 1 from care_order h left join slot_hold s on s.id = h.slot_hold_id
  where h.id = a.order_id
    and (coalesce(s.starts_at, h.created_at + make_interval(mins => ${ON_DEMAND_PAYMENT_MINUTES})) <= clock_timestamp()
      or is_away(s.clinician_id, s.starts_at, s.ends_at)))`

const isFramed = (sql: Sql) => sql`exists (
  select 1 from care_order f where f.id = a.order_id and f.challenge_request is not null)`

/** Minutes that a challenge may stay open, on the bank's own page or in a frame. */
const askedFor = (sql: Sql) =>
  sql`case when ${isFramed(sql)} then ${FRAMED_CHALLENGE_MINUTES}::int else ${CHALLENGE_MINUTES}::int end`

/** All columns but the token and the Pix code, and the states that depend on the database's clock. */
const columns = (sql: Sql) => sql`
  a.id, a.order_id as "orderId", a.method, a.provider, a.provider_payment_id as "providerPaymentId", a.state, a.amount,
  a.captured, a.refunded, a.currency, a.created_at as "createdAt", a.on_hold_at is not null as "isOnHold",
  a.saves_card as "savesCard",
  coalesce(a.leased_until > clock_timestamp(), false) as "isLeased",
  a.given_up_at is not null as "isGivenUp",
  a.given_up_at is not null or ${isFramed(sql)} as "isOursToEnd",
  ${hasBegun(sql)} as "hasBegun",
  ${hasBegun(sql)} or a.given_up_at is not null or coalesce(
    coalesce(a.expires_at, a.pending_since + make_interval(mins => ${askedFor(sql)})) <= clock_timestamp(),
    false) as "isOverdue",
  ${hasBegun(sql)} or a.method = 'pix' and (a.given_up_at is not null or a.created_at + ${MARGIN(sql)} <= clock_timestamp()) as "isStale",
  ${hasBegun(sql)} or coalesce(a.expires_at + ${MARGIN(sql)} <= clock_timestamp(), false) as "isGone"`

export async function insertAttempt(
  tx: Tx,
  attempt: {
    orderId: string
    provider: string
    token: PaymentDetails
    savedCardId?: string | undefined
    amount: number
    currency: Currency
    expiresAt?: Date | undefined
  },
): Promise<void> {
  const { orderId, provider, token, savedCardId, amount, currency, expiresAt } = attempt
  const savesCard = token.method === 'card' && token.keepCard === true
  await tx`
    insert into payment_attempt (order_id, provider, method, state, token, saves_card, saved_card_id, amount, currency,
      expires_at)
    values (${orderId}, ${provider}, ${token.method}, 'intended', ${tx.json({ ...token })}, ${savesCard},
      ${savedCardId ?? null}, ${amount}, ${currency}, ${expiresAt ?? null})`
}

export async function findAttempt(sql: Sql, id: string): Promise<Attempt | undefined> {
  const [row] = await sql<Attempt[]>`select ${columns(sql)} from payment_attempt a where a.id = ${id}`
  return row
}

export async function findAttemptOfOrder(sql: Sql, orderId: string): Promise<Attempt | undefined> {
  const [row] = await sql<Attempt[]>`
    select ${columns(sql)} from payment_attempt a where a.order_id = ${orderId}`
  return row
}

/** A webhook that is not applied yet, with its attempt. */
export interface WebhookPayment {
  paymentId: string
  subscriptionId: string | null
  /** The provider's id of the dispute, when the webhook is about one. */
  disputeId: string | null
  attempt: Attempt | undefined
}

/**
 * Finds the attempt by the provider's payment id; before the charge's answer has stored that id, by the webhook's
 * reference.
 */
export async function findWebhookPayment(
  sql: Sql,
  provider: string,
  eventId: string,
): Promise<WebhookPayment | undefined> {
  const [row] = await sql<(Attempt & Omit<WebhookPayment, 'attempt'>)[]>`
    select w.payment_id as "paymentId", w.subscription_id as "subscriptionId",
      w.dispute_id as "disputeId", ${columns(sql)}
    from webhook_inbox w
    left join payment_attempt a on a.id = coalesce(
      (select id from payment_attempt where provider = w.provider and provider_payment_id = w.payment_id), w.attempt_id)
    where w.provider = ${provider} and w.event_id = ${eventId} and w.applied_at is null`
  if (!row) return undefined
  const { paymentId, subscriptionId, disputeId, ...attempt } = row
  return { paymentId, subscriptionId, disputeId, attempt: attempt.provider === provider ? attempt : undefined }
}

export interface OrderToProcess {
  order: { id: string; accountId: string; amount: number; installments: number; isOpen: boolean }
  /** A free order has none. */
  attempt: Attempt | undefined
}

export async function findOrderToProcess(sql: Sql, id: string): Promise<OrderToProcess | undefined> {
  const [row] = await sql<(Attempt & { order: OrderToProcess['order'] })[]>`
    select json_build_object('id', o.id, 'accountId', o.account_id, 'amount', o.amount, 'installments', o.installments,
      'isOpen', o.status in ('PROCESSING', 'PENDING')) as "order", ${columns(sql)}
    from care_order o left join payment_attempt a on a.order_id = o.id
    where o.id = ${id}`
  if (!row) return undefined
  const { order, ...attempt } = row
  return { order, attempt: attempt.id ? attempt : undefined }
}

/**
 * Leases the attempt to send one charge; undefined when another process holds the lease or the payment is decided.
 */
export async function leaseAttempt(
  sql: Sql,
  id: string,
): Promise<{ token: PaymentDetails; providerPaymentId: string | undefined } | undefined> {
  const [row] = await sql<{ token: PaymentDetails; provider_payment_id: string | null }[]>`
    update payment_attempt
    set state = 'processing', leased_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}),
      checked_at = clock_timestamp(), changed_at = clock_timestamp()
    where id = ${id} and state in ('intended', 'processing') and on_hold_at is null
      and (leased_until is null or leased_until <= clock_timestamp())
    returning token, provider_payment_id`
  return row && { token: row.token, providerPaymentId: row.provider_payment_id ?? undefined }
}

export async function endLease(sql: Sql, id: string): Promise<void> {
  await sql`update payment_attempt set leased_until = null where id = ${id}`
}

/**
 * Stores the provider's payment id before money can move. Throws when another id is stored already: then nothing may
 * be charged.
 */
export async function savePaymentId(sql: Sql, id: string, paymentId: string): Promise<void> {
  const { count } = await sql`
    update payment_attempt set provider_payment_id = ${paymentId}
    where id = ${id} and coalesce(provider_payment_id, ${paymentId}) = ${paymentId} and state = 'processing'`
  if (count !== 1) throw new Error('the attempt is not processing or has another payment id')
}

export async function touchAttempt(sql: Sql, id: string): Promise<void> {
  await sql`update payment_attempt set checked_at = clock_timestamp() where id = ${id}`
}

export async function putOnHold(sql: Sql, id: string): Promise<void> {
  await sql`update payment_attempt set on_hold_at = clock_timestamp() where id = ${id}`
}

/**
 * The id of the released attempt; undefined when no attempt of this order was on hold. The caller holds the order's
 * row lock.
 */
export async function releaseHold(tx: Tx, orderId: string): Promise<string | undefined> {
  const [row] = await tx<{ id: string }[]>`
    update payment_attempt set on_hold_at = null, checked_at = null
    where order_id = ${orderId} and on_hold_at is not null returning id`
  return row?.id
}

export interface AttemptChange {
  state: AttemptState
  providerPaymentId: string | undefined
  captured: number
  refunded: number
  failure: FailureReason | undefined
  /** Stored only while the Pix can be paid. */
  pixCode: string | undefined
}

/**
 * Saves a payment update. The caller holds the order's row lock. The card token is deleted as soon as nothing needs
 * it: when the payment is decided, or when the paid card is saved.
 */
export async function saveUpdate(tx: Tx, id: string, change: AttemptChange): Promise<void> {
  const { state, providerPaymentId, captured, refunded, failure, pixCode } = change
  await tx`
    update payment_attempt set state = ${state},
      provider_payment_id = coalesce(provider_payment_id, ${providerPaymentId ?? null}),
      captured = ${captured}, refunded = ${refunded}, failure_reason = ${failure ?? null},
      pix_code = ${pixCode ?? null},
      token = case when ${isFinal(state)} and not (saves_card and ${captured} > 0) then null else token end,
      pending_since = case when ${state === 'pending'} then coalesce(pending_since, clock_timestamp()) else pending_since end,
      leased_until = null, changed_at = clock_timestamp()
    where id = ${id}`
}

/** The patient leaves the page of the bank or wallet. False when none is open: a charge may be in flight then. */
export async function giveUpChallenge(tx: Tx, orderId: string): Promise<boolean> {
  const { count } = await tx`
    update payment_attempt set given_up_at = coalesce(given_up_at, clock_timestamp()), checked_at = null
    where order_id = ${orderId} and method <> 'pix' and state = 'pending'`
  return count > 0
}

/** The patient gives up an open Pix code. False when there is none. */
export async function giveUpPix(tx: Tx, orderId: string): Promise<boolean> {
  const { count } = await tx`
    update payment_attempt set given_up_at = coalesce(given_up_at, clock_timestamp()), checked_at = null
    where order_id = ${orderId} and method = 'pix' and state in ('intended', 'processing', 'pending')`
  return count > 0
}
