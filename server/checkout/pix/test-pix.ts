import { createHmac, randomUUID } from 'node:crypto'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { cancelPix, createOrder, renewPix } from '@cuida/core/checkout/order/api.ts'
import type { Order } from '@cuida/core/checkout/order/order.ts'
import { credentials } from '@cuida/simulators/credentials.ts'
import { beforeEach } from 'vitest'
import { newPatient, type TestPatient } from '../../booking/test-people.ts'
import type { TestContext } from '../../testing/test-context.ts'
import { endFaults } from '../../testing/test-contexts.ts'
import {
  advanceCheckoutTime,
  type Checkout,
  createCheckout,
  planPaymentFault,
  readOrder,
  runCheckoutJobs,
  runScheduledJobs,
} from '../order/test-orders.ts'
import { createCheckoutContext } from '../test-checkout.ts'

/** A context whose partner offers Pix. Faults and jobs of a test end before the next one. */
export async function createPixContext() {
  const testContext = await createCheckoutContext({ partner: 'bem-leve' })
  beforeEach(async () => {
    await endFaults(testContext.context)
    await testContext.context.db`delete from graphile_worker._private_jobs`
  })
  return testContext
}

/** A CPF with valid check digits that no patient of these tests has. */
export const TEST_CPF = '12345678909'

let payers = 0
function newCpf(): string {
  const digits = String(100_000_000 + ++payers)
  const check = (text: string) =>
    (([...text].reduce((sum, digit, index) => sum + Number(digit) * (text.length + 1 - index), 0) * 10) % 11) % 10
  const first = digits + check(digits)
  return first + check(first)
}

/** A Brazilian patient. The first name may make the simulator fail (simulators/mercadopago/pix.ts). */
export async function insertPayer(context: TestContext, firstName = 'Ana'): Promise<TestPatient> {
  const patient = await newPatient(context)
  await context.db`update patient set cpf = ${newCpf()}, first_name = ${firstName} where id = ${patient.patientId}`
  return patient
}

export const pixInput = ({ patient, product, sessionKey }: Pick<Checkout, 'patient' | 'product' | 'sessionKey'>) => ({
  cartSessionKey: sessionKey,
  productId: product.id,
  patientId: patient.patientId,
  paymentMethodInfo: { type: 'PIX' as const },
})

export const orderByPix = (context: TestContext, at: Checkout, more: object = {}) =>
  context.sendCall(createOrder, { ...pixInput(at), ...more }, { token: at.patient.token })

/** An order with a Pix whose jobs have not run. */
export async function placePixOrder(context: TestContext, product: Product, patient?: TestPatient) {
  const at = await createCheckout(context, product, { patient: patient ?? (await insertPayer(context)) })
  const { status, body } = await orderByPix(context, at)
  if (status !== 202) throw new Error(`the order was refused: ${body.code}`)
  const id: string = body.workflowId
  return { ...at, id, read: () => readOrder(context, at.patient, id) }
}

export async function openPix(context: TestContext, product: Product, patient?: TestPatient) {
  const at = await placePixOrder(context, product, patient)
  await runCheckoutJobs(context)
  return at
}

export async function readPaymentId({ db }: TestContext, orderId: string): Promise<string> {
  const [row] = await db`select provider_payment_id as id from payment_attempt where order_id = ${orderId}`
  return row?.id
}

export async function actAtBank(context: TestContext, orderId: string, act: 'pay' | 'payLate' | 'expire' | 'fail') {
  const url = `${context.simulatorsUrl}/simulators/mercadopago/pix/${await readPaymentId(context, orderId)}`
  const { status } = await fetch(url, { method: 'POST', body: new URLSearchParams({ act }), redirect: 'manual' })
  if (status !== 303) throw new Error(`the simulated bank answered ${status}`)
}

/** The payment in the provider's own format. */
export async function fetchProviderPayment(context: TestContext, orderId: string): Promise<Record<string, unknown>> {
  const headers = { authorization: 'Bearer TEST-cuida-simulator-access-token' }
  const url = `${context.simulatorsUrl}/simulators/mercadopago/v1/payments/${await readPaymentId(context, orderId)}`
  return (await (await fetch(url, { headers })).json()) as Record<string, unknown>
}

/** Lets so many seconds pass and runs the scheduled job. */
export async function advancePixTime(context: TestContext, seconds: number): Promise<void> {
  await advanceCheckoutTime(context, seconds)
  await runScheduledJobs(context)
}

/** A webhook as the provider sends it (product 12.6); each request id makes it another one. */
export async function createPixWebhook(context: TestContext, orderId: string, requestId: string = randomUUID()) {
  const [attempt] = await context.db`select id, provider_payment_id from payment_attempt where order_id = ${orderId}`
  const id = attempt?.provider_payment_id
  const ts = Date.now()
  const manifest = `id:${id};request-id:${requestId};ts:${ts};`
  const v1 = createHmac('sha256', credentials.mercadopago.webhookSecret).update(manifest).digest('hex')
  return {
    path: `/v1/webhooks/mercadopago?attempt=${attempt?.id}&data.id=${id}&type=payment`,
    headers: { 'content-type': 'application/json', 'x-request-id': requestId, 'x-signature': `ts=${ts},v1=${v1}` },
    body: JSON.stringify({ action: 'payment.updated', data: { id }, type: 'payment' }),
  }
}
export type PixWebhook = Awaited<ReturnType<typeof createPixWebhook>>

export const deliverWebhook = async ({ app }: TestContext, { path, headers, body }: PixWebhook): Promise<number> =>
  (await app.inject({ method: 'POST', url: path, headers, payload: body })).statusCode

export const CREATE_PAYMENT_ROUTE = 'POST /simulators/mercadopago/v1/payments'
export const planPixFault = (context: TestContext, fault: string, path: string, more: object = {}): Promise<void> =>
  planPaymentFault(context, fault, { provider: 'mercadopago', path, ...more })

export const minutesLeft = async ({ read }: { read(): Promise<Order> }): Promise<number> =>
  (Date.parse((await read()).pix?.expiresAt ?? '') - Date.now()) / 60_000

/** Fetches the payment as a webhook does. */
export async function sendCall(context: TestContext, orderId: string): Promise<void> {
  const { attemptId, providerPaymentId } = await readPaymentRef(context, orderId)
  await context.db`
    insert into webhook_inbox (provider, event_id, payment_id, attempt_id)
    values ('mercadopago', gen_random_uuid()::text, ${providerPaymentId}, ${attemptId})`
  await context.db`update webhook_inbox set received_at = received_at - interval '20 seconds' where applied_at is null`
  await runScheduledJobs(context)
}

/** The ids by which the provider finds a payment. */
export async function readPaymentRef({ db }: TestContext, orderId: string) {
  const [row] = await db`select id, provider_payment_id from payment_attempt where order_id = ${orderId}`
  return { attemptId: row?.id as string, providerPaymentId: row?.provider_payment_id as string }
}

interface Asked {
  id: string
  patient: TestPatient
}
export const renewTestPix = (context: TestContext, { id, patient }: Asked) =>
  context.sendCall(renewPix, { id }, patient)
export const endTestPix = (context: TestContext, { id, patient }: Asked) => context.sendCall(cancelPix, { id }, patient)
