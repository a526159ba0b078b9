import { randomUUID } from 'node:crypto'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { productFor } from '../../booking/test-people.ts'
import type { ChargeRequest } from '../../providers/payment/port.ts'
import { startTestContext, type TestContext } from '../../testing/test-context.ts'
import { checkoutJobs } from '../jobs.ts'
import {
  createCardToken,
  createPublicAddress,
  type PlacedOrder,
  placeTestOrder,
  readAttempt,
  runCheckoutJobs,
} from '../order/test-orders.ts'

/** Planted differences are all found, once; a clean day leaves no task. */
const EACH = 5
const HOUR_MS = 3_600_000

describe.each(['vida-ligera', 'bem-leve'])('reconciliation of %s', (partner) => {
  let context: TestContext
  let product: Product
  let paid: PlacedOrder[]
  beforeAll(async () => {
    context = await startTestContext({ partner, demo: false, env: await createPublicAddress() })
    product = await productFor(context, 'scheduled')
    paid = []
    for (let index = 0; index < 5 * EACH; index++) paid.push(await placeTestOrder(context, product, 'good'))
    await runCheckoutJobs(context)
    for (let index = 0; index < EACH; index++) await placeTestOrder(context, product, 'poor')
    await runCheckoutJobs(context)
  })
  afterAll(() => context.close())

  const night = async (hoursLater = 2) => {
    context.services.now = () => new Date(Date.now() + hoursLater * HOUR_MS)
    await checkoutJobs(context.services).reconcile({})
    return context.db`select kind, order_id, ours, theirs, state from reconciliation_task order by found_at`
  }

  test('a clean day leaves no task', async () => {
    expect(await night()).toEqual([])
    expect(await night()).toEqual([])
  })

  test('subscription charges are compared as well', async () => {
    const charge = await orphan(2_900)
    const { accountId, patientId } = paid[0]?.patient ?? {}
    const { currency } = product.price
    const provider = context.services.config.paymentProvider
    const [subscription] = await context.db`
      insert into subscription (account_id, patient_id, plan_id, plan_name, provider, amount, first_amount, trial_days, currency)
      values (${accountId ?? ''}, ${patientId ?? ''}, '1', 'Plan', ${provider}, 2900, 2900, 0, ${currency}) returning id`
    const save = ({ providerPaymentId = '' }) => context.db`
      insert into subscription_payment (subscription_id, provider, provider_payment_id, status, amount, currency, version,
        paid_at)
      values (${subscription?.id}, ${provider}, ${providerPaymentId}, 'SUCCEEDED', 2900, ${currency}, 1, now())`
    await save(charge)
    expect(await night()).toEqual([])
    await context.db`update subscription_payment set amount = 3900`
    expect(await night()).toMatchObject([{ kind: 'AMOUNT_DIFFERS', ours: 3_900, theirs: 2_900 }])
    await context.db`update subscription_payment set amount = 2900`
    await context.db`delete from reconciliation_task`
    const again = await orphan(2_900)
    await save(again)
    expect(await night()).toMatchObject([{ kind: 'CHARGED_TWICE', ours: 2_900, theirs: 2_900 }])
    await context.db`
      update subscription_payment set paid_at = now() - interval '30 days'
      where provider_payment_id = ${again.providerPaymentId ?? ''}`
    await context.db`delete from reconciliation_task`
    expect(await night()).toEqual([])
  })

  test('each of 30 planted differences becomes a task, once [B7.15]', async () => {
    const amount = product.price.amount
    const planted: { kind: string; ours: number | null; theirs: number | null }[] = []
    const plant = async (
      kind: string,
      ownAmount: number | null,
      providerAmount: number | null,
      act: () => Promise<unknown>,
    ) => {
      await act()
      planted.push({ kind, ours: ownAmount, theirs: providerAmount })
    }
    const nextAttempt = async () => readAttempt(context, paid.pop()?.id ?? '')
    const { db, services } = context
    for (let index = 0; index < EACH; index++) {
      const unheard = await nextAttempt()
      const cent = await nextAttempt()
      const foreign = await nextAttempt()
      const back = await nextAttempt()
      await plant(
        'NOT_RECORDED',
        0,
        amount,
        () => db`update payment_attempt set state = 'processing', captured = 0 where id = ${unheard.id}`,
      )
      await plant(
        'AMOUNT_DIFFERS',
        amount + 1,
        amount,
        () => db`update payment_attempt set amount = amount + 1, captured = amount + 1 where id = ${cent.id}`,
      )
      await plant(
        'CURRENCY_DIFFERS',
        amount,
        amount,
        () => db`update payment_attempt set currency = 'USD' where id = ${foreign.id}`,
      )
      await plant('REFUND_DIFFERS', 0, 100, () =>
        services.providers.payments.refund({
          providerPaymentId: back.providerPaymentId ?? '',
          refundId: randomUUID(),
          amount: 100,
          currency: back.currency,
        }),
      )
      await plant('UNKNOWN_PAYMENT', null, 700, async () =>
        expect(await orphan(700)).toMatchObject({ state: 'succeeded' }),
      )
    }
    await plant('MISSING_PAYMENT', amount, 0, async () => {
      const { count } =
        await db`update payment_attempt set state = 'succeeded', captured = amount where state = 'failed'`
      expect(count).toBe(EACH)
    })
    for (let more = 1; more < EACH; more++) planted.push({ kind: 'MISSING_PAYMENT', ours: amount, theirs: 0 })
    expect(planted).toHaveLength(30)

    const error = vi.spyOn(context.services.log, 'error')
    const found = await night()
    const { provider } = services.providers.payments.browser
    expect(error.mock.calls).toEqual([
      ['reconciliation found new differences with the provider', { provider, count: 30 }],
    ])
    error.mockRestore()
    const sorted = (rows: readonly { kind: string; ours: unknown; theirs: unknown }[]) =>
      rows.map(({ kind, ours, theirs }) => `${kind} ${ours} ${theirs}`).sort()
    expect(sorted(found as never)).toEqual(sorted(planted))
    expect(new Set(found.map(({ state }) => state))).toEqual(new Set(['open']))
    expect(found.filter(({ order_id }) => order_id === null)).toHaveLength(EACH)
    expect(await night()).toHaveLength(30)
  })

  test('a payment in progress is not compared', async () => {
    const at = await placeTestOrder(context, product, 'good')
    await runCheckoutJobs(context)
    await context.db`update payment_attempt set state = 'processing', captured = 0 where order_id = ${at.id}`
    expect(await night(0)).toHaveLength(30)
    expect(await night()).toHaveLength(31)
  })

  test('a resolved difference stays resolved on later nights, until its numbers change', async () => {
    const [staff] = await context.db`
      insert into staff (email, name, password_hash, totp_secret, role)
      values ('ops@example.test', 'Ops', 'none', '', 'clinical-manager') returning id`
    await context.db`
      update reconciliation_task set state = 'resolved', resolved_at = now(), resolved_by = ${staff?.id},
        reason = 'Looked at with the provider'`
    expect((await night()).filter(({ state }) => state === 'open')).toEqual([])
    await context.db`update payment_attempt set refunded = 1 where currency <> ${product.price.currency} and refunded = 0`
    await context.db`update payment_attempt set currency = ${product.price.currency}`
    const open = (await night()).filter(({ state }) => state === 'open')
    expect(open.map(({ kind, ours, theirs }) => [kind, ours, theirs])).toEqual(
      Array(EACH).fill(['REFUND_DIFFERS', 1, 0]),
    )
  })

  test('when the provider’s list is unavailable the job retries, and creates no task meanwhile', async () => {
    const before = (await night()).length
    await fetch(`${context.simulatorsUrl}/simulators/faults`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ provider: context.services.config.paymentProvider, fault: 'malformed', times: 1 }),
    })
    await expect(night()).rejects.toMatchObject({ name: 'ProviderDown' })
    expect(await night()).toHaveLength(before)
  })

  test('after a restore, payments since the restored moment are compared, however old they are', async () => {
    const since = new Date(Date.now() - HOUR_MS).toISOString()
    await orphan(900)
    context.services.now = () => new Date(Date.now() + 5 * 24 * HOUR_MS)
    const found = async () => (await context.db`select 1 from reconciliation_task where theirs = 900`).length
    await checkoutJobs(context.services).reconcile({})
    expect(await found()).toBe(0)
    await checkoutJobs(context.services).reconcile({ since })
    expect(await found()).toBe(1)
  })

  /** A payment at the provider without an order of ours. */
  async function orphan(amount: number) {
    const tokenSession = randomUUID()
    const request: ChargeRequest = {
      method: 'card',
      attemptId: randomUUID(),
      amount,
      currency: product.price.currency,
      installments: 1,
      tokenSession,
      cardToken: await createCardToken(context, 'good', tokenSession),
      description: 'Nobody knows',
      payer: { email: 'ana@example.test', firstName: 'Ana', lastName: 'Ruiz' },
      returnUrl: context.env.PUBLIC_URL ?? '',
      callbackUrl: `${context.env.PUBLIC_URL}/v1/webhooks/nobody`,
    }
    return context.services.providers.payments.charge(request)
  }
})
