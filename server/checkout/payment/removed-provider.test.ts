import { expect, onTestFinished, test } from 'vitest'
import { createSecondProcess, productFor } from '../../booking/test-people.ts'
import { nullPayments } from '../../providers/create-providers.ts'
import { createSubscriber, readSubscription as readPlan, UNREACHABLE_URL } from '../../subscription/test-subscribers.ts'
import type { TestContext } from '../../testing/test-context.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import {
  advanceCheckoutTime,
  authorisePayment,
  type PlacedOrder,
  placeTestOrder,
  readOrderMoney,
  runCheckoutJobs,
  runScheduledJobs,
} from '../order/test-orders.ts'
import { orphanedPaymentWarnings } from '../orphaned-payment-store.ts'
import { chargeOrder } from './charge-order.ts'

const context = await createTestContext({ env: UNREACHABLE_URL })
const product = await productFor(context, 'scheduled')

/** The same deployment, restarted without a payment provider. */
async function without(): Promise<TestContext> {
  const secondProcess = await createSecondProcess({
    ...context,
    env: { ...context.env, DISABLED_PROVIDERS: 'payments' },
  })
  onTestFinished(() => secondProcess.close())
  return secondProcess
}
/**
 * The same deployment with another payment provider, which does not know earlier payments and would charge them
 * again.
 */
async function elsewhere(): Promise<{ place: TestContext; asked: string[] }> {
  const place = await without()
  const asked: string[] = []
  const noted = (name: string) => async () => {
    asked.push(name)
    return undefined
  }
  place.services.providers.payments = {
    ...nullPayments,
    browser: { ...nullPayments.browser, provider: 'mercadopago' },
    find: noted('find'),
    cancel: noted('cancel'),
    charge: noted('charge') as never,
  }
  return { place, asked }
}
async function undecided(): Promise<PlacedOrder> {
  const at = await placeTestOrder(context, product, 'challenge')
  await runCheckoutJobs(context)
  expect((await at.read()).status).toBe('PENDING')
  return at
}

test('a payment in progress waits while its provider is removed, and counts when the provider is back', async () => {
  const at = await undecided()
  const secondProcess = await without()
  await advanceCheckoutTime(context, 60)
  await expect(chargeOrder(secondProcess.services, at.id)).rejects.toMatchObject({ code: 'NOT_OFFERED' })
  expect((await at.read()).status).toBe('PENDING')
  // The patient completes the challenge all the same. The server hears of it only once the provider is configured
  // again.
  await authorisePayment(context, at.id)
  await advanceCheckoutTime(context, 60)
  await runScheduledJobs(context)
  expect((await at.read()).status).toBe('ACTIVE')
  expect(await readOrderMoney(context, at.id)).toEqual({ charged: [at.product.price.amount], refunded: [] })
})

test('a payment is neither looked up nor charged at another provider', async () => {
  const at = await undecided()
  await context.db`update payment_attempt set state = 'processing' where order_id = ${at.id}`
  const { place, asked } = await elsewhere()
  await advanceCheckoutTime(context, 60)
  await expect(chargeOrder(place.services, at.id)).rejects.toMatchObject({ code: 'NOT_OFFERED' })
  expect(asked).toEqual([])
})

test('every start warns about payments left at removed providers, and about nothing otherwise', async () => {
  const ana = await createSubscriber(context)
  const [before] = await orphanedPaymentWarnings(context.services)
  expect(before).toBeUndefined()
  await undecided()
  const secondProcess = await without()
  const lines = await orphanedPaymentWarnings(secondProcess.services)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(
    /^monei is no longer configured, but still has [1-9]\d* payments .* and 1 active subscriptions/,
  )
  // The paid period of her subscription continues unchanged.
  expect((await readPlan(ana)).status).toBe('TRIALING')
})
