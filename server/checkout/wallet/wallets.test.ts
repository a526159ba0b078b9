import { cancelOrder } from '@cuida/core/care/booked/booked-api.ts'
import { createOrder, endChallenge, getCardEntry } from '@cuida/core/checkout/order/api.ts'
import { getPayment, getReceipt } from '@cuida/core/checkout/payment/payment-api.ts'
import { WALLET_METHODS, WALLET_NAMES } from '@cuida/core/checkout/wallet/wallet.ts'
import { WALLETS, type Wallet } from '@cuida/core/kit/vendors/payment-vendors.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { newPatient, productFor } from '../../booking/test-people.ts'
import { createTestContext, endFaults } from '../../testing/test-contexts.ts'
import {
  advanceCheckoutTime,
  compareTotals,
  createCheckout,
  orderInput,
  placeOrderFromCheckout,
  planPaymentFault,
  readAttempt,
  readConsultation,
  readOrder,
  readOrderMoney,
  readSlotHold,
  runCheckoutJobs,
  runScheduledJobs,
} from '../order/test-orders.ts'
import { receiptOf } from '../payment/receipt/receipt.ts'
import { createCheckoutContext } from '../test-checkout.ts'
import { offeredWallets } from './offered-wallets.ts'

/** Wallets are paid on MONEI's page (docs/decisions/0205), and their orders live as those of cards do. */
const { context, product, price } = await createCheckoutContext({ partner: 'vida-ligera' })
const brazil = await createTestContext({ partner: 'bem-leve' })
await context.app.listen({ port: Number(context.env.PORT), host: '127.0.0.1' })
beforeEach(() => endFaults(context))

const MINUTE = 60

async function orderByWallet(wallet: Wallet, at: Awaited<ReturnType<typeof createCheckout>>) {
  const input = { ...(await orderInput(context, at, undefined)), paymentMethodInfo: { type: WALLET_METHODS[wallet] } }
  const { body } = await context.sendCall(createOrder, input, { token: at.patient.token })
  const id: string = body.workflowId
  return { ...at, id, read: () => readOrder(context, at.patient, id) }
}

async function openPage(wallet: Wallet) {
  const at = await orderByWallet(wallet, await createCheckout(context, product))
  await runCheckoutJobs(context)
  return at
}
type Opened = Awaited<ReturnType<typeof openPage>>

/** What the patient does on the page; Bizum asks twice. */
async function onPage({ id }: Opened, decision: 'authorise' | 'refuse' | 'cancel' | 'late') {
  const { providerPaymentId } = await readAttempt(context, id)
  const url = `${context.simulatorsUrl}/simulators/monei/pay/${providerPaymentId}`
  const post = async () => {
    const body = new URLSearchParams({ decision, phone: '+34600000001' })
    return (await fetch(url, { method: 'POST', body, redirect: 'manual' })).headers.get('location') ?? ''
  }
  const next = await post()
  return next.includes('/pay/') ? post() : next
}

/** Waits for the provider's own webhook. */
const result = (at: Opened, status: string) =>
  expect
    .poll(
      async () => {
        await runCheckoutJobs(context)
        return (await at.read()).status
      },
      { timeout: 10_000 },
    )
    .toBe(status)

describe.each(WALLETS)('%s', (wallet) => {
  test('the order waits on the provider’s page, and the payment there books the slot', async () => {
    const at = await openPage(wallet)
    const open = await at.read()
    expect(open).toMatchObject({ status: 'PENDING', paymentMethodType: WALLET_METHODS[wallet], challengeFrame: null })
    expect(open.challengeUrl).toContain('/simulators/monei/pay/')
    expect((await readSlotHold(context, at.id))?.state).toBe('paying')
    expect(await readOrderMoney(context, at.id)).toEqual({ charged: [], refunded: [] })
    expect(await onPage(at, 'authorise')).toBe(`${context.env.PUBLIC_URL}/orders/${at.id}`)
    await result(at, 'ACTIVE')
    expect((await readSlotHold(context, at.id))?.state).toBe('booked')
    expect((await readOrderMoney(context, at.id)).charged).toEqual([price])
  })

  test('a refused payment fails the order, keeps the slot, and a card can pay', async () => {
    const at = await openPage(wallet)
    await onPage(at, 'refuse')
    await result(at, 'FAILED')
    expect(await at.read()).toMatchObject({ failureReason: 'DECLINED' })
    expect((await readSlotHold(context, at.id))?.state).toBe('held')
    const next = await placeOrderFromCheckout(context, at, 'good')
    await runCheckoutJobs(context)
    expect((await next.read()).status).toBe('ACTIVE')
  })

  test('a patient who leaves the page pays by card: the page takes no money any more', async () => {
    const at = await openPage(wallet)
    await onPage(at, 'cancel')
    expect((await at.read()).status).toBe('PENDING')
    await context.sendCall(endChallenge, { id: at.id }, { token: at.patient.token })
    await runCheckoutJobs(context)
    expect(await at.read()).toMatchObject({ status: 'FAILED', failureReason: 'CANCELLED' })
    await onPage(at, 'authorise')
    const next = await placeOrderFromCheckout(context, at, 'good')
    await runCheckoutJobs(context)
    expect((await next.read()).status).toBe('ACTIVE')
    expect(await readOrderMoney(context, at.id)).toEqual({ charged: [], refunded: [] })
  })

  test('a payment after the end of the page is refunded', async () => {
    const at = await openPage(wallet)
    await context.sendCall(endChallenge, { id: at.id }, { token: at.patient.token })
    await runCheckoutJobs(context)
    await onPage(at, 'late')
    await expect
      .poll(
        async () => {
          await runScheduledJobs(context)
          return readOrderMoney(context, at.id)
        },
        { timeout: 10_000 },
      )
      .toEqual({ charged: [price], refunded: [price] })
    expect((await at.read()).status).toBe('FAILED')
  })

  test('an unanswered page expires and frees the slot for another try', async () => {
    const at = await openPage(wallet)
    await advanceCheckoutTime(context, 16 * MINUTE)
    await runScheduledJobs(context)
    expect(await at.read()).toMatchObject({ status: 'FAILED', failureReason: 'EXPIRED' })
    expect((await readSlotHold(context, at.id))?.state).toBe('held')
  })

  test('cancelling the booking in time refunds the payment, whose receipt names the wallet', async () => {
    const at = await openPage(wallet)
    await onPage(at, 'authorise')
    await result(at, 'ACTIVE')
    const { token } = at.patient
    const { body: payment } = await context.sendCall(getPayment, { id: (await at.read()).paymentId ?? '' }, { token })
    expect(payment).toMatchObject({ paymentMethodType: WALLET_METHODS[wallet], hasReceipt: true })
    expect((await context.sendCall(getReceipt, { id: payment.id }, { token })).status).toBe(200)
    const { config } = context.services
    const translate = (_: string, values?: object) => Object.values(values ?? {}).join()
    const receipt = receiptOf(payment, { config, name: 'Ana Ruiz', locale: 'es', translate })
    expect(receipt.facts).toContain(WALLET_NAMES[wallet])
    await context.sendCall(cancelOrder, { id: at.id, reason: 'other' }, { token })
    await runCheckoutJobs(context)
    expect(await readOrderMoney(context, at.id)).toEqual({ charged: [price], refunded: [price] })
  })
})

test('a lost answer leads to one payment', async () => {
  await planPaymentFault(context, 'did-it-then-5xx', { path: 'POST /simulators/monei/v1/payments' })
  const at = await orderByWallet('bizum', await createCheckout(context, product))
  await expect(runCheckoutJobs(context)).rejects.toMatchObject({ name: 'ProviderDown' })
  expect((await at.read()).status).toBe('PROCESSING')
  await advanceCheckoutTime(context, 20)
  await runScheduledJobs(context)
  expect((await at.read()).status).toBe('PENDING')
  await onPage(at, 'authorise')
  await result(at, 'ACTIVE')
  expect((await readOrderMoney(context, at.id)).charged).toEqual([price])
})

test('the page is not known to a stranger, and the consultation waits for the payment', async () => {
  const at = await openPage('bizum')
  expect(await readConsultation(context, at.id)).toMatchObject({ status: 'PENDING' })
  expect((await readAttempt(context, at.id)).method).toBe('bizum')
})

describe('wallets are offered', () => {
  test('where the partner and the provider’s account have them', async () => {
    const { body } = await context.sendCall(getCardEntry, {}, await newPatient(context))
    expect(body.wallets).toEqual(['applePay', 'googlePay', 'bizum'])
    const other = await brazil.sendCall(getCardEntry, {}, await newPatient(brazil))
    expect(other.body.wallets).toEqual([])
  })

  test('not while the provider does not answer', async () => {
    await planPaymentFault(context, '5xx', { path: 'GET /simulators/monei/v1/payment-methods' })
    expect(await offeredWallets(context.services)).toEqual([])
    expect(await offeredWallets(context.services)).toEqual(['applePay', 'googlePay', 'bizum'])
  })

  test('and are refused where the partner has none', async () => {
    const at = await createCheckout(brazil, await productFor(brazil, 'scheduled'))
    const input = { ...(await orderInput(brazil, at, undefined)), paymentMethodInfo: { type: 'GOOGLE_PAY' as const } }
    const { status, body } = await brazil.sendCall(createOrder, input, { token: at.patient.token })
    expect([status, body.code]).toEqual([409, 'WALLET_NOT_OFFERED'])
  })
})

test('our books and the provider’s agree to the cent', async () => {
  const { ours, theirs } = await compareTotals(context)
  expect(ours).toEqual(theirs)
})
