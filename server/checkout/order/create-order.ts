import { randomUUID } from 'node:crypto'
import type { Span } from '@cuida/core/booking/calendar/slots.ts'
import type { CartContent } from '@cuida/core/booking/cart/merge.ts'
import { isSamePerson, mergeCart } from '@cuida/core/booking/cart/merge.ts'
import { answersThatCount, markAnswers } from '@cuida/core/booking/questions/asked.ts'
import { can } from '@cuida/core/brand/without.ts'
import type { Price } from '@cuida/core/checkout/order/api.ts'
import {
  type CartProblems,
  cartProblems,
  contactMethodsOf,
  isScheduled,
} from '@cuida/core/checkout/order/cart-problems.ts'
import { canPayByPix } from '@cuida/core/checkout/pix/pix.ts'
import { isChargeable } from '@cuida/core/checkout/price/price.ts'
import {
  PIX_CODES_AN_HOUR,
  PIX_MARGIN_MINUTES,
  PIX_MINUTES,
  PIX_SHORTEST_MINUTES,
} from '@cuida/core/kit/assumptions.ts'
import { cpfDigits, isCpf } from '@cuida/core/profile/account/documents.ts'
import {
  findOverlap,
  isPatientBusy,
  lastClaimRanOut,
  lockDays,
  paidUntil,
  startPaying,
} from '../../booking/calendar/claim-store.ts'
import { type StoredCart, saveCart } from '../../booking/cart/cart-store.ts'
import { noteConsent } from '../../brand/consent/consent-store.ts'
import { standingOf } from '../../consultation/attendance.ts'
import { findAttendants } from '../../consultation/attendance-store.ts'
import { isWaiting } from '../../consultation/start-store.ts'
import { lockDiscounts, takeDiscount } from '../../invite/discount-store.ts'
import { databaseNow } from '../../kit/db/clock.ts'
import { brokenConstraint, inOneGo, type Tx } from '../../kit/db/db.ts'
import { Invalid } from '../../kit/http/refusal.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import { killPoint } from '../../kit/jobs/kill-point.ts'
import { spend } from '../../kit/limit/rate-limit.ts'
import { findHolderAddresses } from '../../profile/address/address-store.ts'
import { patientsOf } from '../../profile/store.ts'
import type { Services } from '../../services.ts'
import { isCovered } from '../../subscription/coverage.ts'
import { NO_CARD, type Paying, payingCard } from '../card/paying-card.ts'
import { insertAttempt } from '../payment/attempt-store.ts'
import { discountsFor, priceFor } from '../price/pricing.ts'
import { lockPromoOfCart, redeemPromo } from '../promo/promo-store.ts'
import { addressesOf } from './order-addresses.ts'
import { findOrderOfCart, insertOrder, type OrderAddresses, topicsOf } from './order-store.ts'
import type { OrderRequest, Refuse } from './order-wish.ts'

/**
 * Turns a cart into an order, once: the intent to charge, the job that will, and the time that is now being paid for
 * commit together, before any provider hears of it. Whoever asks again for the same cart gets the same order.
 */
export async function placeOrder(services: Services, request: OrderRequest): Promise<string> {
  const { refuse, wish } = request
  let slot: Span | undefined
  const orderId = await services.db
    .begin(async (tx) => {
      const cart = (await request.cart(tx)) ?? refuse('CART_NOT_FOUND')
      slot = cart.held
      const made = cart.isOrdered ? await findOrderOfCart(tx, cart.id) : undefined
      return made ?? (await makeOrder(services, tx, cart, request))
    })
    .catch(async (error: unknown) => {
      if (isPatientBusy(error) && slot) {
        const existing = await findOverlap(services.db, wish.patientId, slot)
        refuse('CONSULTATION_OVERLAPS', { extra: { existing } })
      }
      // The patient was deleted while we looked: the database has the last word.
      if (brokenConstraint(error) === 'patient_is_there') refuse('PATIENT_NOT_FOUND')
      throw error
    })
  killPoint('order.intent-committed')
  return orderId
}

async function makeOrder(services: Services, tx: Tx, cart: StoredCart, request: OrderRequest): Promise<string> {
  const { wish, accountId, product, refuse } = request
  if (cart.isExpired) refuse('CART_EXPIRED')
  if (request.agreements.areDue) refuse('AGREEMENT_DUE')
  const content = contentOf(services, cart.content, request)
  const problems = cartProblems(content, product, services.config)
  if (Object.keys(problems).length > 0)
    refuse('CART_INCOMPLETE', { extra: { fields: problems satisfies CartProblems } })
  if (product.requiresSubscription && !(await isCovered(tx, wish.patientId))) refuse('NO_ACTIVE_SUBSCRIPTION')
  const [_discounts, _promo, discounts, known] = await inOneGo(
    lockDiscounts(tx, accountId),
    lockPromoOfCart(tx, cart.id),
    discountsFor(tx, product, { id: cart.id, content }, accountId),
    findHolderAddresses(tx, accountId),
  )
  const price = await priceFor(tx, product, wish.patientId, discounts, request.campaigns)
  refuseUnlessShown(price, request)
  refuseUnlessApplied(price, request)
  const paying = await payingWith(services, tx, request, price)
  if (!isChargeable(price)) refuse('PAYMENT_GATEWAY_THRESHOLD')
  const addresses = addressesOf(services, known, wish)
  const needsAddress = services.config.partnerConfig.invoicing?.needsAddress && price.total > 0
  if (needsAddress && !addresses.billing) refuse('BILLING_ADDRESS_REQUIRED')
  const claimId = await secureCare(services, tx, cart, content, request)
  return writeOrder(services, tx, { cart: { ...cart, content }, price, paying, addresses, claimId }, request)
}

interface DecidedOrder {
  cart: StoredCart
  price: Price
  paying: Paying | undefined
  addresses: OrderAddresses
  claimId: string | undefined
}

/** All that an order is, in one go. */
async function writeOrder(services: Services, tx: Tx, order: DecidedOrder, request: OrderRequest): Promise<string> {
  const { cart, price, paying, addresses, claimId } = order
  const { wish, accountId, product, agreements, refuse } = request
  const { patientId } = wish
  const isPix = paying?.token.method === 'pix'
  if (isPix) await spend(tx, services.secrets, PIX_BUDGET, accountId)
  const expiresAt = isPix ? await endOfPix(tx, claimId, refuse) : undefined
  const orderId = randomUUID()
  const { discount } = price
  const { provider } = services.providers.payments.browser
  const { total: amount, currency } = price
  await inOneGo(
    saveCart(tx, cart.id, cart.content, true),
    insertOrder(tx, {
      id: orderId,
      cartId: cart.id,
      claimId,
      accountId,
      patientId,
      product,
      price,
      paymentMethod: paying ? wish.paymentMethodInfo.type : 'FULL_DISCOUNT',
      ...(paying?.shown ?? NO_CARD),
      addresses,
    }),
    discount?.type === 'REFERRAL' ? takeDiscount(tx, patientId, discount.value, orderId) : undefined,
    discount?.type === 'PROMO_CODE' ? redeemPromo(tx, cart.id, orderId, accountId) : undefined,
    paying && insertAttempt(tx, { orderId, provider, ...paying, amount, currency, expiresAt }),
    ...agreements.made.map((consent) => noteConsent(tx, { accountId, patientId }, consent)),
    enqueue(tx, 'processOrder', { orderId }, { key: `order:${orderId}`, tells: topicsOf({ id: orderId, accountId }) }),
  )
  killPoint('order.before-intent')
  return orderId
}

/** Nobody pays another price than they were shown. When a code is the reason, it says why; a company's own price stands. */
function refuseUnlessShown({ total, warning }: Price, { wish: { shownTotal }, parts, refuse }: OrderRequest): void {
  if (shownTotal === total) return
  if (warning && warning !== 'INCOMPATIBLE_WITH_COMPANY_DISCOUNT') refuse(warning)
  if ((shownTotal ?? parts?.price ?? total) !== total) refuse('PRICE_CHANGED')
}

/** A client of the specification names the discount that its payer counts on, by code or by name. */
function refuseUnlessApplied(
  { discount }: Price,
  { wish: { referralCode, discountName }, refuse }: OrderRequest,
): void {
  const isReferral = discount?.type === 'REFERRAL' && discount.code === referralCode
  const isNamed = discountName === discount?.name || discountName === discount?.code
  if ((referralCode !== undefined && !isReferral) || (discountName !== undefined && !isNamed))
    refuse('DISCOUNT_NOT_APPLIED', { extra: { discount } })
}

/** The cart with what the order says beside it. It is for one of the caller's people: the one whose answers it has. */
function contentOf(
  { config }: Services,
  cart: CartContent,
  { wish, product, holderId, refuse }: OrderRequest,
): CartContent {
  if (cart.productId !== product.id) refuse('PRODUCT_NOT_FOUND')
  const { patientId, symptoms, summary } = wish
  // A client that sends the answers with the order says with them whose they are.
  const bringsAnswers = symptoms !== undefined && summary !== undefined
  if (!isSamePerson(cart.patientId, patientId, holderId) && !bringsAnswers) refuse('ANSWERS_FOR_ANOTHER')
  const asked = product.symptomCollector
  const questions = asked.map(({ key }) => key)
  const content = mergeCart(cart, { productId: product.id, patientId, symptoms, summary }, questions, holderId)
  // The cart of the specification names no contact method: the first one that the product and the partner offer.
  const contactMethod = content.contactMethod ?? contactMethodsOf(product, config)[0] ?? null
  return { ...content, contactMethod, symptoms: markAnswers(asked, answersThatCount(asked, content.symptoms)) }
}

/**
 * The held time becomes time that is being paid for; or, on demand, somebody is there or due and nobody waits twice. Who leaves
 * their desk while this is written leaves somebody in the line, as whoever leaves a minute later does.
 */
async function secureCare(
  services: Services,
  tx: Tx,
  cart: StoredCart,
  content: CartContent,
  { product, now, refuse, wish }: OrderRequest,
): Promise<string | undefined> {
  if (isScheduled(content) && content.clinicianId) {
    // Who takes this time at the moment when its minutes run out waits behind, or is waited for: never each for the other.
    const claim = (
      await inOneGo(
        cart.held && lockDays(tx, [cart.held]),
        startPaying(tx, { cartId: cart.id, clinicianId: content.clinicianId, patientId: wish.patientId }),
      )
    )[1]
    if (claim) return claim.id
    return refuse((await lastClaimRanOut(tx, cart.id)) ? 'SLOT_LOCK_EXPIRED' : 'SLOT_LOCK_NOT_FOUND')
  }
  const { opening } = standingOf(product, await findAttendants(tx, services.config), services, now)
  if (opening !== 'OPEN') refuse(opening)
  if (await isWaiting(tx, wish.patientId)) refuse('ALREADY_WAITING')
  return undefined
}

const PIX_BUDGET = { name: 'pix', most: PIX_CODES_AN_HOUR, seconds: 3_600 }

/** A free order needs no card, and its card is not kept if one was sent. */
async function payingWith(
  services: Services,
  tx: Tx,
  request: OrderRequest,
  { total }: Price,
): Promise<Paying | undefined> {
  if (total === 0) return undefined
  if (!can(services.config, 'payments')) request.refuse('NOT_OFFERED')
  const { wish, accountId, ip, refuse } = request
  const { type, cpf: given } = wish.paymentMethodInfo
  if (type !== 'PIX') return payingCard(services, tx, request)
  if (!canPayByPix(services.config)) refuse('PIX_DISABLED')
  const cpf = given && cpfDigits(given)
  if (cpf && !isCpf(cpf)) throw new Invalid({ 'paymentMethodInfo.cpf': 'INVALID' })
  if (!cpf && !(await patientsOf(tx, accountId))[0]?.cpf) throw new Invalid({ 'paymentMethodInfo.cpf': 'REQUIRED' })
  return { token: { method: 'pix', cpf, ip }, shown: NO_CARD }
}

/** Until when a Pix may be paid: half an hour, or as long as its time may be kept. Less than a few minutes is no offer. */
async function endOfPix(tx: Tx, claimId: string | undefined, refuse: Refuse): Promise<Date> {
  const now = (await databaseNow(tx)).getTime()
  const usual = now + PIX_MINUTES * 60_000
  const kept = claimId ? await paidUntil(tx, claimId) : undefined
  if (!kept) return new Date(usual)
  const end = Math.min(usual, kept.getTime() - PIX_MARGIN_MINUTES * 60_000)
  if (end < now + PIX_SHORTEST_MINUTES * 60_000) refuse('SLOT_LOCK_EXPIRED')
  return new Date(end)
}
