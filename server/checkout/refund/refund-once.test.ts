import { randomUUID } from 'node:crypto'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSecondProcess, productFor } from '../../booking/test-people.ts'
import type { RefundRequest } from '../../providers/payment/port.ts'
import { startTestContext, type TestContext } from '../../testing/test-context.ts'
import { lockOrder } from '../order/order-store.ts'
import {
  advanceCheckoutTime,
  createPublicAddress,
  placeTestOrder,
  planPaymentFault,
  readAttempt,
  readOrderMoney,
  runCheckoutJobs,
} from '../order/test-orders.ts'
import { refundAttempt } from './order-refund.ts'
import { createPartialRefund } from './refund-store.ts'

/** Partial refunds, because a provider itself refuses a second full refund, which would hide our own behaviour. */
const PART = 700

describe.each(['vida-ligera', 'bem-leve'])('a partial refund at %s', (partner) => {
  let context: TestContext
  let other: Awaited<ReturnType<typeof createSecondProcess>>
  let product: Product
  let sent: RefundRequest[] = []
  beforeAll(async () => {
    context = await startTestContext({ demo: false, partner, env: await createPublicAddress() })
    other = await createSecondProcess(context)
    for (const { services } of [context, other]) watch(services)
    product = await productFor(context, 'scheduled')
  })
  afterAll(async () => {
    await other.close()
    await context.close()
  })

  function watch({ providers }: TestContext['services']): void {
    const { payments } = providers
    const refund = payments.refund.bind(payments)
    payments.refund = (request) => {
      sent.push(request)
      return refund(request)
    }
  }

  async function owed() {
    sent = []
    const at = await placeTestOrder(context, product, 'good')
    await runCheckoutJobs(context)
    const { id } = await readAttempt(context, at.id)
    const refundId = await context.db.begin(async (tx) => {
      await lockOrder(tx, at.id)
      return createPartialRefund(tx, { paymentId: id, amount: PART, reason: 'DESK' })
    })
    return { at, id, refundId }
  }

  test('two workers that take a refund at once send it once', async () => {
    const { at, id, refundId } = await owed()
    await Promise.all([refundAttempt(context.services, id), refundAttempt(other.services, id)])
    expect(sent.map((request) => request.refundId)).toEqual([refundId])
    expect((await readOrderMoney(context, at.id)).refunded).toEqual([PART])
  })

  test.each(['5xx', 'did-it-then-5xx'])(
    '%s: the refund is sent again with the same id and the same earlier total',
    async (fault) => {
      const { at, id, refundId } = await owed()
      await planPaymentFault(context, fault, { path: '/refund' })
      await refundAttempt(context.services, id).catch(() => {})
      await advanceCheckoutTime(context, 20)
      await refundAttempt(other.services, id)
      expect(sent.length).toBeGreaterThan(0)
      expect(new Set(sent.map((request) => JSON.stringify(request))).size).toBe(1)
      expect(sent[0]).toMatchObject({ refundId, amount: PART, refundedBefore: 0 })
      expect((await readOrderMoney(context, at.id)).refunded).toEqual([PART])
    },
  )

  test('while one worker waits for the provider’s answer no other sends the refund', async () => {
    const { id } = await owed()
    await planPaymentFault(context, 'slow', { path: '/refund' })
    const first = refundAttempt(context.services, id)
    await expect.poll(() => sent.length).toBe(1)
    await refundAttempt(other.services, id)
    await first
    expect(sent).toHaveLength(1)
  })

  test('a refund waits for a concurrent transaction and counts from the total that it commits', async () => {
    const { at, id, refundId } = await owed()
    const { providerPaymentId, currency } = await readAttempt(context, at.id)
    // Another part is refunded at the provider's own desk.
    const byHand = { providerPaymentId: providerPaymentId ?? '', currency, refundId: randomUUID(), amount: 100 }
    await context.services.providers.payments.refund({ ...byHand, refundedBefore: 0 })
    sent = []
    const { sending } = await other.db.begin(async (tx) => {
      await lockOrder(tx, at.id)
      await tx`update payment_attempt set refunded = 100 where id = ${id}`
      const sending = refundAttempt(context.services, id)
      await expect.poll(async () => (await waitsForRow()) || sent.length > 0).toBe(true)
      return { sending }
    })
    await sending
    expect(sent).toMatchObject([{ refundId, amount: PART, refundedBefore: 100 }])
    expect((await readOrderMoney(context, at.id)).refunded).toEqual([PART, 100])
  })

  async function waitsForRow(): Promise<boolean> {
    const waiting = await context.db`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return waiting.length > 0
  }

  test('a completed refund is not sent a second time', async () => {
    const { at, id } = await owed()
    await refundAttempt(context.services, id)
    await advanceCheckoutTime(context, 20)
    await refundAttempt(other.services, id)
    expect(sent).toHaveLength(1)
    expect((await readOrderMoney(context, at.id)).refunded).toEqual([PART])
  })
})
