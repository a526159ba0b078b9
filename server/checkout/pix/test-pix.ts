import { createHmac, randomUUID } from 'node:crypto'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { createOrder, endPix, renewPix } from '@cuida/core/checkout/order/api.ts'
import type { Order } from '@cuida/core/checkout/order/order.ts'
import { credentials } from '@cuida/simulators/credentials.ts'
import { beforeEach } from 'vitest'
import { newPatient, type TestPatient } from '../../booking/test-people.ts'
import type { World } from '../../testing/test-world.ts'
import { endFaults } from '../../testing/test-worlds.ts'
import { atCheckout, type Checkout, pass, plan, read, sweepAndWork, work } from '../order/test-orders.ts'
import { checkoutWorld } from '../test-checkout.ts'

/** Where Pix is paid with. Faults and jobs of a test are over before the next. */
export async function pixWorld() {
  const made = await checkoutWorld({ partner: 'bem-leve' })
  beforeEach(async () => {
    await endFaults(made.world)
    await made.world.db`delete from graphile_worker._private_jobs`
  })
  return made
}

/** With right check digits: one that nobody has here. */
export const CPF = '12345678909'

let payers = 0
/** Everybody has one of their own. */
function newCpf(): string {
  const digits = String(100_000_000 + ++payers)
  const check = (text: string) =>
    (([...text].reduce((sum, digit, place) => sum + Number(digit) * (text.length + 1 - place), 0) * 10) % 11) % 10
  const first = digits + check(digits)
  return first + check(first)
}

/** A Brazilian patient. Their first name may tell the simulator to go wrong (simulators/mercadopago/pix.ts). */
export async function newPayer(world: World, firstName = 'Ana'): Promise<TestPatient> {
  const patient = await newPatient(world)
  await world.db`update patient set cpf = ${newCpf()}, first_name = ${firstName} where id = ${patient.patientId}`
  return patient
}

export const pixInput = ({ patient, product, sessionKey }: Pick<Checkout, 'patient' | 'product' | 'sessionKey'>) => ({
  cartSessionKey: sessionKey,
  productId: product.id,
  patientId: patient.patientId,
  paymentMethodInfo: { type: 'PIX' as const },
})

export const orderByPix = (world: World, at: Checkout, more: object = {}) =>
  world.tell(createOrder, { ...pixInput(at), ...more }, { token: at.patient.token })

/** Somebody at the till who chose Pix; nothing has worked on it yet. */
export async function placedPix(world: World, product: Product, patient?: TestPatient) {
  const at = await atCheckout(world, product, { patient: patient ?? (await newPayer(world)) })
  const { status, body } = await orderByPix(world, at)
  if (status !== 202) throw new Error(`the order was refused: ${body.code}`)
  const id: string = body.workflowId
  return { ...at, id, read: () => read(world, at.patient, id) }
}

/** The same with a code that waits. */
export async function openPix(world: World, product: Product, patient?: TestPatient) {
  const at = await placedPix(world, product, patient)
  await work(world)
  return at
}

export async function paymentIdOf({ db }: World, orderId: string): Promise<string> {
  const [row] = await db`select provider_payment_id as id from payment_attempt where order_id = ${orderId}`
  return row?.id
}

/** What the patient, or chance, does at the bank. */
export async function atBank(world: World, orderId: string, act: 'pay' | 'payLate' | 'expire' | 'fail') {
  const url = `${world.simulatorsUrl}/simulators/mercadopago/pix/${await paymentIdOf(world, orderId)}`
  const { status } = await fetch(url, { method: 'POST', body: new URLSearchParams({ act }), redirect: 'manual' })
  if (status !== 303) throw new Error(`the bank answered ${status}`)
}

/** What the provider keeps, in its own words. */
export async function paymentOf(world: World, orderId: string): Promise<Record<string, unknown>> {
  const headers = { authorization: 'Bearer TEST-cuida-simulator-access-token' }
  const url = `${world.simulatorsUrl}/simulators/mercadopago/v1/payments/${await paymentIdOf(world, orderId)}`
  return (await (await fetch(url, { headers })).json()) as Record<string, unknown>
}

/** As if so many seconds had gone by, and the sweep had come. */
export async function later(world: World, seconds: number): Promise<void> {
  await pass(world, seconds)
  await sweepAndWork(world)
}

/** A notification as the provider sends it (product 12.6): its request id makes it one of its own. */
export async function noteOf(world: World, orderId: string, requestId: string = randomUUID()) {
  const [attempt] = await world.db`select id, provider_payment_id from payment_attempt where order_id = ${orderId}`
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
export type Note = Awaited<ReturnType<typeof noteOf>>

export const deliver = async ({ app }: World, { path, headers, body }: Note): Promise<number> =>
  (await app.inject({ method: 'POST', url: path, headers, payload: body })).statusCode

export const PAYMENTS = 'POST /simulators/mercadopago/v1/payments'
export const spoil = (world: World, fault: string, path: string, more: object = {}): Promise<void> =>
  plan(world, fault, { provider: 'mercadopago', path, ...more })

export const minutesLeft = async ({ read }: { read(): Promise<Order> }): Promise<number> =>
  (Date.parse((await read()).pix?.expiresAt ?? '') - Date.now()) / 60_000

/** As the provider's notification does it: the payment is asked for. */
export async function tell(world: World, orderId: string): Promise<void> {
  const { attemptId, providerPaymentId } = await refOf(world, orderId)
  await world.db`
    insert into webhook_inbox (provider, event_id, payment_id, attempt_id)
    values ('mercadopago', gen_random_uuid()::text, ${providerPaymentId}, ${attemptId})`
  await world.db`update webhook_inbox set received_at = received_at - interval '20 seconds' where applied_at is null`
  await sweepAndWork(world)
}

/** What the provider must know to find a payment. */
export async function refOf({ db }: World, orderId: string) {
  const [row] = await db`select id, provider_payment_id from payment_attempt where order_id = ${orderId}`
  return { attemptId: row?.id as string, providerPaymentId: row?.provider_payment_id as string }
}

interface Asked {
  id: string
  patient: TestPatient
}
export const again = (world: World, { id, patient }: Asked) => world.tell(renewPix, { id }, patient)
export const end = (world: World, { id, patient }: Asked) => world.tell(endPix, { id }, patient)
