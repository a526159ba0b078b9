import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { getPrice } from '@cuida/core/checkout/order/api.ts'
import { describe, expect, test } from 'vitest'
import { newCart, newDependant, newPatient, type TestPatient } from '../../booking/test-people.ts'
import {
  advanceDays,
  cancelTestSubscription,
  createPendingSubscriber,
  createSubscriber,
  readChargedAmounts,
  readSubscription,
  type Subscriber,
  submitCard,
  syncTestSubscription,
} from '../../subscription/test-subscribers.ts'
import { runSubscriptionJobs } from '../../subscription/test-work.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { processForgottenOrders } from '../jobs.ts'
import { createCheckout, createPublicAddress, orderWithCard, planPaymentFault } from '../order/test-orders.ts'

const PATIENT = { timeout: 60_000 }
const context = await createTestContext({ env: await createPublicAddress() })
await context.app.listen({ port: Number(context.env.PORT), host: '127.0.0.1' })

const becomes = (ana: Subscriber, status: string) =>
  expect
    .poll(async () => {
      await runSubscriptionJobs(context)
      return (await readSubscription(ana)).status
    }, PATIENT)
    .toBe(status)

describe('subscription webhooks', () => {
  test('the provider reports the card, a paid month and the end', async () => {
    const ana = await createPendingSubscriber(context)
    await submitCard(ana, 'good')
    await becomes(ana, 'TRIALING')
    await advanceDays(ana, 14)
    await becomes(ana, 'ACTIVE')
    await expect.poll(() => readChargedAmounts(ana), PATIENT).toEqual([950])
    await cancelTestSubscription(ana)
    await runSubscriptionJobs(context)
    await advanceDays(ana, 31)
    await becomes(ana, 'CANCELED')
  })
  test('the provider reports a failed renewal and its outcome', async () => {
    const ana = await createPendingSubscriber(context)
    await submitCard(ana, 'once')
    await becomes(ana, 'TRIALING')
    await advanceDays(ana, 14)
    await becomes(ana, 'PAST_DUE')
    await advanceDays(ana, 7)
    await becomes(ana, 'CANCELED')
  })
  test.each(['duplicate-webhook', 'forged-webhook'])('a %s changes nothing', async (fault) => {
    const ana = await createPendingSubscriber(context)
    await planPaymentFault(context, fault, { times: 2 })
    await submitCard(ana, 'good')
    await becomes(ana, 'TRIALING')
    const events = await context.db`
      select status from subscription_event where subscription_id = ${ana.id} and status = 'TRIALING'`
    expect(events).toHaveLength(1)
  })
  test('the subscription that a webhook names is not trusted: the provider is asked whose payment it is', async () => {
    const ana = await createPendingSubscriber(context)
    const bea = await createPendingSubscriber(context)
    await submitCard(ana, 'good')
    await becomes(ana, 'TRIALING')
    const [ownRow] = await context.db`
      select provider_payment_id as id from subscription_payment where subscription_id = ${ana.id}`
    await context.db`
      insert into webhook_inbox (provider, event_id, payment_id, subscription_id)
      values ('monei', ${crypto.randomUUID()}, ${ownRow?.id}, ${bea.id})`
    await context.db`update webhook_inbox set received_at = received_at - interval '20 seconds'`
    await processForgottenOrders(context.services)
    await runSubscriptionJobs(context)
    expect(await context.db`select 1 from subscription_payment where subscription_id = ${bea.id}`).toHaveLength(0)
    expect((await readSubscription(bea)).status).toBe('PENDING')
  })
})

describe('an unavailable provider', () => {
  test.each(['5xx', 'reset', 'did-it-then-5xx'])(
    '%s: the requested change is made when the provider is back',
    async (fault) => {
      const ana = await createSubscriber(context)
      await planPaymentFault(context, fault, { path: '/cancel' })
      await cancelTestSubscription(ana)
      await expect(runSubscriptionJobs(context)).rejects.toMatchObject({ name: 'ProviderDown' })
      expect((await readSubscription(ana)).cancelAtPeriodEnd).toBe(true)
      await syncTestSubscription(ana)
      expect(
        await context.db`select pending_change, cancel_at_period_end as ends from subscription where id = ${ana.id}`,
      ).toEqual([{ pending_change: null, ends: true }])
    },
  )
  test('a patient who subscribes meanwhile waits, and gets one page in the end', async () => {
    await planPaymentFault(context, '5xx', { path: 'POST /simulators/monei/v1/subscriptions' })
    await expect(createPendingSubscriber(context)).rejects.toMatchObject({ name: 'ProviderDown' })
    const [row] = await context.db`select id from subscription order by created_at desc limit 1`
    await syncTestSubscription({ context, id: row?.id })
    const [after] =
      await context.db`select activation_url as url, pending_change from subscription where id = ${row?.id}`
    expect(after).toEqual({ url: expect.stringContaining('/subscribe/'), pending_change: null })
  })
})

describe('prices for subscribers', () => {
  const find = async (flag: 'includedInSubscription' | 'requiresSubscription'): Promise<Product> => {
    const product = context.services.content.products('en').find((each) => each[flag])
    if (!product) throw new Error(`no product is ${flag}`)
    return product
  }
  const priceFor = async (patient: TestPatient, product: Product, more = {}) => {
    const sessionKey = await newCart(context, patient, product, more)
    return (await context.sendCall(getPrice, { sessionKey }, { token: patient.token })).body
  }

  test('a subscriber pays nothing for an included product, and the price says why', async () => {
    const product = await find('includedInSubscription')
    const ana = await createSubscriber(context)
    expect(await priceFor(ana, product)).toMatchObject({
      total: 0,
      lines: [{ kind: 'product' }, { kind: 'subscription' }],
    })
    const at = await createCheckout(context, product, { patient: ana })
    const { status, body } = await orderWithCard(context, at, undefined)
    expect([status, body.code]).toEqual([202, undefined])
    await runSubscriptionJobs(context)
    const [placed] = await context.db`select status, amount from care_order where id = ${body.workflowId}`
    expect(placed).toEqual({ status: 'ACTIVE', amount: 0 })
  })
  test('everyone else pays for it, a subscriber’s child too', async () => {
    const product = await find('includedInSubscription')
    expect((await priceFor(await newPatient(context), product)).total).toBe(product.price.amount)
    const ana = await createSubscriber(context)
    const child = await newDependant(context, ana, '2015-01-01')
    expect((await priceFor(ana, product, { patientId: child })).total).toBe(product.price.amount)
  })
  test('NO_ACTIVE_SUBSCRIPTION: a product for subscribers is not sold to others [B8.8]', async () => {
    const product = await find('requiresSubscription')
    const stranger = await createCheckout(context, product)
    expect(await orderWithCard(context, stranger, 'good')).toMatchObject({
      status: 409,
      body: { code: 'NO_ACTIVE_SUBSCRIPTION' },
    })
    const ana = await createSubscriber(context)
    const at = await createCheckout(context, product, { patient: ana })
    expect((await orderWithCard(context, at, 'good')).status).toBe(202)
  })
  test('a cancelled subscription covers its holder until the period ends, and not the day after', async () => {
    const product = await find('requiresSubscription')
    const ana = await createSubscriber(context)
    await context.db`update subscription set status = 'CANCELED' where id = ${ana.id}`
    const allowed = await orderWithCard(context, await createCheckout(context, product, { patient: ana }), 'good')
    expect(allowed.status).toBe(202)
    await context.db`update subscription set current_period_end = now() - interval '1 day' where id = ${ana.id}`
    const refused = await orderWithCard(context, await createCheckout(context, product, { patient: ana }), 'good')
    expect(refused.body.code).toBe('NO_ACTIVE_SUBSCRIPTION')
  })
})
