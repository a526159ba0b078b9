import type { Price } from '@cuida/core/checkout/order/api.ts'
import type { CardType, Order, OrderStatus } from '@cuida/core/checkout/order/order.ts'
import type { FailureReason } from '@cuida/core/checkout/payment/failure.ts'
import type { CancelledBy } from '@cuida/core/checkout/refund/refund.ts'
import { PROVIDER_POLL_SECONDS } from '@cuida/core/kit/assumptions.ts'
import type { Currency } from '@cuida/core/kit/shapes.ts'
import type { Address } from '@cuida/core/profile/address/address.ts'
import type { Row } from 'postgres'
import { encryptText } from '../../kit/crypto/encrypted-text.ts'
import { notifySql } from '../../kit/db/changes.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'
import { latestRefundJson } from '../refund/refund-store.ts'

export interface NewOrder {
  id: string
  cartId: string
  slotHoldId: string | undefined
  accountId: string
  patientId: string
  product: { id: string; slug: string; name: string }
  price: Price
  paymentMethod: string
  cardType: CardType | undefined
  maskedCardNumber: string | undefined
  installments: number
  /** Set when it differs from the price, because the bank adds interest to installments. Minor units. */
  payerTotal: number | undefined
  addresses: OrderAddresses
}

/** A copy: later changes of the profile do not change the order. */
export interface OrderAddresses {
  home: Address | undefined
  billing: Address | undefined
}

export type EventSource = 'app' | 'api' | 'webhook' | 'job' | 'staff'

export interface LockedOrder {
  id: string
  accountId: string
  cartId: string
  patientId: string
  slotHoldId: string | undefined
  status: OrderStatus
  amount: number
  currency: Currency
  /** The payment ended because the patient cancelled it, as reported by the provider or by us. */
  isGivenUp: boolean
  isCancelled: boolean
}

export async function insertOrder(tx: Tx, order: NewOrder): Promise<void> {
  const { product, price, addresses } = order
  const toJson = (address: Address | undefined) => (address ? tx.json(address) : null)
  await tx`
    with made as (
      insert into care_order (id, cart_id, slot_hold_id, account_id, patient_id, product_id, product_slug, product_name, status,
        amount, currency, price, payment_method, card_type, masked_card_number, installments, payer_total,
        home_address, billing_address)
      values (${order.id}, ${order.cartId}, ${order.slotHoldId ?? null}, ${order.accountId}, ${order.patientId},
        ${product.id}, ${product.slug}, ${product.name}, 'PROCESSING', ${price.total}, ${price.currency}, ${tx.json(price)},
        ${order.paymentMethod}, ${order.cardType ?? null}, ${order.maskedCardNumber ?? null}, ${order.installments},
        ${order.payerTotal ?? null}, ${toJson(addresses.home)}, ${toJson(addresses.billing)})
      returning id, status
    )
    insert into order_event (order_id, status, source) select id, status, 'app' from made`
}

/** The cart's order, unless it has failed. */
export async function findOrderOfCart(sql: Sql, cartId: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select id from care_order where cart_id = ${cartId} and status <> 'FAILED'`
  return row?.id
}

export async function hasOrder(sql: Sql, id: string): Promise<boolean> {
  const rows = await sql`select 1 from care_order where id = ${id}`
  return rows.length > 0
}

/**
 * Locks the order's row until the transaction ends. "No key": inserts that refer to the order need not wait.
 * PostgreSQL checks foreign keys anew when a transaction updates a row for the second time; with a stronger lock, a
 * transaction that holds the consultation and one that holds the order would deadlock.
 */
export async function lockOrder(tx: Tx, id: string): Promise<LockedOrder> {
  const [row] = await tx`select * from care_order where id = ${id} for no key update`
  if (!row) throw new Error('the order of a payment attempt does not exist')
  return {
    id: row.id,
    accountId: row.account_id,
    cartId: row.cart_id,
    patientId: row.patient_id,
    slotHoldId: row.slot_hold_id ?? undefined,
    status: row.status,
    amount: row.amount,
    currency: row.currency,
    isGivenUp: row.failure_reason === 'CANCELLED',
    isCancelled: row.cancelled_at !== null,
  }
}

/**
 * The bank's 3-D Secure challenge: `url` with the fields that are posted into its frame; without fields, a page to
 * redirect to.
 */
export interface Challenge {
  url: string
  request?: string | undefined
}

export interface StepDetails {
  failure?: FailureReason | undefined
  challenge?: Challenge | undefined
  card?: ShownCard | undefined
}

/**
 * Saves a status change with its history event and notifies the order's owner. The caller holds the order's row lock,
 * so the status cannot have changed.
 */
export async function moveOrderTo(
  tx: Tx,
  order: LockedOrder,
  to: OrderStatus,
  { source, failure, challenge, card = {} }: StepDetails & { source: EventSource },
): Promise<void> {
  const { count } = await tx`
    with moved as (
      update care_order set status = ${to}, failure_domain = ${failure ? 'Payment' : null},
        failure_reason = ${failure ?? null}, challenge_url = ${challenge?.url ?? null},
        challenge_request = ${challenge?.request ?? null}, ${shownBy(tx, card)}, changed_at = clock_timestamp()
      where id = ${order.id} and status = ${order.status}
      returning id, status
    )
    insert into order_event (order_id, status, source, detail)
    select id, status, ${source}, ${failure ?? null} from moved
    returning ${notifySql(tx, tx`${topicsOf(order).join(' ')}`)}`
  if (count !== 1) throw new Error('a locked order has another status in the database')
}

/** Topics of the change events that an order's change sends. */
export const topicsOf = ({ id, accountId }: { id: string; accountId: string }): string[] => [
  `order:${id}`,
  `account:${accountId}`,
]

export async function addEvent(
  tx: Tx,
  orderId: string,
  status: OrderStatus,
  source: EventSource,
  detail?: string,
  staffId?: string,
): Promise<void> {
  await tx`
    insert into order_event (order_id, status, source, detail, staff_id)
    values (${orderId}, ${status}, ${source}, ${detail ?? null}, ${staffId ?? null})`
}

export interface ShownCard {
  cardType?: CardType
  maskedCardNumber?: string
  payerTotal?: number
}

/** The provider's card data replaces what the form sent. */
const shownBy = (tx: Tx, { cardType, maskedCardNumber, payerTotal }: ShownCard) => tx`
  card_type = coalesce(${cardType ?? null}, card_type),
  payer_total = case when installments > 1 then coalesce(${payerTotal ?? null}, payer_total) end,
  masked_card_number = coalesce(${maskedCardNumber ?? null}, masked_card_number)`

export async function saveCard(tx: Tx, orderId: string, card: ShownCard): Promise<void> {
  await tx`update care_order set ${shownBy(tx, card)} where id = ${orderId}`
}

export async function saveRefunded(tx: Tx, orderId: string, refunded: number): Promise<void> {
  await tx`update care_order set refunded = ${refunded}, changed_at = clock_timestamp() where id = ${orderId}`
}

/** Cancels a booking for good. `voided`: as if it had never been bought. The caller holds the order's row lock. */
export async function saveCancelled(
  tx: Tx,
  order: LockedOrder,
  cancelled: { by: CancelledBy; reason: string | undefined; voided: boolean; source: EventSource },
): Promise<void> {
  const { by, reason, voided, source } = cancelled
  await tx`
    update care_order set cancelled_at = clock_timestamp(), cancelled_by = ${by}, cancel_reason = ${encryptText(tx, 'care_order.cancel_reason', reason ?? null)},
      voided = ${voided}, changed_at = clock_timestamp()
    where id = ${order.id} and cancelled_at is null`
  await addEvent(tx, order.id, order.status, source, 'CANCELLED')
}

/** Lets the patient order the cart again. Its lifetime starts anew. */
export async function reopenCart(tx: Tx, orderId: string): Promise<void> {
  await tx`
    update cart set ordered_at = null, changed_at = clock_timestamp()
    where id = (select cart_id from care_order where id = ${orderId})`
}

/** Clears the cart's answers: the consultation has them now. */
export async function emptyCart(tx: Tx, orderId: string): Promise<void> {
  await tx`
    update cart set symptoms = '[]', is_urgent = false, summary = null
    where id = (select cart_id from care_order where id = ${orderId})`
}

/**
 * One of the caller's own orders, as the app polls it (B3.4). `isAskingDue`: the provider has not been asked in the
 * last moments and may be asked again.
 */
export async function findShownOrder(
  sql: Sql,
  id: string,
  accountId: string,
): Promise<{ order: Order; isAskingDue: boolean } | undefined> {
  const [row] = await sql`
    select o.*, p.first_name, a.id as attempt_id, a.pix_code, a.expires_at, a.given_up_at, c.id as consultation_id, c.starts_at,
      c.clinician_id as consultation_clinician,
      ${latestRefundJson(sql)} as refund,
      coalesce(o.status in ('PROCESSING', 'PENDING') and a.on_hold_at is null
        and coalesce(a.leased_until, '-infinity') <= clock_timestamp()
        and greatest(a.checked_at, a.changed_at) <= clock_timestamp() - make_interval(secs => ${PROVIDER_POLL_SECONDS}),
        false) as is_look_up_due
    from care_order o
    join patient p on p.id = o.patient_id
    left join payment_attempt a on a.order_id = o.id
    left join consultation c on c.order_id = o.id
    where o.id = ${id} and o.account_id = ${accountId}`
  if (!row) return undefined
  return { order: shownOrder(row), isAskingDue: row.is_look_up_due }
}

const shownOrder = (row: Row): Order => ({
  id: row.id,
  uuid: row.uuid,
  status: row.status,
  failureDomain: row.failure_domain,
  failureReason: row.failure_reason,
  product: { id: row.product_id, name: row.product_name, slug: row.product_slug },
  patient: { id: row.patient_id, firstName: row.first_name },
  amount: row.amount,
  currency: row.currency,
  refundAmount: row.refunded,
  refund: row.refund,
  cancelledBy: row.cancelled_by,
  maskedCardNumber: row.masked_card_number,
  cardType: row.card_type,
  paymentMethodType: row.payment_method,
  installments: row.installments,
  payerTotal: row.payer_total ?? row.amount,
  paymentId: row.attempt_id,
  challengeUrl: row.challenge_request || row.given_up_at ? null : row.challenge_url,
  challengeFrame:
    row.challenge_request && !row.given_up_at ? { url: row.challenge_url, request: row.challenge_request } : null,
  pix:
    row.status === 'PENDING' && row.pix_code && !row.given_up_at
      ? { code: row.pix_code, expiresAt: row.expires_at.toISOString() }
      : null,
  consultations: row.consultation_id
    ? [
        {
          id: row.consultation_id,
          startTime: row.starts_at?.toISOString() ?? null,
          clinicianId: row.consultation_clinician,
        },
      ]
    : [],
  createdAt: row.created_at.toISOString(),
})

export interface TriedOrder {
  cartId: string
  productId: string
  patientId: string
  amount: number
  isFailedPix: boolean
}

export async function findTriedOrder(sql: Sql, id: string, accountId: string): Promise<TriedOrder | undefined> {
  const [row] = await sql<TriedOrder[]>`
    select cart_id as "cartId", product_id as "productId", patient_id as "patientId", amount,
      status = 'FAILED' and payment_method = 'PIX' as "isFailedPix"
    from care_order where id = ${id} and account_id = ${accountId}`
  return row
}
