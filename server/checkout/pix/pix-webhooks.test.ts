import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSecondProcess } from '../../booking/test-people.ts'
import type { PaymentUpdate } from '../../providers/payment/port.ts'
import { closeAfterTests, endFaults } from '../../testing/test-contexts.ts'
import {
  compareTotals,
  planPaymentFault,
  readAttempt,
  readOrderMoney,
  readSlotHold,
  runCheckoutJobs,
  runScheduledJobs,
} from '../order/test-orders.ts'
import { savePaymentUpdate } from '../payment/charge-order.ts'
import { createCheckoutContext } from '../test-checkout.ts'
import {
  actAtBank,
  advancePixTime,
  createPixWebhook,
  deliverWebhook,
  fetchProviderPayment,
  insertPayer,
  openPix,
  type PixWebhook,
  placePixOrder,
  readPaymentId,
} from './test-pix.ts'

const PATIENT = { timeout: 60_000 }

const { context, product } = await createCheckoutContext({ partner: 'bem-leve' })
const other = closeAfterTests(await createSecondProcess(context))
beforeEach(async () => {
  await endFaults(context)
})
const statesOf = async (orderId: string) =>
  (await context.db`select status from order_event where order_id = ${orderId} order by id`).map(({ status }) => status)
const PAID = ['PROCESSING', 'PENDING', 'ACTIVE']

describe('a webhook of a Pix', () => {
  test('50 deliveries over two processes are applied once', async () => {
    const at = await openPix(context, product)
    await actAtBank(context, at.id, 'pay')
    const note = await createPixWebhook(context, at.id)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => deliverWebhook(i % 2 ? context : other, note)),
    )
    expect(new Set(answers)).toEqual(new Set([200]))
    await runCheckoutJobs(context)
    expect(await statesOf(at.id)).toEqual(PAID)
  })
  test('a webhook that claims an unpaid code was paid makes the server ask, and changes nothing', async () => {
    const at = await openPix(context, product)
    const note = await createPixWebhook(context, at.id)
    expect(await deliverWebhook(context, { ...note, body: JSON.stringify({ action: 'payment.approved' }) })).toBe(200)
    await runCheckoutJobs(context)
    expect((await at.read()).status).toBe('PENDING')
  })
  test('a webhook about another payment than its signature covers is refused', async () => {
    const ownPix = await openPix(context, product)
    const otherPix = await openPix(context, product)
    const note = await createPixWebhook(context, ownPix.id)
    const foreign = await createPixWebhook(context, otherPix.id)
    expect(await deliverWebhook(context, { ...note, path: foreign.path })).toBe(400)
  })
})

test('the provider gets an address with which it sends signed webhooks', async () => {
  const at = await openPix(context, product)
  const { notification_url: url } = await fetchProviderPayment(context, at.id)
  expect(new URL(String(url)).searchParams.get('source_news')).toBe('webhooks')
})

describe('an unsigned notification', () => {
  const bare = ({ body }: PixWebhook, path: string): PixWebhook => ({
    path,
    headers: { 'content-type': 'application/json' } as never,
    body,
  })
  const inboxOf = (id: string) => context.db`select 1 from webhook_inbox where payment_id = ${id}`

  test.each([
    ['an older IPN', (id: string) => `/v1/webhooks/mercadopago?topic=payment&id=${id}`],
    ['a webhook', (id: string) => `/v1/webhooks/mercadopago?type=payment&data.id=${id}`],
  ])('%s makes the server ask about a known payment, and its content is not trusted', async (_, pathOf) => {
    const at = await openPix(context, product)
    const id = await readPaymentId(context, at.id)
    const note = { ...(await createPixWebhook(context, at.id)), body: JSON.stringify({ action: 'payment.approved' }) }
    expect(await deliverWebhook(context, bare(note, pathOf(id)))).toBe(200)
    await runCheckoutJobs(context)
    expect((await at.read()).status).toBe('PENDING')
    expect(await inboxOf(id)).toHaveLength(1)
  })
  test('20 repetitions are stored at most once in ten seconds', async () => {
    const at = await openPix(context, product)
    const id = await readPaymentId(context, at.id)
    const note = bare(await createPixWebhook(context, at.id), `/v1/webhooks/mercadopago?topic=payment&id=${id}`)
    const since = Date.now()
    for (let i = 0; i < 20; i++) expect(await deliverWebhook(context, note)).toBe(200)
    const windows = Math.floor(Date.now() / 10_000) - Math.floor(since / 10_000) + 1
    expect((await inboxOf(id)).length).toBeLessThanOrEqual(windows)
  })
  test('unsigned notifications are limited by client address, signed ones are not', async () => {
    const at = await openPix(context, product)
    const signed = await createPixWebhook(context, at.id)
    const note = bare(signed, '/v1/webhooks/mercadopago?topic=payment&id=1')
    await context.db`delete from rate_count`
    expect(await deliverWebhook(context, note)).toBe(200)
    await context.db`update rate_count set count = 300`
    expect(await deliverWebhook(context, note)).toBe(429)
    expect(await deliverWebhook(context, signed)).toBe(200)
    await context.db`delete from rate_count`
  })
})

describe('webhooks of the simulator', () => {
  beforeAll(async () => {
    await context.app.listen({ port: Number(context.env.PORT), host: '127.0.0.1' })
  })
  const readStatus = (at: Awaited<ReturnType<typeof openPix>>) => async () => {
    await runCheckoutJobs(context)
    return (await at.read()).status
  }
  const misbehave = (fault: string, more: object = {}) =>
    planPaymentFault(context, fault, { provider: 'mercadopago', ...more })

  test.each([
    ['the provider reports a paid code', undefined],
    ['a repeated webhook counts once', 'duplicate-webhook'],
    ['a forged webhook beside the genuine one changes nothing', 'forged-webhook'],
    ['a late webhook still counts', 'late-webhook'],
  ])('%s', async (_, fault) => {
    const at = await openPix(context, product)
    if (fault) await misbehave(fault, fault === 'late-webhook' ? { delayMs: 1_000 } : {})
    await actAtBank(context, at.id, 'pay')
    await expect.poll(readStatus(at), PATIENT).toBe('ACTIVE')
    expect(await statesOf(at.id)).toEqual(PAID)
  })
  test('a webhook may arrive before the answer with its code', async () => {
    await misbehave('slow', { path: 'POST /simulators/mercadopago/v1/payments', delayMs: 600 })
    const at = await placePixOrder(context, product)
    const asking = runCheckoutJobs(context)
    const result = () => context.db`select 1 from webhook_inbox i join payment_attempt a on a.id = i.attempt_id
      where a.order_id = ${at.id}`
    await expect.poll(result, PATIENT).not.toHaveLength(0)
    await runCheckoutJobs(other)
    await asking
    expect((await at.read()).pix?.code).toEqual(expect.any(String))
    expect(await statesOf(at.id)).toEqual(['PROCESSING', 'PENDING'])
  })
  test('a webhook may report an invalid code before the answer: it is cancelled all the same', async () => {
    await misbehave('did-it-then-5xx', { path: 'POST /simulators/mercadopago/v1/payments' })
    const at = await placePixOrder(context, product, await insertPayer(context, 'QRRUIM'))
    await expect(runCheckoutJobs(context)).rejects.toMatchObject({ name: 'ProviderDown' })
    await expect.poll(readStatus(at), PATIENT).toBe('FAILED')
    expect(await at.read()).toMatchObject({ failureReason: 'PIX_INVALID' })
  })
})

/**
 * Updates in any order, repeated or lost: either the money is kept and the slot sold, or the slot is free and the
 * money refunded. Never both, never neither.
 */
describe('updates of one Pix', () => {
  const NAMES = ['code', 'codeAgain', 'processing', 'runOut', 'paid'] as const
  type Name = (typeof NAMES)[number]

  function* permutations<T>(rest: readonly T[]): Generator<T[]> {
    if (rest.length === 0) yield []
    for (const [index, first] of rest.entries())
      for (const others of permutations(rest.toSpliced(index, 1))) yield [first, ...others]
  }
  const orders = [...permutations<Name>(NAMES)]

  test(`all ${orders.length} orders of updates end with the slot sold or the money refunded`, {
    tags: ['nightly'],
  }, async () => {
    const at = await openPix(context, product)
    await actAtBank(context, at.id, 'pay')
    const first = await readAttempt(context, at.id)
    const [storedAttempt] = await context.db`select * from payment_attempt where id = ${first.id}`
    const providerPaymentId = first.providerPaymentId ?? ''
    const pending: PaymentUpdate = {
      state: 'pending',
      providerPaymentId,
      nextAction: { kind: 'pix', code: storedAttempt?.pix_code },
    }
    const { amount, currency } = first
    const updates: Record<Name, PaymentUpdate> = {
      code: pending,
      codeAgain: pending,
      processing: { state: 'processing', providerPaymentId },
      runOut: { state: 'failed', providerPaymentId, reason: 'EXPIRED' },
      paid: { state: 'succeeded', providerPaymentId, amount, currency },
    }
    const ends = new Set<string>()
    for (const result of orders) {
      await asAsked(at.id, storedAttempt?.token)
      for (const name of result) await savePaymentUpdate(context.services, first, updates[name], 'webhook')
      const [end] = await context.db`
        select o.status, a.state, s.state as hold, a.pix_code, a.token,
          exists (select 1 from order_event where order_id = o.id and detail = 'PAID_TOO_LATE') as late
        from care_order o join payment_attempt a on a.order_id = o.id join slot_hold s on s.id = o.slot_hold_id
        where o.id = ${at.id}`
      const inTime = result.indexOf('paid') < result.indexOf('runOut')
      expect(end, result.join(' ')).toEqual({
        ...(inTime
          ? { status: 'ACTIVE', hold: 'booked', late: false }
          : { status: 'FAILED', hold: 'held', late: true }),
        state: 'succeeded',
        pix_code: null,
        token: null,
      })
      ends.add(String(end?.status))
    }
    expect(ends.size).toBe(2)
  })

  /** Resets the order to the moment when its code was requested. */
  async function asAsked(orderId: string, token: object): Promise<void> {
    await context.db.begin(async (tx) => {
      // Actions are append-only except for purges.
      await tx`select set_config('cuida.purge', 'on', true)`
      await tx`delete from consultation_action
        where consultation_id in (select id from consultation where order_id = ${orderId})`
      await tx`delete from consultation where order_id = ${orderId}`
      await tx`delete from order_event where order_id = ${orderId}`
      await tx`delete from refund where attempt_id in (select id from payment_attempt where order_id = ${orderId})`
      await tx`update care_order set status = 'PROCESSING', failure_domain = null, failure_reason = null
        where id = ${orderId}`
      await tx`update payment_attempt set state = 'processing', captured = 0, refund_owed = 0, pix_code = null, failure_reason = null,
        token = ${tx.json(token as never)} where order_id = ${orderId}`
      await tx`update slot_hold set state = 'paying', expires_at = null
        where id = (select slot_hold_id from care_order where id = ${orderId})`
      await tx`delete from graphile_worker._private_jobs`
    })
  }

  test('the last one was refunded, and both books agree', { tags: ['nightly'] }, async () => {
    await advancePixTime(context, 20)
    await runScheduledJobs(context)
    const { ours, theirs } = await compareTotals(context)
    expect(ours).toEqual(theirs)
  })
})

test('a different amount puts the payment on hold, and the slot waits', async () => {
  const at = await openPix(context, product)
  const attempt = await readAttempt(context, at.id)
  const { providerPaymentId = '', amount, currency } = attempt
  const update: PaymentUpdate = {
    state: 'succeeded',
    providerPaymentId: providerPaymentId ?? '',
    amount: amount - 1,
    currency,
  }
  await savePaymentUpdate(context.services, attempt, update, 'webhook')
  await actAtBank(context, at.id, 'pay')
  await advancePixTime(context, 31 * 60)
  expect((await at.read()).status).toBe('PENDING')
  expect((await readSlotHold(context, at.id))?.state).toBe('paying')
  expect((await readOrderMoney(context, at.id)).refunded).toEqual([])
})
