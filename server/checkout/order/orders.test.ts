import { getCart, updateCart } from '@cuida/core/booking/cart/api.ts'
import { createOrder, getCardEntry, getOrder } from '@cuida/core/checkout/order/api.ts'
import { describe, expect, test } from 'vitest'
import { createSecondProcess, newPatient } from '../../booking/test-people.ts'
import { statusAndCodeOf } from '../../testing/test-code-of.ts'
import { closeAfterTests } from '../../testing/test-contexts.ts'
import { createCheckoutContext } from '../test-checkout.ts'
import {
  createCheckout,
  orderWithCard,
  readConsultation,
  readOrder,
  readOrderMoney,
  readSlotHold,
  runCheckoutJobs,
} from './test-orders.ts'

const PATIENT = { timeout: 60_000 }

const { context, product } = await createCheckoutContext()
const other = closeAfterTests(await createSecondProcess(context))

describe('paying for a booked time [B1.5] [B1.7]', () => {
  test('the card is charged once, the slot is booked and the consultation queued [A1.5]', async () => {
    const at = await createCheckout(context, product)
    const placed = await orderWithCard(context, at, 'good')
    expect(placed.status).toBe(202)
    const id = placed.body.workflowId
    expect((await readOrder(context, at.patient, id)).status).toBe('PROCESSING')
    expect((await readSlotHold(context, id))?.state).toBe('paying')
    await runCheckoutJobs(context)
    expect(await readOrder(context, at.patient, id)).toMatchObject({
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
    expect(await readOrderMoney(context, id)).toEqual({ charged: [product.price.amount], refunded: [] })
    expect((await readSlotHold(context, id))?.state).toBe('booked')
    expect(await readConsultation(context, id)).toMatchObject({
      status: 'QUEUED',
      type: 'scheduled',
      clinician_id: at.clinicianId,
      queued_at: null,
      summary: expect.any(String),
    })
    const actions = await context.db`
      select a.type, a.role from consultation_action a join consultation c on c.id = a.consultation_id
      where c.order_id = ${id}`
    expect(actions).toMatchObject([{ type: 'QUEUED', role: 'SYSTEM' }])
    const history = await context.db`select status from order_event where order_id = ${id} order by id`
    expect(history.map(({ status }) => status)).toEqual(['PROCESSING', 'ACTIVE'])
  })
  test('after the payment is decided no card token is stored, and no symptoms are left in the cart', async () => {
    const at = await createCheckout(context, product)
    const { body } = await orderWithCard(context, at, 'good')
    const token = () => context.db`select token from payment_attempt where order_id = ${body.workflowId}`
    expect((await token())[0]?.token).toHaveProperty('cardToken')
    await runCheckoutJobs(context)
    expect((await token())[0]?.token).toBeNull()
    const cart = await context.sendCall(getCart, { sessionKey: at.sessionKey }, { token: at.patient.token })
    expect(cart.body).toMatchObject({ symptoms: [], summary: null })
  })
  test('20 concurrent requests over two processes make one order and one charge [B4.26] [B7.10]', async () => {
    const at = await createCheckout(context, product)
    const result = await Promise.all(
      Array.from({ length: 20 }, (_, i) => orderWithCard(i % 2 ? context : other, at, 'good')),
    )
    expect(new Set(result.map(({ status, body }) => `${status} ${body.workflowId}`)).size).toBe(1)
    expect(result[0]?.status).toBe(202)
    await Promise.all([runCheckoutJobs(context), runCheckoutJobs(other)])
    expect((await readOrderMoney(context, result[0]?.body.workflowId ?? '')).charged).toHaveLength(1)
    expect((await orderWithCard(context, at, 'good')).body.workflowId).toBe(result[0]?.body.workflowId)
  })
  test('an Idempotency-Key returns the same order for the same body, and refuses another body', async () => {
    const at = await createCheckout(context, product)
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
    const first = await context.sendCall(createOrder, input('I have had a cough for a week.'), how)
    expect(await context.sendCall(createOrder, input('I have had a cough for a week.'), how)).toMatchObject({
      body: { workflowId: first.body.workflowId },
    })
    const changed = await context.sendCall(createOrder, input('Something else altogether.'), how)
    expect(statusAndCodeOf(changed)).toEqual([422, 'IDEMPOTENCY_MISMATCH'])
  })
  test('a cart with an order cannot be changed', async () => {
    const at = await createCheckout(context, product)
    await orderWithCard(context, at, 'good')
    const change = await context.sendCall(updateCart, { sessionKey: at.sessionKey, productId: product.id }, at.patient)
    expect(statusAndCodeOf(change)).toEqual([409, 'CART_EXPIRED'])
  })
})

describe('reading an order', () => {
  test('only its owner can read an order [B3.4]', async () => {
    const at = await createCheckout(context, product)
    const { body } = await orderWithCard(context, at, 'good')
    const stranger = await newPatient(context)
    expect(statusAndCodeOf(await context.sendCall(getOrder, { id: body.workflowId }, stranger))).toEqual([
      404,
      'ORDER_NOT_FOUND',
    ])
    expect((await context.sendCall(getOrder, { id: body.workflowId }, at.patient)).status).toBe(200)
  })
  test('the order returns 304 while nothing changes, and a change at once [B7.11]', async () => {
    const at = await createCheckout(context, product)
    const { body } = await orderWithCard(context, at, 'good')
    const first = await context.sendCall(getOrder, { id: body.workflowId }, at.patient)
    const headers = { 'if-none-match': String(first.headers.etag) }
    expect(
      (await context.sendCall(getOrder, { id: body.workflowId }, { token: at.patient.token, headers })).status,
    ).toBe(304)
    await runCheckoutJobs(context)
    await expect
      .poll(async () => (await readOrder(context, at.patient, body.workflowId)).status, PATIENT)
      .toBe('ACTIVE')
  })
  test('the card form is served from an origin of its own', async () => {
    const { body } = await context.sendCall(getCardEntry, {}, await newPatient(context))
    expect(body).toMatchObject({ provider: 'monei', frameUrl: `${context.services.env.PAYMENT_ORIGIN}/payment-frame` })
  })
})
