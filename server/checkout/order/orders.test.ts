import { getCart, updateCart } from '@cuida/core/booking/cart/api.ts'
import { createOrder, getCardEntry, getOrder } from '@cuida/core/checkout/order/api.ts'
import { describe, expect, test } from 'vitest'
import { newPatient, secondWorld } from '../../booking/test-people.ts'
import { codeOf } from '../../testing/test-code-of.ts'
import { closing } from '../../testing/test-worlds.ts'
import { checkoutWorld } from '../test-checkout.ts'
import { atCheckout, claimOf, consultationOf, moneyOf, order, read, work } from './test-orders.ts'

const PATIENT = { timeout: 60_000 }

const { world, product } = await checkoutWorld()
const other = closing(await secondWorld(world))

describe('paying for a booked time [B1.5] [B1.7]', () => {
  test('takes the money once, sells the time and queues the consultation [A1.5]', async () => {
    const at = await atCheckout(world, product)
    const placed = await order(world, at, 'good')
    expect(placed.status).toBe(202)
    const id = placed.body.workflowId
    expect((await read(world, at.patient, id)).status).toBe('PROCESSING')
    expect((await claimOf(world, id))?.state).toBe('paying')
    await work(world)
    expect(await read(world, at.patient, id)).toMatchObject({
      status: 'ACTIVE',
      amount: product.price.amount,
      currency: product.price.currency,
      refundAmount: 0,
      failureReason: null,
      cardType: 'visa',
      maskedCardNumber: '•••• 4422',
      paymentMethodType: 'CARD_FIRST_PAYMENT',
      patient: { id: at.patient.patientId, firstName: 'Ana' },
      consultations: [{ startTime: at.time.startTime }],
    })
    expect(await moneyOf(world, id)).toEqual({ charged: [product.price.amount], refunded: [] })
    expect((await claimOf(world, id))?.state).toBe('booked')
    expect(await consultationOf(world, id)).toMatchObject({
      status: 'QUEUED',
      type: 'scheduled',
      clinician_id: at.clinicianId,
      queued_at: null,
      summary: expect.any(String),
    })
    const actions = await world.db`
      select a.type, a.role from consultation_action a join consultation c on c.id = a.consultation_id
      where c.order_id = ${id}`
    expect(actions).toMatchObject([{ type: 'QUEUED', role: 'SYSTEM' }])
    const history = await world.db`select status from order_event where order_id = ${id} order by id`
    expect(history.map(({ status }) => status)).toEqual(['PROCESSING', 'ACTIVE'])
  })
  test('keeps no card token once the verdict is known, and no symptoms in the cart', async () => {
    const at = await atCheckout(world, product)
    const { body } = await order(world, at, 'good')
    const token = () => world.db`select token from payment_attempt where order_id = ${body.workflowId}`
    expect((await token())[0]?.token).toHaveProperty('cardToken')
    await work(world)
    expect((await token())[0]?.token).toBeNull()
    const cart = await world.tell(getCart, { sessionKey: at.sessionKey }, { token: at.patient.token })
    expect(cart.body).toMatchObject({ symptoms: [], summary: null })
  })
  test('20 requests at once over two processes make one order and one charge [B4.26] [B7.10]', async () => {
    const at = await atCheckout(world, product)
    const told = await Promise.all(Array.from({ length: 20 }, (_, i) => order(i % 2 ? world : other, at, 'good')))
    expect(new Set(told.map(({ status, body }) => `${status} ${body.workflowId}`)).size).toBe(1)
    expect(told[0]?.status).toBe(202)
    await Promise.all([work(world), work(other)])
    expect((await moneyOf(world, told[0]?.body.workflowId ?? '')).charged).toHaveLength(1)
    expect((await order(world, at, 'good')).body.workflowId).toBe(told[0]?.body.workflowId)
  })
  test('an Idempotency-Key answers the same body with the same order, and refuses another body', async () => {
    const at = await atCheckout(world, product)
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const input = (summary: string) => ({
      cartSessionKey: at.sessionKey,
      productId: product.id,
      patientId: at.patient.patientId,
      paymentMethodInfo: { type: 'CARD_FIRST_PAYMENT' as const },
      cardToken: 'tok_00000000',
      summary,
    })
    const how = { token: at.patient.token, headers }
    const first = await world.tell(createOrder, input('I have had a cough for a week.'), how)
    expect(await world.tell(createOrder, input('I have had a cough for a week.'), how)).toMatchObject({
      body: { workflowId: first.body.workflowId },
    })
    const changed = await world.tell(createOrder, input('Something else altogether.'), how)
    expect(codeOf(changed)).toEqual([422, 'IDEMPOTENCY_MISMATCH'])
  })
  test('a cart that became an order no longer changes', async () => {
    const at = await atCheckout(world, product)
    await order(world, at, 'good')
    const change = await world.tell(updateCart, { sessionKey: at.sessionKey, productId: product.id }, at.patient)
    expect(codeOf(change)).toEqual([409, 'CART_EXPIRED'])
  })
})

describe('reading an order', () => {
  test('is for its owner [B3.4]', async () => {
    const at = await atCheckout(world, product)
    const { body } = await order(world, at, 'good')
    const stranger = await newPatient(world)
    expect(codeOf(await world.tell(getOrder, { id: body.workflowId }, stranger))).toEqual([404, 'ORDER_NOT_FOUND'])
    expect((await world.tell(getOrder, { id: body.workflowId }, at.patient)).status).toBe(200)
  })
  test('answers 304 while nothing changes, and the news at once [B7.11]', async () => {
    const at = await atCheckout(world, product)
    const { body } = await order(world, at, 'good')
    const first = await world.tell(getOrder, { id: body.workflowId }, at.patient)
    const headers = { 'if-none-match': String(first.headers.etag) }
    expect((await world.tell(getOrder, { id: body.workflowId }, { token: at.patient.token, headers })).status).toBe(304)
    await work(world)
    await expect.poll(async () => (await read(world, at.patient, body.workflowId)).status, PATIENT).toBe('ACTIVE')
  })
  test('the card form is shown from an origin of its own', async () => {
    const { body } = await world.tell(getCardEntry, {}, await newPatient(world))
    expect(body).toEqual({ provider: 'monei', frameUrl: `${world.services.env.PAYMENT_ORIGIN}/payment-frame` })
  })
})
