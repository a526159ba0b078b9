import { expect, onTestFinished, test } from 'vitest'
import { productFor, secondContext } from '../../booking/test-people.ts'
import { absentPayments } from '../../providers/all-of.ts'
import { DEAF, read as readPlan, subscribed } from '../../subscription/test-subscribers.ts'
import type { TestContext } from '../../testing/test-context.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { linesLeftBehind } from '../left-behind-store.ts'
import { authorise, moneyOf, type Placed, pass, placed, sweepAndWork, work } from '../order/test-orders.ts'
import { chargeOrder } from './charge-order.ts'

const context = await createTestContext({ env: DEAF })
const product = await productFor(context, 'scheduled')

/** The same place, started anew by somebody who took away its payments. */
async function without(): Promise<TestContext> {
  const place = await secondContext({ ...context, env: { ...context.env, NO_PROVIDER_FOR: 'payments' } })
  onTestFinished(() => place.close())
  return place
}
/** One whose payments are at somebody else's, who has never heard of what was begun before and would charge all the same. */
async function elsewhere(): Promise<{ place: TestContext; asked: string[] }> {
  const place = await without()
  const asked: string[] = []
  const noted = (name: string) => async () => {
    asked.push(name)
    return undefined
  }
  place.services.providers.payments = {
    ...absentPayments,
    browser: { ...absentPayments.browser, provider: 'mercadopago' },
    find: noted('find'),
    cancel: noted('cancel'),
    charge: noted('charge') as never,
  }
  return { place, asked }
}
async function undecided(): Promise<Placed> {
  const at = await placed(context, product, 'challenge')
  await work(context)
  expect((await at.read()).status).toBe('PENDING')
  return at
}

test('a payment under way waits when its provider is taken away, and counts when that is back', async () => {
  const at = await undecided()
  const place = await without()
  await pass(context, 60)
  await expect(chargeOrder(place.services, at.id)).rejects.toMatchObject({ code: 'NOT_OFFERED' })
  expect((await at.read()).status).toBe('PENDING')
  // The patient answers the bank all the same. Nobody here hears of it until the provider is set again.
  await authorise(context, at.id)
  await pass(context, 60)
  await sweepAndWork(context)
  expect((await at.read()).status).toBe('ACTIVE')
  expect(await moneyOf(context, at.id)).toEqual({ charged: [at.product.price.amount], refunded: [] })
})

test('a payment of one provider is asked of no other, and charged at none', async () => {
  const at = await undecided()
  await context.db`update payment_attempt set state = 'processing' where order_id = ${at.id}`
  const { place, asked } = await elsewhere()
  await pass(context, 60)
  await expect(chargeOrder(place.services, at.id)).rejects.toMatchObject({ code: 'NOT_OFFERED' })
  expect(asked).toEqual([])
})

test('every start says what was left behind, and nothing when nothing was', async () => {
  const ana = await subscribed(context)
  const [before] = await linesLeftBehind(context.services)
  expect(before).toBeUndefined()
  await undecided()
  const place = await without()
  const lines = await linesLeftBehind(place.services)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(
    /^left behind at monei, which this place has no more: [1-9]\d* payments .* and 1 running plans/,
  )
  // What is paid is hers until its period ends, and is not changed by anybody here.
  expect((await readPlan(ana)).status).toBe('TRIALING')
})
