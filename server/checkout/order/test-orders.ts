import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { createOrder, getOrder } from '@cuida/core/checkout/order/api.ts'
import type { Order } from '@cuida/core/checkout/order/order.ts'
import type { Ledger } from '@cuida/simulators/kit/context.ts'
import { CARD_TOKENS, jsonRequest, mercadoPagoCard, moneiCard } from '@cuida/simulators/test-simulators.ts'
import type { Row } from 'postgres'
import { freePort } from '../../../tools/ports.ts'
import {
  listOfferedTimes,
  lockTestSlot,
  newCart,
  newClinician,
  newPatient,
  type TestPatient,
} from '../../booking/test-people.ts'
import { decryptRows } from '../../kit/crypto/encrypted-text.ts'
import type { TestContext } from '../../testing/test-context.ts'
import { runDueJobs } from '../../testing/test-jobs.ts'
import { checkoutJobs, processForgottenOrders } from '../jobs.ts'
import { type Attempt, findAttemptOfOrder } from '../payment/attempt-store.ts'

/** Test cards of MONEI and of the simulator (product 12.14, simulators/monei/cards.ts). */
export const TEST_CARDS = {
  good: '4444444444444422',
  challenge: '4444444444444406',
  declined: '4444444444444430',
  poor: '4444444444444448',
} as const
type Card = keyof typeof TEST_CARDS
/** At Mercado Pago the cardholder's name decides (product 12.7). */
const HOLDERS: Record<Card, string> = { good: 'APRO', challenge: 'CONT', declined: 'OTHE', poor: 'FUND' }

export interface Checkout {
  patient: TestPatient
  product: Product
  sessionKey: string
  clinicianId: string
  time: { startTime: string; endTime: string }
}

/**
 * A public address for one test file, which the simulators call back. Without a server on it their webhooks are lost,
 * as may happen in production.
 */
export async function createPublicAddress(): Promise<{ PUBLIC_URL: string; PORT: string }> {
  const PORT = String(await freePort())
  return { PUBLIC_URL: `http://127.0.0.1:${PORT}`, PORT }
}

/**
 * A patient in the checkout: a complete cart with a held slot, the first one after the slots that they hold or
 * booked.
 */
export async function createCheckout(
  context: TestContext,
  product: Product,
  more: { clinicianId?: string; patient?: TestPatient } = {},
) {
  const patient = more.patient ?? (await newPatient(context))
  const clinicianId = more.clinicianId ?? (await newClinician(context, product))
  const sessionKey = await newCart(context, patient, product)
  const [{ busy_until: busyUntil = null } = {}] = await context.db<{ busy_until: Date | null }[]>`
    select max(s.ends_at) as busy_until from slot_hold s join cart c on c.id = s.cart_id
    where c.account_id = ${patient.accountId} and s.state <> 'released'`
  const slots = await listOfferedTimes(context, clinicianId, product)
  const time = slots.find(({ startTime }) => !busyUntil || new Date(startTime) >= busyUntil)
  if (!time) throw new Error('the clinician has no free slot')
  const { status } = await lockTestSlot(context, patient, {
    id: clinicianId,
    productId: product.id,
    sessionKey,
    ...time,
  })
  if (status !== 200) throw new Error('the slot could not be held')
  return { patient, product, sessionKey, clinicianId, time } satisfies Checkout
}

/** Creates a card token as the patient's browser does, at the partner's provider. */
export async function createCardToken(context: TestContext, card: Card, session: string): Promise<string> {
  if (context.services.config.paymentProvider === 'mercadopago') {
    const reply = await fetch(context.simulatorsUrl + CARD_TOKENS, jsonRequest('POST', mercadoPagoCard(HOLDERS[card])))
    return ((await reply.json()) as { id: string }).id
  }
  const reply = await fetch(`${context.simulatorsUrl}/simulators/monei/v1/tokens`, moneiCard(TEST_CARDS[card], session))
  return ((await reply.json()) as { paymentToken: string }).paymentToken
}

/** A token of another Mercado Pago card, such as one with a challenge or with interest. */
export async function createMercadoPagoToken(context: TestContext, number: string, holder = 'APRO'): Promise<string> {
  const reply = await fetch(context.simulatorsUrl + CARD_TOKENS, jsonRequest('POST', mercadoPagoCard(holder, number)))
  return ((await reply.json()) as { id: string }).id
}
/**
 * Total of three installments with the simulator's Mastercard, which takes 6.4 %
 * (simulators/mercadopago/installments.ts). Minor units.
 */
export const totalOfThreeInstallments = (price: number): number => 3 * Math.round((price * 1.064) / 3)

type Wanted = Pick<Checkout, 'patient' | 'product' | 'sessionKey'>

export async function orderInput(context: TestContext, at: Wanted, card: Card | undefined) {
  const session = crypto.randomUUID()
  return {
    cartSessionKey: at.sessionKey,
    productId: at.product.id,
    patientId: at.patient.patientId,
    paymentMethodInfo: { type: 'CARD_FIRST_PAYMENT' as const },
    ...(card ? { cardToken: await createCardToken(context, card, session), sessionId: session } : {}),
  }
}

/** Orders with a card. `more` is added to the body unchecked. */
export async function orderWithCard(
  context: TestContext,
  at: Wanted,
  card: Card | undefined,
  more: Record<string, unknown> = {},
) {
  const input = { ...(await orderInput(context, at, card)), ...more }
  return context.sendCall(createOrder, input, { token: at.patient.token })
}

export async function answerBank(
  context: TestContext,
  orderId: string,
  decision: 'authorise' | 'refuse',
): Promise<void> {
  const [attempt] = await context.db`select provider_payment_id from payment_attempt where order_id = ${orderId}`
  const { status } = await fetch(`${context.simulatorsUrl}/simulators/monei/3ds/${attempt?.provider_payment_id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `decision=${decision}`,
    redirect: 'manual',
  })
  if (status !== 303) throw new Error(`the simulated bank answered ${status}`)
}
export const authorisePayment = (context: TestContext, orderId: string): Promise<void> =>
  answerBank(context, orderId, 'authorise')

/**
 * The order as its owner sees it. Drops the cached answer, since the cache would follow a change only a moment later.
 */
export async function readOrder(context: TestContext, { token }: TestPatient, id: string): Promise<Order> {
  context.services.cache.forget(`order:${id}`)
  return (await context.sendCall(getOrder, { id }, { token })).body
}

export const runCheckoutJobs = (context: TestContext): Promise<void> =>
  runDueJobs(context, checkoutJobs(context.services))

export async function readLedger({ simulatorsUrl }: Pick<TestContext, 'simulatorsUrl'>): Promise<Ledger> {
  return (await (await fetch(`${simulatorsUrl}/simulators/ledger`)).json()) as Ledger
}

/** Charges and refunds of one order in the provider's books. */
export async function readOrderMoney(
  context: TestContext,
  orderId: string,
): Promise<{ charged: number[]; refunded: number[] }> {
  const [attempt] = await context.db`select id from payment_attempt where order_id = ${orderId}`
  const { charges, refunds } = await readLedger(context)
  const isOfAttempt = ({ reference }: { reference: string }) => reference === attempt?.id
  return {
    charged: charges.filter(isOfAttempt).map(({ amount }) => amount),
    refunded: refunds.filter(isOfAttempt).map(({ amount }) => amount),
  }
}

export async function planPaymentFault(
  { simulatorsUrl }: TestContext,
  fault: string,
  more: object = {},
): Promise<void> {
  const body = JSON.stringify({ provider: 'monei', fault, times: 1, ...more })
  const headers = { 'content-type': 'application/json' }
  const { ok } = await fetch(`${simulatorsUrl}/simulators/faults`, { method: 'PUT', headers, body })
  if (!ok) throw new Error(`the simulator has no fault ${fault}`)
}

export interface PlacedOrder extends Checkout {
  id: string
  read(): Promise<Order>
}

/** An order that has just been placed and whose jobs have not run. */
export async function placeTestOrder(
  context: TestContext,
  product: Product,
  card: Card | undefined,
  patient?: TestPatient,
): Promise<PlacedOrder> {
  return placeOrderFromCheckout(context, await createCheckout(context, product, { patient }), card)
}

export async function placeOrderFromCheckout(
  context: TestContext,
  at: Checkout,
  card: Card | undefined,
): Promise<PlacedOrder> {
  const { body } = await orderWithCard(context, at, card)
  return { ...at, id: body.workflowId, read: () => readOrder(context, at.patient, body.workflowId) }
}

export async function readAttempt({ db }: TestContext, orderId: string): Promise<Attempt> {
  const attempt = await findAttemptOfOrder(db, orderId)
  if (!attempt) throw new Error('the order has no attempt')
  return attempt
}

export async function readSlotHold({ db }: TestContext, orderId: string) {
  const [row] = await db`
    select s.*, s.expires_at - clock_timestamp() > interval '9 minutes' as fresh
    from slot_hold s join care_order o on o.slot_hold_id = s.id where o.id = ${orderId}`
  return row
}

export async function readConsultation({ db }: TestContext, orderId: string) {
  const rows = await db`select * from consultation where order_id = ${orderId}`
  const [row] = await decryptRows<Row>(db, rows, { symptoms: 'consultation.symptoms', summary: 'consultation.summary' })
  return row
}

/** The answers in the account's cart. */
export async function readAnswers({ db }: TestContext, accountId: string): Promise<unknown> {
  const rows = await db`select symptoms from cart where account_id = ${accountId}`
  const [cart] = await decryptRows<Row>(db, rows, { symptoms: 'cart.symptoms' })
  return cart?.symptoms
}

/** Ages attempts, refunds and orders by so many seconds, so that the scheduled job finds them. */
export async function advanceCheckoutTime({ db }: TestContext, seconds: number): Promise<void> {
  await db`
    update payment_attempt set checked_at = checked_at - make_interval(secs => ${seconds}),
      changed_at = changed_at - make_interval(secs => ${seconds}),
      leased_until = leased_until - make_interval(secs => ${seconds}),
      pending_since = pending_since - make_interval(secs => ${seconds}),
      created_at = created_at - make_interval(secs => ${seconds}),
      expires_at = expires_at - make_interval(secs => ${seconds})`
  await db`
    update refund set checked_at = checked_at - make_interval(secs => ${seconds}),
      created_at = created_at - make_interval(secs => ${seconds}),
      leased_until = leased_until - make_interval(secs => ${seconds})`
  await db`update care_order set created_at = created_at - make_interval(secs => ${seconds})`
}

export async function runScheduledJobs(context: TestContext): Promise<void> {
  await processForgottenOrders(context.services)
  await runCheckoutJobs(context)
}

export async function compareTotals(context: TestContext) {
  const [ours] = await context.db`
    select coalesce(sum(captured), 0)::int as charged, coalesce(sum(refunded), 0)::int as refunded from payment_attempt`
  const { charges, refunds } = await readLedger(context)
  const sum = (lines: { amount: number }[]) => lines.reduce((total, { amount }) => total + amount, 0)
  return { ours, theirs: { charged: sum(charges), refunded: sum(refunds) } }
}
