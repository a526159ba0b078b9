import { createCart, getCart } from '@cuida/core/booking/cart/api.ts'
import { expect, test, vi } from 'vitest'
import { productFor, validAnswers } from '../../booking/test-people.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { answerDeadlineMs, withinDeadline } from './answer-deadline.ts'
import { Refusal } from './refusal.ts'

const context = await createTestContext()

test('a read that waits for a lock is refused with Retry-After, and answered afterwards', async () => {
  const product = await productFor(context, 'scheduled')
  const { body } = await context.sendCall(createCart, { productId: product.id, symptoms: validAnswers(product) })
  const read = () => context.sendCall(getCart, { sessionKey: body.sessionKey })
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  const { promise: isLocked, resolve: markLocked } = Promise.withResolvers<void>()
  const lock = context.db.begin(async (tx) => {
    await tx`lock table cart in access exclusive mode`
    markLocked()
    await isOver
  })
  await isLocked
  const refused = await read()
  expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 503, code: 'UNAVAILABLE' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  end()
  await lock
  expect((await read()).status).toBe(200)
})

test('a read whose database stays silent is answered before a write is', async () => {
  vi.useFakeTimers()
  const silent = () => new Promise<never>(() => {})
  const read = withinDeadline(answerDeadlineMs(getCart), silent()).catch((error: unknown) => error)
  const write = vi.fn()
  withinDeadline(answerDeadlineMs(createCart), silent()).catch(write)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await read).toBeInstanceOf(Refusal)
  expect(write).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(25_000)
  expect(write).toHaveBeenCalled()
  vi.useRealTimers()
})
