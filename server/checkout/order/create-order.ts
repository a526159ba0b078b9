import { randomUUID } from 'node:crypto'
import type { Span } from '@cuida/core/booking/calendar/slots.ts'
import type { CartContent } from '@cuida/core/booking/cart/merge.ts'
import { isSamePerson, mergeCart } from '@cuida/core/booking/cart/merge.ts'
import { questionsFor } from '@cuida/core/booking/questions/questions-for.ts'
import { flagClinicalAnswers, visibleAnswers } from '@cuida/core/booking/questions/visible-questions.ts'
import { hasCapability } from '@cuida/core/brand/disabled-capabilities.ts'
import { isForAge } from '@cuida/core/catalogue/product/ages.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { whenAddressIsAsked } from '@cuida/core/checkout/invoice/address-later.ts'
import type { createOrder as orderCall, Price } from '@cuida/core/checkout/order/api.ts'
import {
  type CartProblems,
  cartProblems,
  contactMethodsOf,
  isScheduled,
} from '@cuida/core/checkout/order/cart-problems.ts'
import { canPayByPix } from '@cuida/core/checkout/pix/pix.ts'
import { isChargeable } from '@cuida/core/checkout/price/price.ts'
import { walletOf, walletsOf } from '@cuida/core/checkout/wallet/wallet.ts'
import type { Campaign } from '@cuida/core/invite/campaign.ts'
import { PIX_CODES_AN_HOUR, PIX_MARGIN_MINUTES, PIX_MIN_MINUTES, PIX_MINUTES } from '@cuida/core/kit/assumptions.ts'
import type { Parsed, RefusalCode } from '@cuida/core/kit/call.ts'
import { ageOn, dayInUtc } from '@cuida/core/profile/account/age.ts'
import { cpfDigits, isCpf } from '@cuida/core/profile/account/documents.ts'
import { type Address, addressProblems, tidyAddress } from '@cuida/core/profile/address/address.ts'
import { findProduct } from '../../booking/calendar/offer.ts'
import {
  findOverlap,
  findPaymentDeadline,
  hasLastHoldExpired,
  isPatientBusyError,
  lockDays,
  startPaying,
} from '../../booking/calendar/slot-hold-store.ts'
import { type StoredCart, saveCart } from '../../booking/cart/cart-store.ts'
import { bookingConsents, dueDocuments } from '../../brand/consent/agreements.ts'
import type { Consent } from '../../brand/consent/consent-store.ts'
import { insertConsent } from '../../brand/consent/consent-store.ts'
import { onDemandStateOf } from '../../consultation/attendance.ts'
import { findClinicianAttendances } from '../../consultation/attendance-store.ts'
import { hasOnDemandConsultation } from '../../consultation/start-store.ts'
import { lockDiscounts, redeemReferralDiscount } from '../../invite/discount-store.ts'
import { databaseNow } from '../../kit/db/clock.ts'
import { brokenConstraint, pipeline, type Tx } from '../../kit/db/db.ts'
import { asSystemWithin } from '../../kit/db/row-security.ts'
import { InvalidInput } from '../../kit/http/refusal.ts'
import { failpoint } from '../../kit/jobs/failpoint.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import { consumeRateLimit } from '../../kit/limit/rate-limit.ts'
import { findHolderAddresses } from '../../profile/address/address-store.ts'
import { patientsOf } from '../../profile/store.ts'
import type { Services } from '../../services.ts'
import { isCovered } from '../../subscription/coverage-store.ts'
import { findCards } from '../card/card-store.ts'
import {
  type ChosenPayment,
  chooseInstallmentPlan,
  choosePaymentCard,
  type InstallmentPlan,
  NO_CARD,
} from '../card/choose-card.ts'
import { insertAttempt } from '../payment/attempt-store.ts'
import { discountsFor, priceFor, priceOfCart } from '../price/pricing.ts'
import { lockPromoOfCart, redeemPromo } from '../promo/promo-store.ts'
import { findOrderOfCart, insertOrder, type OrderAddresses, topicsOf } from './order-store.ts'

type OrderInput = Omit<Parsed<typeof orderCall>, 'cartSessionKey'>

type Refuse = (
  code: Exclude<RefusalCode<typeof orderCall>, 'CARD_NUMBER_REFUSED' | 'IDEMPOTENCY_MISMATCH'>,
  details?: { extra?: Record<string, unknown> },
) => never

interface AskedOrder {
  input: OrderInput
  /** Finds and locks the caller's cart. */
  cart: (tx: Tx) => Promise<StoredCart | undefined>
  accountId: string
  ip: string
  refuse: Refuse
}

/** An order request with everything that was looked up before the transaction. */
interface CheckedOrder extends AskedOrder {
  product: Product
  /** The account holder: answers of a cart without a patient are the holder's. */
  holderId: string | undefined
  /** `areDue`: a document changed since the holder agreed to it. `impliedConsents`: the consents that booking implies. */
  agreements: { areDue: boolean; impliedConsents: readonly Consent[] }
  /** The running campaigns: a referral discount has the name of its campaign. */
  campaigns: readonly Campaign[]
  /** Installments of a new card; undefined: one payment. */
  plan: InstallmentPlan | undefined
  now: Date
}

/**
 * Turns a cart into an order for a patient of the account, or refuses with the reason. Whatever needs no lock is
 * looked up first: the patient, the product, the card, the documents, and the bank's installments.
 */
export async function createOrder(
  services: Services,
  { locale, ...order }: AskedOrder & { locale: string },
): Promise<{ workflowId: string }> {
  const { input, accountId, refuse } = order
  const now = services.now()
  const [holder, ...dependants] = await patientsOf(services.db, accountId)
  const patient = [holder, ...dependants].find((one) => one?.id === input.patientId) ?? refuse('PATIENT_NOT_FOUND')
  const offered = (await findProduct(services, input.productId, locale)) ?? refuse('PRODUCT_NOT_FOUND')
  const age = ageOn(patient.dateOfBirth, dayInUtc(now))
  if (!isForAge(offered.ages, age)) refuse('AGE_NOT_SERVED')
  const product = { ...offered, symptomCollector: questionsFor(offered.symptomCollector, { ...patient, age }) }
  if (input.savedCardId && !(await hasCard(services, accountId, input.savedCardId))) refuse('CARD_NOT_FOUND')
  const agreements = {
    areDue: (await dueDocuments(services, services.db, { accountId, locale })).length > 0,
    impliedConsents: await bookingConsents(services, locale),
  }
  const campaigns = services.content.campaigns(locale)
  const plan = await chooseInstallmentPlan(services, order, () => priceBefore(services, order, product))
  const checked = { ...order, product, holderId: holder?.id, now, agreements, campaigns, plan }
  return { workflowId: await placeOrder(services, checked) }
}

/**
 * One cart becomes one order: the payment attempt, the job that charges it, and the slot hold commit together before
 * the provider hears of the order. A repeated request for the same cart gets the same order.
 */
export async function placeOrder(services: Services, request: CheckedOrder): Promise<string> {
  const { refuse, input } = request
  let slot: Span | undefined
  const orderId = await services.db
    .begin(async (tx) => {
      const cart = (await request.cart(tx)) ?? refuse('CART_NOT_FOUND')
      slot = cart.held
      const existingOrder = cart.isOrdered ? await findOrderOfCart(tx, cart.id) : undefined
      return existingOrder ?? (await makeOrder(services, tx, cart, request))
    })
    .catch(async (error: unknown) => {
      if (isPatientBusyError(error) && slot) {
        const existing = await findOverlap(services.db, input.patientId, slot)
        refuse('CONSULTATION_OVERLAPS', { extra: { existing } })
      }
      // The patient was deleted since the check above: the database constraint decides.
      if (brokenConstraint(error) === 'patient_is_there') refuse('PATIENT_NOT_FOUND')
      throw error
    })
  failpoint('order.intent-committed')
  return orderId
}

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
  const needsAddress = whenAddressIsAsked(services.config) === 'before paying' && price.total > 0
  if (needsAddress && !addresses.billing) refuse('BILLING_ADDRESS_REQUIRED')
  const slotHoldId = await secureCare(services, tx, cart, content, request)
  return writeOrder(services, tx, { cart: { ...cart, content }, price, paying, addresses, slotHoldId }, request)
}

interface DecidedOrder {
  cart: StoredCart
  price: Price
  paying: ChosenPayment | undefined
  addresses: OrderAddresses
  slotHoldId: string | undefined
}

async function writeOrder(services: Services, tx: Tx, order: DecidedOrder, request: CheckedOrder): Promise<string> {
  const { cart, price, paying, addresses, slotHoldId } = order
  const { input, accountId, product, agreements, refuse } = request
  const { patientId } = input
  const isPix = paying?.token.method === 'pix'
  if (paying && paying.token.method !== 'card') await consumeRateLimit(tx, services.secrets, PAGE_BUDGET, accountId)
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
      ...(paying?.cardSummary ?? NO_CARD),
      addresses,
    }),
    discount?.type === 'REFERRAL' ? redeemReferralDiscount(tx, patientId, discount.value, orderId) : undefined,
    discount?.type === 'PROMO_CODE' ? redeemPromo(tx, cart.id, orderId, accountId) : undefined,
    paying && insertAttempt(tx, { orderId, provider, ...paying, amount, currency, expiresAt }),
    ...agreements.impliedConsents.map((consent) => insertConsent(tx, { accountId, patientId }, consent)),
    enqueue(tx, 'processOrder', { orderId }, { key: `order:${orderId}`, topics: topicsOf({ id: orderId, accountId }) }),
  )
  failpoint('order.before-intent')
  return orderId
}

/**
 * Nobody pays another price than the one shown. When a promo code is the cause, its warning is the refusal; a company
 * discount is no cause.
 */
function refuseUnlessShown({ total, warning }: Price, { input: { shownTotal }, plan, refuse }: CheckedOrder): void {
  if (shownTotal === total) return
  if (warning && warning !== 'INCOMPATIBLE_WITH_COMPANY_DISCOUNT') refuse(warning)
  if ((shownTotal ?? plan?.price ?? total) !== total) refuse('PRICE_CHANGED')
}

/** A client of the specification names the discount that it expects, by code or by name. */
function refuseUnlessApplied(
  { discount }: Price,
  { input: { referralCode, discountName }, refuse }: CheckedOrder,
): void {
  const isReferral = discount?.type === 'REFERRAL' && discount.code === referralCode
  const isNamed = discountName === discount?.name || discountName === discount?.code
  if ((referralCode !== undefined && !isReferral) || (discountName !== undefined && !isNamed))
    refuse('DISCOUNT_NOT_APPLIED', { extra: { discount } })
}

/** Merges the order's answers into the cart. The order must be for the patient whose answers the cart has. */
function contentOf(
  { config }: Services,
  cart: CartContent,
  { input, product, holderId, refuse }: CheckedOrder,
): CartContent {
  if (cart.productId !== product.id) refuse('PRODUCT_NOT_FOUND')
  const { patientId, symptoms, summary } = input
  // Answers that come with the order are this patient's.
  const bringsAnswers = symptoms !== undefined && summary !== undefined
  if (!isSamePerson(cart.patientId, patientId, holderId) && !bringsAnswers) refuse('ANSWERS_FOR_ANOTHER')
  const symptomQuestions = product.symptomCollector
  const questions = symptomQuestions.map(({ key }) => key)
  const content = mergeCart(cart, { productId: product.id, patientId, symptoms, summary }, questions, holderId)
  // The specification's cart has no contact method: take the first one that product and partner offer.
  const contactMethod = content.contactMethod ?? contactMethodsOf(product, config)[0] ?? null
  return {
    ...content,
    contactMethod,
    symptoms: flagClinicalAnswers(symptomQuestions, visibleAnswers(symptomQuestions, content.symptoms)),
  }
}

/**
 * Scheduled care: moves the slot hold to "paying". On-demand care: requires an on-duty clinician and a patient who is
 * not waiting yet. The clinician may still leave while this runs; the patient then waits in the queue, as when the
 * clinician leaves later.
 */
async function secureCare(
  services: Services,
  tx: Tx,
  cart: StoredCart,
  content: CartContent,
  { product, now, refuse, input }: CheckedOrder,
): Promise<string | undefined> {
  if (isScheduled(content) && content.clinicianId) {
    // Lock the day first: otherwise two patients who claim the slot as it expires deadlock.
    const hold = (
      await pipeline(
        cart.held && lockDays(tx, [cart.held]),
        startPaying(tx, { cartId: cart.id, clinicianId: content.clinicianId, patientId: input.patientId }),
      )
    )[1]
    if (hold) return hold.id
    return refuse((await hasLastHoldExpired(tx, cart.id)) ? 'SLOT_LOCK_EXPIRED' : 'SLOT_LOCK_NOT_FOUND')
  }
  const attendances = await asSystemWithin(tx, () => findClinicianAttendances(tx, services.config))
  const { opening } = onDemandStateOf(product, attendances, services, now)
  if (opening !== 'OPEN') refuse(opening)
  if (await hasOnDemandConsultation(tx, input.patientId)) refuse('ALREADY_WAITING')
  return undefined
}

/** A Pix code, or a page of a wallet, costs the requester nothing: no card is tested. */
const PAGE_BUDGET = { name: 'pix', most: PIX_CODES_AN_HOUR, seconds: 3_600 }

/** A free order needs no card; a card that was sent is not saved. */
async function payingWith(
  services: Services,
  tx: Tx,
  request: CheckedOrder,
  { total }: Price,
): Promise<ChosenPayment | undefined> {
  if (total === 0) return undefined
  if (!hasCapability(services.config, 'payments')) request.refuse('NOT_OFFERED')
  const { input, accountId, ip, refuse } = request
  const { type, cpf: cpfInput } = input.paymentMethodInfo
  const wallet = walletOf(type)
  if (wallet && !walletsOf(services.config).includes(wallet)) refuse('WALLET_NOT_OFFERED')
  if (wallet) return { token: { method: wallet, ip }, cardSummary: NO_CARD }
  if (type !== 'PIX') return choosePaymentCard(services, tx, request)
  if (!canPayByPix(services.config)) refuse('PIX_DISABLED')
  const cpf = cpfInput && cpfDigits(cpfInput)
  if (cpf && !isCpf(cpf)) throw new InvalidInput({ 'paymentMethodInfo.cpf': 'INVALID' })
  if (!cpf && !(await patientsOf(tx, accountId))[0]?.cpf)
    throw new InvalidInput({ 'paymentMethodInfo.cpf': 'REQUIRED' })
  return { token: { method: 'pix', cpf, ip }, cardSummary: NO_CARD }
}

/**
 * When the Pix expires: after `PIX_MINUTES`, or earlier when the slot hold ends. Refuses when too few minutes would
 * be left to pay.
 */
async function endOfPix(tx: Tx, slotHoldId: string | undefined, refuse: Refuse): Promise<Date> {
  const now = (await databaseNow(tx)).getTime()
  const usual = now + PIX_MINUTES * 60_000
  const deadline = slotHoldId ? await findPaymentDeadline(tx, slotHoldId) : undefined
  if (!deadline) return new Date(usual)
  const end = Math.min(usual, deadline.getTime() - PIX_MARGIN_MINUTES * 60_000)
  if (end < now + PIX_MIN_MINUTES * 60_000) refuse('SLOT_LOCK_EXPIRED')
  return new Date(end)
}

/** The expected price of the order; undefined when the cart is already ordered. */
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

/** The holder's addresses: those of the request, validated like any address, else those of the profile. */
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

function checked(name: 'homeAddress' | 'billingAddress', input: Address, countries: readonly string[]): Address {
  const { country, postalCode, state, city, district, street, number, comments } = input
  const address = { country, postalCode, state, city, district, street, number, comments }
  const problems = Object.entries(addressProblems(address, countries))
  if (problems.length === 0) return tidyAddress(address)
  throw new InvalidInput(Object.fromEntries(problems.map(([field, problem]) => [`${name}.${field}`, problem])))
}
