import { getPayment, getReceipt, listPayments } from '@cuida/core/checkout/payment/payment-api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { anaId, leoId, mockPatientServer, renderPatientScreen } from '../../kit/test-patient-screen.ts'
import { PaymentDetailsScreen } from './PaymentDetailsScreen.tsx'
import { PaymentHistoryScreen } from './PaymentHistoryScreen.tsx'

beforeEach(() => freezeTime('2026-11-26T10:00:00Z'))

const PAYMENT = {
  id: 'pay-1',
  orderId: 'o-1',
  subscriptionId: null,
  status: 'SUCCEEDED',
  amount: 2900,
  currency: 'EUR',
  product: { name: 'General', slug: 'general' },
  patient: { id: anaId, firstName: 'Ana' },
  refundAmount: 0,
  refundPending: 0,
  chargedBack: 0,
  paymentMethodType: 'CARD',
  cardType: 'visa',
  maskedCardNumber: '•••• 4242',
  createdAt: '2026-11-26T09:00:00Z',
}
const DETAILS = {
  ...PAYMENT,
  installments: 1,
  payerTotal: 2900,
  consultationId: 'c-1',
  refunds: [],
  invoice: null,
  hasReceipt: true,
  lines: [{ kind: 'product', name: 'General', percentage: null, amount: 2900 }],
}

describe('payments of the family', () => {
  async function history(items: object[]) {
    const server = mockPatientServer()
    server.reply(listPayments, ({ path }) => ({ items: path.includes(leoId) ? [] : items, next: null }))
    return renderPatientScreen(<PaymentHistoryScreen />)
  }
  test("payments are grouped by month in the clinic's time zone, the newest first, and link to details", async () => {
    const page = await history([
      { ...PAYMENT, id: 'a', createdAt: '2026-11-26T09:00:00Z' },
      { ...PAYMENT, id: 'b', createdAt: '2026-10-31T23:30:00Z' },
      { ...PAYMENT, id: 'c', createdAt: '2026-10-31T22:30:00Z' },
    ])
    expect(page.headings().slice(1)).toEqual(['November 2026', 'October 2026'])
    expect(Object.values(page.links())).toHaveLength(3)
    const text = page.text()
    expect(text.indexOf('26 Nov')).toBeLessThan(text.indexOf('1 Nov'))
    expect(text.indexOf('1 Nov')).toBeLessThan(text.indexOf('October 2026'))
  })
  test('each payment names its patient', async () => {
    const page = await history([{ ...PAYMENT, patient: { id: leoId, firstName: 'Leo' } }])
    expect(page.text()).toContain('Leo')
  })
  test('an empty history offers a booking', async () => {
    const page = await history([])
    expect(page.hasMessage('checkout.payments.empty')).toBe(true)
    expect(page.links()).toEqual({ [t('checkout.payments.book')]: '/how-can-we-help' })
  })
  test('a history that failed to load is not shown as empty', async () => {
    mockPatientServer().refuse(listPayments, 'UNEXPECTED', 500)
    const page = await renderPatientScreen(<PaymentHistoryScreen />)
    expect(page.hasMessage('checkout.payments.empty')).toBe(false)
    expect(page.buttons()).toContain(t('ui.retry'))
  })
  test.each([
    ['being refunded', { refundPending: 500 }, 'REFUNDING'],
    ['being refunded after a partial refund', { status: 'PARTIALLY_REFUNDED', refundPending: 500 }, 'REFUNDING'],
    ['disputed, whatever is being refunded,', { status: 'IN_DISPUTE', refundPending: 500 }, 'IN_DISPUTE'],
    ['paid', {}, 'SUCCEEDED'],
  ])('a payment that is %s says so', async (_, more, status) => {
    const page = await history([{ ...PAYMENT, ...more }])
    expect(page.hasMessage(`checkout.payment.status.${status}`)).toBe(true)
  })
})

describe('one payment', () => {
  async function details(more: object = {}, at = '/profile/payment-details?id=pay-1') {
    const server = mockPatientServer()
    server.reply(getPayment, { ...DETAILS, ...more })
    return { server, page: await renderPatientScreen(<PaymentDetailsScreen />, { at }) }
  }
  test('the payment shows product and total and links to the consultation', async () => {
    const { page } = await details()
    expect(page.text()).toMatch(/General €29\.00.*Total €29\.00/)
    expect(Object.values(page.links())).toEqual(['/consultations/c-1'])
  })
  test('a subscription charge links to the plan, and others link nowhere', async () => {
    const { page } = await details({ consultationId: null, subscriptionId: 's-1' })
    expect(Object.values(page.links())).toEqual(['/subscription-manager'])
    await page.unmount()
    expect((await details({ consultationId: null })).page.links()).toEqual({})
  })
  test('only a captured payment has a receipt', async () => {
    const { page, server } = await details()
    server.refuse(getReceipt, 'NO_RECEIPT', 409)
    await page.click(t('checkout.payment.receipt'))
    expect(server.requestsTo(getReceipt)).toHaveLength(1)
    await page.unmount()
    expect((await details({ hasReceipt: false })).page.buttons()).not.toContain(t('checkout.payment.receipt'))
  })
  test("installments show their number and that interest is the bank's", async () => {
    const { page } = await details({ installments: 3, payerTotal: 3300 })
    expect(page.hasMessage('checkout.payment.installments.note')).toBe(true)
    expect(page.hasMessage('checkout.payment.installments.refund')).toBe(false)
    await page.unmount()
    const same = await details({ installments: 3 })
    expect(same.page.hasMessage('checkout.payment.installments.note')).toBe(false)
  })
  test('a refund shows amount, reason and expected date', async () => {
    const refund = { amount: 2900, state: 'pending', reason: 'PATIENT_CANCELLED', createdAt: PAYMENT.createdAt }
    const { page } = await details({ payerTotal: 3300, refunds: [{ ...refund, settledAt: null }] })
    expect(page.headings()).toContain(t('checkout.refund.title'))
    expect(page.hasMessage('checkout.payment.installments.refund')).toBe(true)
    expect(page.text()).toContain('€29.00')
    await page.unmount()
    expect((await details()).page.headings()).not.toContain(t('checkout.refund.title'))
  })
  test('a chargeback shows its amount', async () => {
    const { page } = await details({ status: 'CHARGED_BACK', chargedBack: 900 })
    expect(page.hasMessage('checkout.payment.chargedBack', { amount: '€9.00' })).toBe(true)
    expect(page.hasMessage('checkout.payment.inDispute')).toBe(false)
    await page.unmount()
    expect((await details({ status: 'IN_DISPUTE' })).page.hasMessage('checkout.payment.inDispute')).toBe(true)
  })
  test.each(['?id=other', ''])("another account's payment shows no data (%s)", async (search) => {
    const server = mockPatientServer()
    server.refuse(getPayment, 'PAYMENT_NOT_FOUND', 404)
    const page = await renderPatientScreen(<PaymentDetailsScreen />, { at: `/profile/payment-details${search}` })
    expect(page.hasMessage('checkout.payment.missing')).toBe(true)
    expect(Object.values(page.links())).toEqual(['/profile/payment-history'])
  })
})
