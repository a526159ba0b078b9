import { cancelOrder } from '@cuida/core/care/booked/booked-api.ts'
import { getPayment, getReceipt, listPayments } from '@cuida/core/checkout/payment/payment-api.ts'
import { describe, expect, test } from 'vitest'
import { newDependant, newPatient, productForChildren, type TestPatient } from '../../../booking/test-people.ts'
import { readPdfLines } from '../../../kit/pdf/test-pdf.ts'
import { advanceDays, createSubscriber, syncTestSubscription } from '../../../subscription/test-subscribers.ts'
import { statusAndCodeOf } from '../../../testing/test-code-of.ts'
import { createCheckout, orderWithCard, placeTestOrder, readAttempt, runCheckoutJobs } from '../../order/test-orders.ts'
import { createPartialRefund } from '../../refund/refund-store.ts'
import { createPaidCharge } from '../../subscription/test-desk-charges.ts'
import { createCheckoutContext } from '../../test-checkout.ts'

const PLAN = 'Monthly plan'
const { context, product } = await createCheckoutContext()

const list = async ({ patientId, token }: TestPatient, query: { page?: string; pageSize?: string } = {}) =>
  (await context.sendCall(listPayments, { id: patientId, ...query }, { token })).body

async function paid() {
  const at = await placeTestOrder(context, product, 'good')
  await runCheckoutJobs(context)
  return { ...at, paymentId: (await readAttempt(context, at.id)).id }
}
const one = (id: string, { token }: TestPatient) => context.sendCall(getPayment, { id }, { token })

/** The receipt as bytes, because the test client reads text only. */
async function receipt(id: string, { token }: TestPatient): Promise<{ type: unknown; words: string[] }> {
  const headers = { authorization: `Bearer ${token}` }
  const { rawPayload, headers: answered } = await context.app.inject({ url: `/v1/payments/${id}/receipt`, headers })
  return { type: answered['content-type'], words: await readPdfLines(rawPayload) }
}

describe('the history of payments [B1.8]', () => {
  test('every attempt is listed, newest first, with its outcome [B7.27]', async () => {
    const patient = await newPatient(context)
    const refused = await placeTestOrder(context, product, 'declined', patient)
    await runCheckoutJobs(context)
    await orderWithCard(context, { ...refused, patient }, 'good')
    await runCheckoutJobs(context)
    const { items, total } = await list(patient)
    expect([total, items.map(({ status }) => status)]).toEqual([2, ['SUCCEEDED', 'FAILED']])
    const { amount, currency } = product.price
    expect(items[0]).toMatchObject({
      amount,
      currency,
      refundAmount: 0,
      refundPending: 0,
      maskedCardNumber: '•••• 4422',
    })
  })
  test('payments come in pages', async () => {
    const patient = await newPatient(context)
    for (let time = 0; time < 3; time++) await placeTestOrder(context, product, 'good', patient)
    await runCheckoutJobs(context)
    const second = await list(patient, { page: '2', pageSize: '2' })
    expect([second.total, second.items.length]).toEqual([3, 1])
  })
  test('a dependant’s payments are listed for the holder who paid', async () => {
    const holder = await newPatient(context)
    const patientId = await newDependant(context, holder, '2018-05-05')
    const at = await createCheckout(context, await productForChildren(context), { patient: { ...holder, patientId } })
    await orderWithCard(context, at, 'good')
    await runCheckoutJobs(context)
    expect((await list({ ...holder, patientId })).items).toMatchObject([
      { patient: { id: patientId, firstName: 'Leo' } },
    ])
    expect((await list(holder)).items).toEqual([])
  })
  test('after the child’s coming of age the holder sees neither the list, nor a payment, nor its receipt', async () => {
    const holder = await newPatient(context)
    const patientId = await newDependant(context, holder, '2018-05-05')
    const at = await createCheckout(context, await productForChildren(context), { patient: { ...holder, patientId } })
    const { body } = await orderWithCard(context, at, 'good')
    await runCheckoutJobs(context)
    const { id } = await readAttempt(context, body.workflowId)
    expect((await receipt(id, holder)).type).toBe('application/pdf')
    await context.db`update patient set date_of_birth = '1990-05-05' where id = ${patientId}`
    expect(statusAndCodeOf(await context.sendCall(listPayments, { id: patientId }, holder))).toEqual([
      404,
      'PATIENT_NOT_FOUND',
    ])
    expect(statusAndCodeOf(await one(id, holder))).toEqual([404, 'PAYMENT_NOT_FOUND'])
    expect(statusAndCodeOf(await context.sendCall(getReceipt, { id }, holder))).toEqual([404, 'PAYMENT_NOT_FOUND'])
  })
  test('subscription charges are listed by date among the others, over all pages', async () => {
    const subscriber = await createPaidCharge(context)
    await placeTestOrder(context, product, 'good', subscriber)
    await advanceDays(subscriber, 31)
    await syncTestSubscription(subscriber)
    await context.db`
      update payment_attempt a set created_at = (
        select min(paid_at) + interval '1 day' from subscription_payment where subscription_id = ${subscriber.id} and amount > 0)
      from care_order o where o.id = a.order_id and o.patient_id = ${subscriber.patientId}`
    const { items, total } = await list(subscriber)
    expect([total, items.map(({ product: { name } }) => name)]).toEqual([3, [PLAN, product.name, PLAN]])
    expect(items[0]).toMatchObject({ subscriptionId: subscriber.id, orderId: null, amount: 1_900, status: 'SUCCEEDED' })
    const pages = await Promise.all(['1', '2', '3'].map((page) => list(subscriber, { page, pageSize: '1' })))
    expect(pages.flatMap((page) => page.items)).toEqual(items)
  })
  test('a trial is not listed, because it moved no money, and a failed charge says that nothing was charged', async () => {
    const subscriber = await createSubscriber(context, 'once')
    expect((await list(subscriber)).total).toBe(0)
    await advanceDays(subscriber, 14)
    await syncTestSubscription(subscriber)
    expect((await list(subscriber)).items).toMatchObject([{ status: 'FAILED', subscriptionId: subscriber.id }])
  })
  test('another account’s payments are not found', async () => {
    const { patient, paymentId } = await paid()
    const stranger = await newPatient(context)
    const reply = await context.sendCall(listPayments, { id: patient.patientId }, { token: stranger.token })
    expect(statusAndCodeOf(reply)).toEqual([404, 'PATIENT_NOT_FOUND'])
    expect(statusAndCodeOf(await one(paymentId, stranger))).toEqual([404, 'PAYMENT_NOT_FOUND'])
    expect(statusAndCodeOf(await context.sendCall(getReceipt, { id: paymentId }, stranger))).toEqual([
      404,
      'PAYMENT_NOT_FOUND',
    ])
  })
})

describe('one payment', () => {
  test('the payment shows its lines, and its pending and completed refunds', async () => {
    const { id, patient, paymentId } = await paid()
    const { amount } = product.price
    expect((await one(paymentId, patient)).body).toMatchObject({
      lines: [{ kind: 'product', name: product.name, amount }],
      refunds: [],
      hasReceipt: true,
      status: 'SUCCEEDED',
    })
    await context.sendCall(cancelOrder, { id, reason: 'TIME' }, patient)
    expect((await one(paymentId, patient)).body).toMatchObject({
      refundAmount: 0,
      refundPending: amount,
      refunds: [{ amount, state: 'pending', reason: 'PATIENT_CANCELLED', settledAt: null }],
    })
    await runCheckoutJobs(context)
    expect((await one(paymentId, patient)).body).toMatchObject({
      status: 'REFUNDED',
      refundAmount: amount,
      refundPending: 0,
      refunds: [{ amount, state: 'done', settledAt: expect.any(String) }],
    })
  })
})

describe('a subscription charge', () => {
  const charge = async () => {
    const subscriber = await createPaidCharge(context)
    const [newest] = (await list(subscriber)).items
    return { who: subscriber, id: newest?.id ?? '' }
  }
  test('the charge shows its plan, its pending and completed refunds, and its invoice', async () => {
    const { who, id } = await charge()
    expect((await one(id, who)).body).toMatchObject({
      lines: [{ kind: 'product', name: PLAN, amount: 950 }],
      consultationId: null,
      installments: 1,
      refunds: [],
      invoice: null,
      hasReceipt: true,
    })
    await context.db`update invoice set state = 'issued', provider = 'omie', client_ref = 'c', service_ref = 's', number = 'A-7'
      where subscription_payment_id = ${id}`
    expect((await one(id, who)).body.invoice).toEqual({ state: 'issued', number: 'A-7' })
    await context.db.begin((tx) => createPartialRefund(tx, { paymentId: id, amount: 300, reason: 'DESK' }))
    expect((await one(id, who)).body).toMatchObject({
      refundPending: 300,
      refunds: [{ amount: 300, state: 'pending' }],
    })
    await runCheckoutJobs(context)
    expect((await one(id, who)).body).toMatchObject({
      status: 'PARTIALLY_REFUNDED',
      refundAmount: 300,
      refundPending: 0,
      refunds: [{ amount: 300, state: 'done', reason: 'DESK' }],
    })
  })
  test('the charge has a receipt in the account’s language', async () => {
    const { who, id } = await charge()
    await context.db`update account set locale = 'es-ES' where id = ${who.accountId}`
    const { words } = await receipt(id, who)
    expect(words.filter((line) => line.endsWith(` ${euros(950)}`))).toHaveLength(2)
  })
  test('another account’s charge is not found', async () => {
    const { id } = await charge()
    const stranger = await newPatient(context)
    expect(statusAndCodeOf(await one(id, stranger))).toEqual([404, 'PAYMENT_NOT_FOUND'])
    expect(statusAndCodeOf(await context.sendCall(getReceipt, { id }, stranger))).toEqual([404, 'PAYMENT_NOT_FOUND'])
  })
})

describe('a receipt', () => {
  test('the receipt is a PDF in the account’s language, with payer, product, amount and the masked card only', async () => {
    const { patient, paymentId } = await paid()
    await context.db`update account set locale = 'es-ES' where id = ${patient.accountId}`
    const { type, words } = await receipt(paymentId, patient)
    expect(type).toBe('application/pdf')
    const text = words.join('\n')
    expect(words).toContain('Recibo')
    expect(text).toContain(context.services.config.legal.taxId)
    expect(text).toContain('Visa •••• 4422')
    expect(text).toMatch(/Ana Prueba \d+/)
    expect(words.filter((line) => line.endsWith(` ${euros(product.price.amount)}`))).toHaveLength(2)
    expect(text).not.toMatch(/IVA|4444|\d{12,}/)
    expect(text).toContain(paymentId.slice(0, 8).toUpperCase())
  })
  test('the receipt uses the account’s language, whatever the app’s is', async () => {
    const { patient, paymentId } = await paid()
    for (const [locale, title] of [
      ['en', 'Receipt'],
      ['es-ES', 'Recibo'],
    ] as const) {
      await context.db`update account set locale = ${locale} where id = ${patient.accountId}`
      expect((await receipt(paymentId, patient)).words).toContain(title)
    }
  })
  test('the receipt shows refunds', async () => {
    const { id, patient, paymentId } = await paid()
    await context.db`update account set locale = 'es-ES' where id = ${patient.accountId}`
    await context.sendCall(cancelOrder, { id, reason: 'TIME' }, patient)
    await runCheckoutJobs(context)
    expect((await receipt(paymentId, patient)).words.join('\n')).toContain(` -${euros(product.price.amount)}`)
  })
  test('a payment that took no money has no receipt', async () => {
    const at = await placeTestOrder(context, product, 'declined')
    await runCheckoutJobs(context)
    const { id } = await readAttempt(context, at.id)
    expect(statusAndCodeOf(await context.sendCall(getReceipt, { id }, at.patient))).toEqual([409, 'NO_RECEIPT'])
  })
})

/** With a space that every font has. */
const euros = (amount: number): string => `${(amount / 100).toFixed(2).replace('.', ',')} €`
