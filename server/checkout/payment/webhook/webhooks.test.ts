import { createHmac } from 'node:crypto'
import { credentials } from '@cuida/simulators/credentials.ts'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { createSecondProcess } from '../../../booking/test-people.ts'
import { closeAfterTests } from '../../../testing/test-contexts.ts'
import { processForgottenOrders } from '../../jobs.ts'
import {
  authorisePayment,
  type Checkout,
  createCheckout,
  orderWithCard,
  planPaymentFault,
  readOrder,
  readOrderMoney,
  runCheckoutJobs,
} from '../../order/test-orders.ts'
import { createCheckoutContext } from '../../test-checkout.ts'
import { findAttemptOfOrder } from '../attempt-store.ts'

const PATIENT = { timeout: 60_000 }

const { context, product } = await createCheckoutContext()
const other = closeAfterTests(await createSecondProcess(context))

const signature = (body: string, at = new Date(), key: string = credentials.monei.apiKey) => {
  const t = Math.floor(at.getTime() / 1000)
  return `t=${t},v1=${createHmac('sha256', key).update(`${t}.${body}`).digest('hex')}`
}
const send = (body: string, header: string | undefined, to = context) =>
  to.app.inject({
    method: 'POST',
    url: '/v1/webhooks/monei',
    payload: body,
    headers: { 'content-type': 'application/json', ...(header ? { 'monei-signature': header } : {}) },
  })
const inbox = () => context.db`select * from webhook_inbox`

/** An order that was charged and whose answer was lost: only the provider knows. */
async function lostAnswer() {
  const at = await createCheckout(context, product)
  await planPaymentFault(context, 'did-it-then-5xx', { path: '/confirm' })
  const { body } = await orderWithCard(context, at, 'good')
  await expect(runCheckoutJobs(context)).rejects.toMatchObject({ name: 'ProviderDown' })
  const attempt = await findAttemptOfOrder(context.db, body.workflowId)
  const note = JSON.stringify({ id: attempt?.providerPaymentId, orderId: attempt?.id, status: 'FAILED', amount: 1 })
  return { ...at, id: body.workflowId, note }
}

describe('a webhook', () => {
  test('a webhook makes the server ask the provider, and its content is not trusted', async () => {
    const at = await lostAnswer()
    expect((await send(at.note, signature(at.note))).statusCode).toBe(200)
    expect((await readOrder(context, at.patient, at.id)).status).toBe('PROCESSING')
    await runCheckoutJobs(context)
    expect((await readOrder(context, at.patient, at.id)).status).toBe('ACTIVE')
    expect((await readOrderMoney(context, at.id)).charged).toEqual([product.price.amount])
  })
  test('50 deliveries over two processes are stored and applied once, and each is acknowledged', async () => {
    const at = await lostAnswer()
    const header = signature(at.note)
    const before = (await inbox()).length
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => send(at.note, header, i % 2 ? context : other)),
    )
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(await inbox()).toHaveLength(before + 1)
    await runCheckoutJobs(context)
    const events = await context.db`select status from order_event where order_id = ${at.id} and source = 'webhook'`
    expect(events).toMatchObject([{ status: 'ACTIVE' }])
  })
  test('a webhook of an unknown payment is acknowledged and changes nothing', async () => {
    const note = JSON.stringify({ id: 'somebody-elses', orderId: 'order-1' })
    expect((await send(note, signature(note))).statusCode).toBe(200)
    await runCheckoutJobs(context)
    expect((await inbox()).every(({ applied_at }) => applied_at !== null)).toBe(true)
  })
  test('a webhook whose job was lost is found by the scheduled job', async () => {
    const at = await lostAnswer()
    await send(at.note, signature(at.note))
    await context.db`delete from graphile_worker._private_jobs`
    await context.db`update webhook_inbox set received_at = received_at - interval '20 seconds'`
    await processForgottenOrders(context.services)
    await runCheckoutJobs(context)
    expect((await readOrder(context, at.patient, at.id)).status).toBe('ACTIVE')
  })
})

describe('webhooks of the simulator', () => {
  beforeAll(async () => {
    await context.app.listen({ port: Number(context.env.PORT), host: '127.0.0.1' })
  })
  const hasWebhook = (orderId: string) => async () => {
    const attempt = await findAttemptOfOrder(context.db, orderId)
    return (await inbox()).some(({ attempt_id }) => attempt_id === attempt?.id)
  }

  const readStatus = (at: Checkout, orderId: string) => async () => {
    await runCheckoutJobs(context)
    return (await readOrder(context, at.patient, orderId)).status
  }

  test('the provider reports a payment whose answer was lost', async () => {
    const at = await lostAnswer()
    await expect.poll(hasWebhook(at.id), PATIENT).toBe(true)
    await runCheckoutJobs(context)
    expect((await readOrder(context, at.patient, at.id)).status).toBe('ACTIVE')
  })
  test('the provider reports a completed challenge', async () => {
    const at = await createCheckout(context, product)
    const { body } = await orderWithCard(context, at, 'challenge')
    await runCheckoutJobs(context)
    await authorisePayment(context, body.workflowId)
    await expect.poll(readStatus(at, body.workflowId), PATIENT).toBe('ACTIVE')
    expect(await readOrder(context, at.patient, body.workflowId)).toMatchObject({
      status: 'ACTIVE',
      challengeUrl: null,
    })
  })
  test('the webhook may arrive before the charge’s answer', async () => {
    await planPaymentFault(context, 'slow', { path: '/confirm', delayMs: 10 })
    const at = await createCheckout(context, product)
    const { body } = await orderWithCard(context, at, 'good')
    await Promise.all([runCheckoutJobs(context), runCheckoutJobs(other)])
    await expect.poll(hasWebhook(body.workflowId), PATIENT).toBe(true)
    await Promise.all([runCheckoutJobs(context), runCheckoutJobs(other)])
    const events = await context.db`select status from order_event where order_id = ${body.workflowId}`
    expect(events.map(({ status }) => status)).toEqual(['PROCESSING', 'ACTIVE'])
    expect((await readOrderMoney(context, body.workflowId)).charged).toEqual([product.price.amount])
  })
  test('webhooks may be repeated or forged', async () => {
    await planPaymentFault(context, 'duplicate-webhook')
    await planPaymentFault(context, 'forged-webhook')
    const at = await createCheckout(context, product)
    const { body } = await orderWithCard(context, at, 'challenge')
    await runCheckoutJobs(context)
    await authorisePayment(context, body.workflowId)
    await expect.poll(readStatus(at, body.workflowId), PATIENT).toBe('ACTIVE')
    const events = await context.db`select status from order_event where order_id = ${body.workflowId} order by id`
    expect(events.map(({ status }) => status)).toEqual(['PROCESSING', 'PENDING', 'ACTIVE'])
  })
})

describe('a forged webhook', () => {
  // Count this payment's only: genuine webhooks of the tests above may still arrive.
  const ofForger = () => context.db`select * from webhook_inbox where payment_id = 'p1'`
  const body = '{"id":"p1","orderId":"o1","status":"SUCCEEDED"}'
  test.each([
    ['without a signature', body, undefined],
    ['with another key', body, signature(body, new Date(), 'pk_test_other')],
    ['with another body', `${body} `, signature(body)],
    ['signed ten minutes ago', body, signature(body, new Date(Date.now() - 600_000))],
    ['signed ten minutes ahead', body, signature(body, new Date(Date.now() + 600_000))],
    ['that is neither JSON nor signed', '{', undefined],
  ])('a webhook %s is refused before it is parsed, and leaves no trace', async (_, text, header) => {
    const before = (await ofForger()).length
    const answer = await send(text, header)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'FORGED_WEBHOOK'])
    expect(await ofForger()).toHaveLength(before)
  })
  test('any change of the signature is refused', async () => {
    const good = signature(body)
    const before = (await ofForger()).length
    const at = fc.nat(good.length - 1)
    await fc.assert(
      fc.asyncProperty(at, fc.constantFrom(...'0123456789abcdef,=tv'), async (index, letter) => {
        fc.pre(good[index] !== letter)
        const header = good.slice(0, index) + letter + good.slice(index + 1)
        expect((await send(body, header)).statusCode).toBe(400)
      }),
      { numRuns: 40 },
    )
    expect(await ofForger()).toHaveLength(before)
  })
  test('a webhook of a provider that this partner does not use is not found', async () => {
    const answer = await context.app.inject({ method: 'POST', url: '/v1/webhooks/mercadopago', payload: {} })
    expect(answer.statusCode).toBe(404)
  })
})
