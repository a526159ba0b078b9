import { createCart, getCart, listProductSlots } from '@cuida/core/booking/cart/api.ts'
import { priorityOf } from '@cuida/core/kit/call.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { productFor, validAnswers } from '../../booking/test-people.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { servedCalls } from '../http/serve.ts'
import { createControl, createLoadShedder, MOST } from './load-shedder.ts'

const context = await createTestContext()
const { load } = context.services
afterEach(() => vi.restoreAllMocks())

describe('the refused share', () => {
  const NONE = { lateMs: 0, waiting: 0 }
  /** Runs the control for this long under a constant load, in steps of 25 ms. */
  const runs = (control: ReturnType<typeof createControl>, seconds: number, from: number, load = NONE) => {
    for (let at = 0; at < seconds * 1_000; at += 25) control.update(load, from + at)
    return control.share()
  }

  test('one long pause refuses nothing', () => {
    const control = createControl()
    runs(control, 1, 0)
    control.update({ lateMs: 390, waiting: 0 }, 1_390)
    expect(runs(control, 1, 1_415)).toBe(0)
  })

  test.each([
    ['a late event loop', { lateMs: 2 * MOST.low.lateMs, waiting: 0 }],
    ['a queue for database connections', { lateMs: 0, waiting: 2 * MOST.low.waiting }],
  ])('%s refuses requests of low priority only', (_, moderate) => {
    const control = createControl()
    runs(control, 1, 0)
    expect(runs(control, 3, 1_000, moderate)).toBeLessThanOrEqual(1)
    expect(control.share()).toBeGreaterThan(0.8)
  })

  test('a load far beyond the limit refuses a part of the others too, never all', () => {
    const control = createControl()
    runs(control, 1, 0)
    const share = runs(control, 5, 1_000, { lateMs: 2 * MOST.high.lateMs, waiting: 0 })
    expect(share).toBeGreaterThan(1)
    expect(share).toBeLessThan(2)
  })

  test('when the load is over, the share falls to nothing within five seconds', () => {
    const control = createControl()
    runs(control, 1, 0)
    runs(control, 5, 1_000, { lateMs: 2 * MOST.high.lateMs, waiting: 0 })
    expect(runs(control, 5, 6_000)).toBe(0)
  })
})

test('a queue that nobody empties refuses every request', () => {
  const shedder = createLoadShedder(() => 100_000)
  expect([shedder.refuses('low'), shedder.refuses('high')]).toEqual([true, true])
})

test('reads are of low priority except those of a booking, a payment, a call or a session', () => {
  const highReads = servedCalls.filter((call) => call.method === 'GET' && priorityOf(call) === 'high')
  expect(highReads.map(({ path }) => path).sort()).toMatchInlineSnapshot(`
    [
      "/auth/refresh",
      "/cart/:sessionKey",
      "/cart/:sessionKey/price",
      "/desk/auth/refresh",
      "/order/:id",
      "/patients/:patientId/consultations/:id",
      "/payment/card-entry",
      "/payment/cards",
    ]
  `)
  expect(servedCalls.filter((call) => call.method !== 'GET' && priorityOf(call) === 'low')).toEqual([])
})

test('while the server is overloaded, a list is refused with Retry-After, a booking goes on, and it stays ready', async () => {
  const product = await productFor(context, 'scheduled')
  vi.spyOn(load, 'refuses').mockImplementation((priority) => priority === 'low')
  const day = '2030-01-01'
  const { status, body, headers } = await context.sendCall(listProductSlots, { slug: product.slug, from: day, to: day })
  expect({ status, code: body.code }).toEqual({ status: 503, code: 'UNAVAILABLE' })
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  const cart = await context.sendCall(createCart, { productId: product.id, symptoms: validAnswers(product) })
  expect(cart.status).toBeLessThan(300)
  expect((await context.sendCall(getCart, { sessionKey: cart.body.sessionKey })).status).toBe(200)
  for (const url of ['/healthz', '/readyz']) expect((await context.app.inject({ url })).statusCode).toBe(200)
})
