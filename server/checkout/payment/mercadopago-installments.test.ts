import { getPayment, getReceipt } from '@cuida/core/checkout/payment/payment-api.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { endFaults } from '../../testing/test-contexts.ts'
import {
  compareTotals,
  createCheckout,
  createMercadoPagoToken,
  orderWithCard,
  planPaymentFault,
  readAttempt,
  readOrder,
  readOrderMoney,
  runCheckoutJobs,
  totalOfThreeInstallments,
} from '../order/test-orders.ts'
import { createRefund } from '../refund/refund-store.ts'
import { createCheckoutContext } from '../test-checkout.ts'

/**
 * The bank offers installments: an offer that differs from the one shown makes no order, and its interest never
 * enters our books.
 */
const { context, product } = await createCheckoutContext({ partner: 'bem-leve' })
beforeEach(() => endFaults(context))

const price = () => product.price.amount
const interest = () => totalOfThreeInstallments(price()) - price()
const inThree = (more: object = {}) => ({
  installments: 3,
  shownTotal: price(),
  shownInstallmentsTotal: totalOfThreeInstallments(price()),
  ...more,
})
const at = () => createCheckout(context, product)
const ordersOf = async ({ patient }: Awaited<ReturnType<typeof at>>) =>
  context.db`select id from care_order where patient_id = ${patient.patientId}`

describe('installments with interest', () => {
  test('the price is charged, and what the payer pays in total is shown wherever the payment is [B4.27]', async () => {
    const till = await at()
    const { body, status } = await orderWithCard(context, till, 'good', inThree())
    expect(status).toBe(202)
    await runCheckoutJobs(context)
    const paid = await readOrder(context, till.patient, body.workflowId)
    expect(paid).toMatchObject({ status: 'ACTIVE', amount: price(), installments: 3, payerTotal: price() + interest() })
    expect(await readOrderMoney(context, paid.id)).toEqual({ charged: [price()], refunded: [] })
    const { token } = till.patient
    const payment = await context.sendCall(getPayment, { id: paid.paymentId ?? '' }, { token })
    expect(payment.body).toMatchObject({ amount: price(), installments: 3, payerTotal: price() + interest() })
    expect((await context.sendCall(getReceipt, { id: paid.paymentId ?? '' }, { token })).status).toBe(200)
  })

  test('refunds return the price: our books and the provider’s agree', async () => {
    const till = await at()
    const { body } = await orderWithCard(context, till, 'good', inThree())
    await runCheckoutJobs(context)
    await context.db.begin((tx) => createRefund(tx, body.workflowId, 'PAID_TOO_LATE'))
    await runCheckoutJobs(context)
    expect(await readOrderMoney(context, body.workflowId)).toEqual({ charged: [price()], refunded: [price()] })
    expect(await readOrder(context, till.patient, body.workflowId)).toMatchObject({ refundAmount: price() })
    const { ours, theirs } = await compareTotals(context)
    expect(ours).toEqual(theirs)
  })
})

describe('the specification’s payload without totals [B3.5]', () => {
  test('the order pays in installments as the bank offers them, and the provider gets the device session', async () => {
    const charge = vi.spyOn(context.services.providers.payments, 'charge')
    const till = await at()
    const input = { installments: 3, deviceSessionId: 'armor.1234' }
    const { body } = await orderWithCard(context, till, 'good', input)
    await runCheckoutJobs(context)
    const orderView = await readOrder(context, till.patient, body.workflowId)
    expect(orderView).toMatchObject({ status: 'ACTIVE', installments: 3, payerTotal: price() + interest() })
    expect(await readOrderMoney(context, body.workflowId)).toEqual({ charged: [price()], refunded: [] })
    expect(charge).toHaveBeenCalledWith(expect.objectContaining({ deviceSessionId: 'armor.1234' }))
    charge.mockRestore()
  })
  test('an order is refused when the bank offers no such installments', async () => {
    const refused = await orderWithCard(context, await at(), 'good', { installments: 3, cardToken: 'b1f0b1f0' })
    expect(refused).toMatchObject({ status: 409, body: { code: 'INSTALLMENTS_CHANGED' } })
  })
})

describe('refused installments', () => {
  const once = () => ({ installments: 1, each: price(), total: price() })
  test.each([
    ['an outdated total', { shownInstallmentsTotal: 1 }],
    ['a total without the bank’s interest', { shownInstallmentsTotal: undefined }],
  ])('%s: the refusal has the current offer, and the same card pays by it', async (_, change) => {
    const till = await at()
    const cardToken = await createMercadoPagoToken(context, '5031433215406351')
    const refused = await orderWithCard(context, till, 'good', inThree({ cardToken, ...change }))
    expect(refused).toMatchObject({ status: 409, body: { code: 'INSTALLMENTS_CHANGED' } })
    const { options } = refused.body as unknown as { options: { total: number }[] }
    expect(options.map(({ total }) => total)).toEqual([price(), price(), totalOfThreeInstallments(price())])
    expect(await ordersOf(till)).toHaveLength(0)
    const again = await orderWithCard(
      context,
      till,
      'good',
      inThree({ cardToken, shownInstallmentsTotal: options[2]?.total }),
    )
    await runCheckoutJobs(context)
    expect(await readOrder(context, till.patient, again.body.workflowId)).toMatchObject({
      status: 'ACTIVE',
      installments: 3,
    })
  })

  test('a number of installments that this bank does not offer is refused', async () => {
    const till = await at()
    const number = '375365153556885'
    const reply = await fetch(
      `${context.simulatorsUrl}/simulators/mercadopago/v1/card_tokens?public_key=TEST-cuida-simulator-public-key`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          card_number: number,
          expiration_month: 11,
          expiration_year: 2034,
          security_code: '1234',
          cardholder: { name: 'APRO', identification: { type: 'CPF', number: '12345678909' } },
        }),
      },
    )
    const { id: cardToken } = (await reply.json()) as { id: string }
    const refused = await orderWithCard(context, till, 'good', inThree({ cardToken }))
    expect(refused).toMatchObject({ status: 409, body: { code: 'INSTALLMENTS_CHANGED' } })
  })

  for (const [when, fault, path, tags] of [
    // The adapter gives up after eight seconds.
    ['while the provider does not answer', 'timeout', '/v1/card_tokens/', ['nightly']],
    ['while it answers nonsense', 'malformed', '/v1/payment_methods/installments', []],
    ['while it is broken', '5xx', '/v1/payment_methods/installments', []],
  ] as const)
    test(`${when}: only one payment is offered, and it is accepted`, { tags: [...tags] }, async () => {
      const till = await at()
      const cardToken = await createMercadoPagoToken(context, '5031433215406351')
      await planPaymentFault(context, fault, { provider: 'mercadopago', path })
      const refused = await orderWithCard(context, till, 'good', inThree({ cardToken }))
      expect(refused).toMatchObject({ status: 409, body: { code: 'INSTALLMENTS_CHANGED', options: [once()] } })
      const paid = await orderWithCard(context, till, 'good', { cardToken, shownTotal: price() })
      await runCheckoutJobs(context)
      expect(await readOrder(context, till.patient, paid.body.workflowId)).toMatchObject({
        status: 'ACTIVE',
        installments: 1,
      })
    })

  test('an unknown token is refused, with one payment as the only option', async () => {
    const refused = await orderWithCard(context, await at(), 'good', inThree({ cardToken: 'b1f0b1f0' }))
    expect(refused).toMatchObject({ status: 409, body: { code: 'INSTALLMENTS_CHANGED', options: [once()] } })
  })
})

test('two concurrent requests for the same order make one order and one charge', async () => {
  const till = await at()
  const input = inThree({ cardToken: await createMercadoPagoToken(context, '5031433215406351') })
  const [one, other] = await Promise.all([
    orderWithCard(context, till, 'good', input),
    orderWithCard(context, till, 'good', input),
  ])
  expect(one.body.workflowId).toBe(other.body.workflowId)
  await runCheckoutJobs(context)
  expect(await readOrderMoney(context, one.body.workflowId)).toEqual({ charged: [price()], refunded: [] })
})

test('the database refuses interest for a single payment and totals below the price', async () => {
  const { body } = await orderWithCard(context, await at(), 'good', { shownTotal: price() })
  const total = (sum: number, installments: number) =>
    context.db`update care_order set payer_total = ${sum}, installments = ${installments} where id = ${body.workflowId}`
  await expect(total(price(), 1)).rejects.toThrow('interest_needs_installments')
  await expect(total(price() - 1, 2)).rejects.toThrow('interest_needs_installments')
  expect((await readAttempt(context, body.workflowId)).amount).toBe(price())
})
