import { randomUUID } from 'node:crypto'
import type { Span } from '@cuida/core/booking/calendar/slots.ts'
import type { CartContent } from '@cuida/core/booking/cart/merge.ts'
import { isSamePerson, mergeCart } from '@cuida/core/booking/cart/merge.ts'
import { answersThatCount, markAnswers } from '@cuida/core/booking/questions/asked.ts'
import { can } from '@cuida/core/brand/without.ts'
import { isForAge } from '@cuida/core/catalogue/product/ages.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import type { createOrder as orderCall, Price } from '@cuida/core/checkout/order/api.ts'
import {
  type CartProblems,
  cartProblems,
  contactMethodsOf,
  isScheduled,
} from '@cuida/core/checkout/order/cart-problems.ts'
import { canPayByPix } from '@cuida/core/checkout/pix/pix.ts'
import { isChargeable } from '@cuida/core/checkout/price/price.ts'
import type { Campaign } from '@cuida/core/invite/campaign.ts'
import {
  PIX_CODES_AN_HOUR,
  PIX_MARGIN_MINUTES,
  PIX_MINUTES,
  PIX_SHORTEST_MINUTES,
} from '@cuida/core/kit/assumptions.ts'
import type { Parsed, RefusalCode } from '@cuida/core/kit/call.ts'
import { ageOn, dayInUtc } from '@cuida/core/profile/account/age.ts'
import { cpfDigits, isCpf } from '@cuida/core/profile/account/documents.ts'
import { type Address, addressProblems, tidyAddress } from '@cuida/core/profile/address/address.ts'
import { findProduct } from '../../booking/calendar/offer.ts'
import {
  findOverlap,
  hasLastHoldExpired,
  isPatientBusy,
  lockDays,
  paidUntil,
  startPaying,
} from '../../booking/calendar/slot-hold-store.ts'
import { type StoredCart, saveCart } from '../../booking/cart/cart-store.ts'
import { agreedByBooking, dueDocuments } from '../../brand/consent/agreements.ts'
import type { Consent } from '../../brand/consent/consent-store.ts'
import { noteConsent } from '../../brand/consent/consent-store.ts'
import { standingOf } from '../../consultation/attendance.ts'
import { findAttendants } from '../../consultation/attendance-store.ts'
import { isWaiting } from '../../consultation/start-store.ts'
import { lockDiscounts, takeDiscount } from '../../invite/discount-store.ts'
import { databaseNow } from '../../kit/db/clock.ts'
import { brokenConstraint, pipeline, type Tx } from '../../kit/db/db.ts'
import { Invalid } from '../../kit/http/refusal.ts'
import { failpoint } from '../../kit/jobs/failpoint.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import { consumeRateLimit } from '../../kit/limit/rate-limit.ts'
import { findHolderAddresses } from '../../profile/address/address-store.ts'
import { patientsOf } from '../../profile/store.ts'
import type { Services } from '../../services.ts'
import { isCovered } from '../../subscription/coverage-store.ts'
import { findCards } from '../card/card-store.ts'
import { chooseInstallmentPlan, type InstallmentPlan, NO_CARD, type Paying, payingCard } from '../card/paying-card.ts'
import { insertAttempt } from '../payment/attempt-store.ts'
import { discountsFor, priceFor, priceOfCart } from '../price/pricing.ts'
import { lockPromoOfCart, redeemPromo } from '../promo/promo-store.ts'
import { findOrderOfCart, insertOrder, type OrderAddresses, topicsOf } from './order-store.ts'

/** What is ordered; how its cart is found is up to the caller. */
type OrderInput = Omit<Parsed<typeof orderCall>, 'cartSessionKey'>

/** Ends the request with why it is refused. */
type Refuse = (
  code: Exclude<RefusalCode<typeof orderCall>, 'CARD_NUMBER_REFUSED' | 'IDEMPOTENCY_MISMATCH'>,
  details?: { extra?: Record<string, unknown> },
) => never

/** An order as it was asked for. */
interface AskedOrder {
  input: OrderInput
  /** The caller's cart, locked. */
  cart: (tx: Tx) => Promise<StoredCart | undefined>
  accountId: string
  ip: string
  refuse: Refuse
}

/** The same, with all that was looked up before the transaction. */
interface CheckedOrder extends AskedOrder {
  product: Product
  /** The holder of the account: answers in a cart that names nobody are theirs. */
  holderId: string | undefined
  /** Whether documents changed since the holder agreed to them; and to what booking is a yes. */
  agreements: { areDue: boolean; made: readonly Consent[] }
  /** Their names are those of the discounts of invitations. */
  campaigns: readonly Campaign[]
  /** The parts in which a new card pays; undefined: all at once. */
  plan: InstallmentPlan | undefined
  now: Date
}

/**
 * Turns a cart into an order for one of the caller's people, or refuses with the reason. What can be looked up without a lock
 * is looked up first: the person, the product, the card, the documents, and what the bank offers in installments.
 */
export async function createOrder(
  services: Services,
  { locale, ...order }: AskedOrder & { locale: string },
): Promise<{ workflowId: string }> {
  const { input, accountId, refuse } = order
  const now = services.now()
  const [holder, ...dependants] = await patientsOf(services.db, accountId)
  const patient = [holder, ...dependants].find((one) => one?.id === input.patientId) ?? refuse('PATIENT_NOT_FOUND')
  const product = (await findProduct(services, input.productId, locale)) ?? refuse('PRODUCT_NOT_FOUND')
  if (!isForAge(product.ages, ageOn(patient.dateOfBirth, dayInUtc(now)))) refuse('AGE_NOT_SERVED')
  if (input.savedCardId && !(await hasCard(services, accountId, input.savedCardId))) refuse('CARD_NOT_FOUND')
  const agreements = {
    areDue: (await dueDocuments(services, services.db, { accountId, locale })).length > 0,
    made: await agreedByBooking(services, locale),
  }
  const campaigns = services.content.campaigns(locale)
  const plan = await chooseInstallmentPlan(services, order, () => priceBefore(services, order, product))
  const checked = { ...order, product, holderId: holder?.id, now, agreements, campaigns, plan }
  return { workflowId: await placeOrder(services, checked) }
}

/**
 * One cart gives one order: the intent to charge, the job that will, and the time that is now being paid for
 * commit together, before any provider hears of it. Whoever asks again for the same cart gets the same order.
 */
export async function placeOrder(services: Services, request: CheckedOrder): Promise<string> {
  const { refuse, input } = request
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
        const existing = await findOverlap(services.db, input.patientId, slot)
        refuse('CONSULTATION_OVERLAPS', { extra: { existing } })
      }
      // The patient was deleted while we looked: the database has the last word.
      if (brokenConstraint(error) === 'patient_is_there') refuse('PATIENT_NOT_FOUND')
      throw error
    })
  failpoint('order.intent-committed')
  return orderId
}

/** Everything that may refuse the order, then the order. */
async function makeOrder(services: Services, tx: Tx, cart: StoredCart, request: CheckedOrder): Promise<string> {
  const { input, accountId, product, refuse } = request
  if (cart.isExpired) refuse('CART_EXPIRED')
  if (request.agreements.areDue) refuse('AGREEMENT_DUE')
  const content = contentOf(services, cart.content, request)
  const problems = cartProblems(content, product, services.config)
  if (Object.keys(problems).length > 0)
    refuse('CART_INCOMPLETE', { extra: { fields: problems satisfies CartProblems } })
  if (product.requiresSubscription && !(await isCovered(tx, input.patientId))) refuse('NO_ACTIVE_SUBSCRIPTION')
  const [_discounts, _promo, discounts, known] = await pipeline(
    lockDiscounts(tx, accountId),
    lockPromoOfCart(tx, cart.id),
    discountsFor(tx, product, { id: cart.id, content }, accountId),
    findHolderAddresses(tx, accountId),
  )
  const price = await priceFor(tx, product, input.patientId, discounts, request.campaigns)
  refuseUnlessShown(price, request)
  refuseUnlessApplied(price, request)
  const paying = await payingWith(services, tx, request, price)
  if (!isChargeable(price)) refuse('PAYMENT_GATEWAY_THRESHOLD')
  const addresses = addressesOf(services, known, input)
  const needsAddress = services.config.partnerConfig.invoicing?.needsAddress && price.total > 0
  if (needsAddress && !addresses.billing) refuse('BILLING_ADDRESS_REQUIRED')
  const slotHoldId = await secureCare(services, tx, cart, content, request)
  return writeOrder(services, tx, { cart: { ...cart, content }, price, paying, addresses, slotHoldId }, request)
}

interface DecidedOrder {
  cart: StoredCart
  price: Price
  paying: Paying | undefined
  addresses: OrderAddresses
  slotHoldId: string | undefined
}

/** All that an order is, in one go. */
async function writeOrder(services: Services, tx: Tx, order: DecidedOrder, request: CheckedOrder): Promise<string> {
  const { cart, price, paying, addresses, slotHoldId } = order
  const { input, accountId, product, agreements, refuse } = request
  const { patientId } = input
  const isPix = paying?.token.method === 'pix'
  if (isPix) await consumeRateLimit(tx, services.secrets, PIX_BUDGET, accountId)
  const expiresAt = isPix ? await endOfPix(tx, slotHoldId, refuse) : undefined
  const orderId = randomUUID()
  const { discount } = price
  const { provider } = services.providers.payments.browser
  const { total: amount, currency } = price
  await pipeline(
    saveCart(tx, cart.id, cart.content, true),
    insertOrder(tx, {
      id: orderId,
      cartId: cart.id,
      slotHoldId,
      accountId,
      patientId,
      product,
      price,
      paymentMethod: paying ? input.paymentMethodInfo.type : 'FULL_DISCOUNT',
      ...(paying?.shown ?? NO_CARD),
      addresses,
    }),
    discount?.type === 'REFERRAL' ? takeDiscount(tx, patientId, discount.value, orderId) : undefined,
    discount?.type === 'PROMO_CODE' ? redeemPromo(tx, cart.id, orderId, accountId) : undefined,
    paying && insertAttempt(tx, { orderId, provider, ...paying, amount, currency, expiresAt }),
    ...agreements.made.map((consent) => noteConsent(tx, { accountId, patientId }, consent)),
    enqueue(tx, 'processOrder', { orderId }, { key: `order:${orderId}`, tells: topicsOf({ id: orderId, accountId }) }),
  )
  failpoint('order.before-intent')
  return orderId
}

/** Nobody pays another price than they were shown. When a code is the reason, it says why; a company's own price stands. */
function refuseUnlessShown({ total, warning }: Price, { input: { shownTotal }, plan, refuse }: CheckedOrder): void {
  if (shownTotal === total) return
  if (warning && warning !== 'INCOMPATIBLE_WITH_COMPANY_DISCOUNT') refuse(warning)
  if ((shownTotal ?? plan?.price ?? total) !== total) refuse('PRICE_CHANGED')
}

/** A client of the specification names the discount that its payer counts on, by code or by name. */
function refuseUnlessApplied(
  { discount }: Price,
  { input: { referralCode, discountName }, refuse }: CheckedOrder,
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
  { input, product, holderId, refuse }: CheckedOrder,
): CartContent {
  if (cart.productId !== product.id) refuse('PRODUCT_NOT_FOUND')
  const { patientId, symptoms, summary } = input
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
  { product, now, refuse, input }: CheckedOrder,
): Promise<string | undefined> {
  if (isScheduled(content) && content.clinicianId) {
    // Who takes this time at the moment when its minutes run out waits behind, or is waited for: never each for the other.
    const hold = (
      await pipeline(
        cart.held && lockDays(tx, [cart.held]),
        startPaying(tx, { cartId: cart.id, clinicianId: content.clinicianId, patientId: input.patientId }),
      )
    )[1]
    if (hold) return hold.id
    return refuse((await hasLastHoldExpired(tx, cart.id)) ? 'SLOT_LOCK_EXPIRED' : 'SLOT_LOCK_NOT_FOUND')
  }
  const { opening } = standingOf(product, await findAttendants(tx, services.config), services, now)
  if (opening !== 'OPEN') refuse(opening)
  if (await isWaiting(tx, input.patientId)) refuse('ALREADY_WAITING')
  return undefined
}

const PIX_BUDGET = { name: 'pix', most: PIX_CODES_AN_HOUR, seconds: 3_600 }

/** A free order needs no card, and its card is not kept if one was sent. */
async function payingWith(
  services: Services,
  tx: Tx,
  request: CheckedOrder,
  { total }: Price,
): Promise<Paying | undefined> {
  if (total === 0) return undefined
  if (!can(services.config, 'payments')) request.refuse('NOT_OFFERED')
  const { input, accountId, ip, refuse } = request
  const { type, cpf: given } = input.paymentMethodInfo
  if (type !== 'PIX') return payingCard(services, tx, request)
  if (!canPayByPix(services.config)) refuse('PIX_DISABLED')
  const cpf = given && cpfDigits(given)
  if (cpf && !isCpf(cpf)) throw new Invalid({ 'paymentMethodInfo.cpf': 'INVALID' })
  if (!cpf && !(await patientsOf(tx, accountId))[0]?.cpf) throw new Invalid({ 'paymentMethodInfo.cpf': 'REQUIRED' })
  return { token: { method: 'pix', cpf, ip }, shown: NO_CARD }
}

/** Until when a Pix may be paid: half an hour, or as long as its time may be kept. Less than a few minutes is no offer. */
async function endOfPix(tx: Tx, slotHoldId: string | undefined, refuse: Refuse): Promise<Date> {
  const now = (await databaseNow(tx)).getTime()
  const usual = now + PIX_MINUTES * 60_000
  const kept = slotHoldId ? await paidUntil(tx, slotHoldId) : undefined
  if (!kept) return new Date(usual)
  const end = Math.min(usual, kept.getTime() - PIX_MARGIN_MINUTES * 60_000)
  if (end < now + PIX_SHORTEST_MINUTES * 60_000) refuse('SLOT_LOCK_EXPIRED')
  return new Date(end)
}

/** What the order will cost if nothing changes until it is made; undefined where it was made already. */
function priceBefore(
  { db }: Services,
  { cart: findLocked, input, accountId, refuse }: AskedOrder,
  product: Product,
): Promise<number | undefined> {
  return db.begin(async (tx) => {
    const cart = (await findLocked(tx)) ?? refuse('CART_NOT_FOUND')
    if (cart.isOrdered) return undefined
    const content = { ...cart.content, patientId: input.patientId }
    return (await priceOfCart(tx, product, { id: cart.id, content }, accountId)).total
  })
}

async function hasCard({ db, providers }: Services, accountId: string, id: string): Promise<boolean> {
  const cards = await findCards(db, accountId, providers.payments.browser.provider)
  return cards.some((card) => card.id === id)
}

/** The holder pays: what they sent, judged like any address, else what their profile has. */
function addressesOf(
  { config }: Pick<Services, 'config'>,
  known: OrderAddresses,
  { homeAddress, billingAddress }: Pick<OrderInput, 'homeAddress' | 'billingAddress'>,
): OrderAddresses {
  const sent = {
    home: homeAddress && checked('homeAddress', homeAddress, config.countryCodes),
    billing: billingAddress && checked('billingAddress', billingAddress, config.countryCodes),
  }
  return { home: sent.home ?? known.home, billing: sent.billing ?? known.billing ?? sent.home }
}

function checked(name: 'homeAddress' | 'billingAddress', given: Address, countries: readonly string[]): Address {
  const { country, postalCode, state, city, district, street, number, comments } = given
  const address = { country, postalCode, state, city, district, street, number, comments }
  const problems = Object.entries(addressProblems(address, countries))
  if (problems.length === 0) return tidyAddress(address)
  throw new Invalid(Object.fromEntries(problems.map(([field, problem]) => [`${name}.${field}`, problem])))
}
