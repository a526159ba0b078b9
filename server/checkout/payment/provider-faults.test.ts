import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSecondProcess, productFor } from '../../booking/test-people.ts'
import { mercadoPagoPayments } from '../../providers/payment/mercadopago/mercadopago.ts'
import { moneiPayments } from '../../providers/payment/monei/monei.ts'
import type { CardPayments } from '../../providers/payment/port.ts'
import { simulatorCredentials } from '../../providers/resolve-credentials.ts'
import { startTestContext, type TestContext } from '../../testing/test-context.ts'
import { endFaults } from '../../testing/test-contexts.ts'
import { lockOrder } from '../order/order-store.ts'
import {
  advanceCheckoutTime,
  compareTotals,
  createPublicAddress,
  placeTestOrder,
  planPaymentFault,
  readAttempt,
  readOrderMoney,
  readSlotHold,
  runCheckoutJobs,
  runScheduledJobs,
} from '../order/test-orders.ts'
import { refundAttempt } from '../refund/order-refund.ts'
import { createRefund } from '../refund/refund-store.ts'
import { findAttemptOfOrder } from './attempt-store.ts'

/**
 * Every fault of product 8.2 at both providers, and the order's state at once and after the provider is asked again.
 */
const IMPATIENT_MS = 700
const contexts = [
  { partner: 'vida-ligera', provider: 'monei', charging: '/confirm' },
  { partner: 'bem-leve', provider: 'mercadopago', charging: 'POST /simulators/mercadopago/v1/payments' },
] as const

const ANSWERS = [
  { fault: 'timeout', now: 'PROCESSING' },
  { fault: '5xx', now: 'PROCESSING' },
  { fault: 'slow', now: 'ACTIVE' },
  { fault: 'truncated', now: 'PROCESSING' },
  { fault: 'malformed', now: 'PROCESSING' },
  { fault: 'reset', now: 'PROCESSING' },
  { fault: 'did-it-then-5xx', now: 'PROCESSING' },
  { fault: 'did-it-then-timeout', now: 'PROCESSING' },
] as const
const NOTES = ['duplicate-webhook', 'late-webhook', 'forged-webhook'] as const

/** The same adapter with a shorter timeout, since a test cannot wait for eight seconds. */
function impatient({ simulatorsUrl }: TestContext, provider: 'monei' | 'mercadopago'): CardPayments {
  const baseUrl = `${simulatorsUrl}/simulators/${provider}`
  const t = simulatorCredentials
  const common = { timeoutMs: IMPATIENT_MS }
  if (provider === 'monei') {
    const url = `${baseUrl}/v1`
    const keys = { apiKeys: [t.MONEI_API_KEY] as const, accountId: t.MONEI_ACCOUNT_ID }
    return moneiPayments({ ...common, ...keys, baseUrl: url, browserBaseUrl: url, graphqlUrl: `${baseUrl}/graphql` })
  }
  const keys = { accessToken: t.MERCADOPAGO_ACCESS_TOKEN, publicKey: t.MERCADOPAGO_PUBLIC_KEY }
  const webhookSecrets = [t.MERCADOPAGO_WEBHOOK_SECRET]
  return mercadoPagoPayments({ ...common, ...keys, webhookSecrets, baseUrl, browserBaseUrl: baseUrl })
}

describe.each(contexts)('faults at $provider', ({ partner, provider, charging }) => {
  let context: TestContext
  let other: TestContext
  let product: Product
  beforeAll(async () => {
    context = await startTestContext({ partner, demo: false, env: await createPublicAddress() })
    other = await createSecondProcess(context)
    for (const each of [context, other]) each.services.providers.payments = impatient(context, provider)
    product = await productFor(context, 'scheduled')
    await context.app.listen({ port: Number(context.env.PORT), host: '127.0.0.1' })
  })
  beforeEach(() => endFaults(context))
  afterAll(async () => {
    await other.close()
    await context.close()
  })
  const advanceTime = async () => {
    await advanceCheckoutTime(context, 20)
    await runScheduledJobs(context)
  }

  test.each(ANSWERS)('$fault: the order is $now at first, and paid once in the end', async ({ fault, now }) => {
    await planPaymentFault(context, fault, { provider, path: charging, ...(fault === 'slow' ? { delayMs: 200 } : {}) })
    const at = await placeTestOrder(context, product, 'good')
    const working = runCheckoutJobs(context)
    if (now === 'ACTIVE') await working
    else await expect(working).rejects.toMatchObject({ name: 'ProviderDown' })
    // A webhook may have decided it meanwhile; silence must never count as a refusal.
    expect([now, 'ACTIVE']).toContain((await at.read()).status)
    expect(['paying', 'booked']).toContain((await readSlotHold(context, at.id))?.state)
    await advanceTime()
    expect((await at.read()).status).toBe('ACTIVE')
    expect(await readOrderMoney(context, at.id)).toEqual({ charged: [product.price.amount], refunded: [] })
  })

  test.each(NOTES)('%s: the webhook is applied once and only if genuine, and the order is paid once', async (fault) => {
    await planPaymentFault(context, fault, { provider, ...(fault === 'late-webhook' ? { delayMs: 300 } : {}) })
    const at = await placeTestOrder(context, product, 'good')
    await runCheckoutJobs(context)
    const attempt = await findAttemptOfOrder(context.db, at.id)
    const findWebhooks = () => context.db`select 1 from webhook_inbox where attempt_id = ${attempt?.id ?? null}`
    await expect.poll(findWebhooks, { timeout: 60_000 }).toHaveLength(1)
    await advanceTime()
    expect(await findWebhooks()).toHaveLength(1)
    const events = await context.db`select status from order_event where order_id = ${at.id} order by id`
    expect(events.map(({ status }) => status)).toEqual(['PROCESSING', 'ACTIVE'])
    expect(await readOrderMoney(context, at.id)).toEqual({ charged: [product.price.amount], refunded: [] })
  })

  async function owed() {
    const at = await placeTestOrder(context, product, 'good')
    await runCheckoutJobs(context)
    const { id } = await readAttempt(context, at.id)
    const promise = (each: TestContext) =>
      each.db.begin(async (tx) => {
        await lockOrder(tx, at.id)
        return { amount: await createRefund(tx, at.id, 'CLINICIAN_CANCELLED') }
      })
    const promised = await Promise.all(Array.from({ length: 20 }, (_, i) => promise(i % 2 ? context : other)))
    expect(promised.map(({ amount }) => amount).filter((amount) => amount > 0)).toEqual([product.price.amount])
    return { at, id }
  }
  const askTwentyTimes = (id: string) =>
    Promise.allSettled(Array.from({ length: 20 }, (_, i) => refundAttempt((i % 2 ? context : other).services, id)))

  test.each(['timeout', '5xx', 'did-it-then-5xx'] as const)(
    '%s during a refund: the money is refunded once, though 20 jobs run over two processes',
    async (fault) => {
      const { at, id } = await owed()
      await planPaymentFault(context, fault, { provider, path: '/refund' })
      await askTwentyTimes(id)
      await refundAttempt(context.services, id)
      expect(await readOrderMoney(context, at.id)).toEqual({
        charged: [product.price.amount],
        refunded: [product.price.amount],
      })
      expect((await at.read()).refundAmount).toBe(product.price.amount)
      expect(await readAttempt(context, at.id)).toMatchObject({ refunded: product.price.amount })
    },
  )

  test('20 concurrent refund jobs over two processes return the money once [B7.15]', async () => {
    const { at, id } = await owed()
    await askTwentyTimes(id)
    expect(await readOrderMoney(context, at.id)).toEqual({
      charged: [product.price.amount],
      refunded: [product.price.amount],
    })
    expect(await readAttempt(context, at.id)).toMatchObject({ refunded: product.price.amount, isOnHold: false })
    const back = await context.db`select 1 from order_event where order_id = ${at.id} and detail = 'REFUNDED'`
    expect(back).toHaveLength(1)
  })

  test('our books and the provider’s agree to the cent', async () => {
    await runCheckoutJobs(context)
    const { ours, theirs } = await compareTotals(context)
    expect(ours).toEqual(theirs)
  })
})
