import { lockSlot, unlockSlot, updateCart } from '@cuida/core/booking/cart/api.ts'
import { getForecast } from '@cuida/core/care/queue/forecast-api.ts'
import { findClinicianById } from '@cuida/core/catalogue/api.ts'
import { listCards } from '@cuida/core/checkout/card/card-api.ts'
import { createOrder, getCardEntry, getPrice } from '@cuida/core/checkout/order/api.ts'
import { getAddress } from '@cuida/core/profile/account/account-api.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { currentAddress } from '@cuida/ui/testing/query-client.ts'
import { signInTestUser } from '@cuida/ui/testing/sign-in.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Booking } from '../booking/cart/booking.ts'
import { setUpBooking } from '../booking/cart/test-booking.ts'
import { session } from '../kit/api.ts'
import { ANA, anaId, leoId, renderPatientScreen } from '../kit/test-patient-screen.ts'
import { CheckoutScreen } from './order/CheckoutScreen.tsx'
import { clinicianId, orderId, setUpCheckout, slot } from './test-checkout.ts'

beforeEach(() => freezeTime('2026-11-26T10:00:00Z'))

const GENERAL = { productId: '101', productSlug: 'general-consultation' }
const KIDS = { productId: '104', productSlug: 'childrens-consultation' }
const HELD = { mode: 'later', clinicianId, slot, lockExpiresAt: '2026-11-26T10:10:00Z' } as const
const PRICE = {
  currency: 'EUR',
  total: 2900,
  minimumCharge: 50,
  promoCode: null,
  warning: null,
  lines: [{ kind: 'product', name: 'General consultation', percentage: null, amount: 2900 }],
}
const CARD = {
  id: 'card-1',
  cardType: 'visa',
  maskedCardNumber: '•••• 4242',
  expiryMonth: 4,
  expiryYear: 2031,
  cardId: null,
}

interface Till {
  booking?: Partial<Booking>
  price?: object
  cards?: object[]
  partner?: object
  guest?: boolean
  dependants?: unknown[]
  /** How far the server's clock is ahead of the phone's, in minutes. */
  aheadMinutes?: number
}
async function renderCheckout({
  booking = {},
  price,
  cards = [],
  partner,
  guest,
  dependants = [],
  aheadMinutes = 0,
}: Till = {}) {
  const { server } = setUpCheckout({ ...GENERAL, ...HELD, ...(guest ? {} : { patientId: anaId }), ...booking })
  server.aheadMs = aheadMinutes * 60_000
  if (!guest) signInTestUser(session)
  server.reply(me, { ...ANA, dependants })
  server.reply(getPrice, { ...PRICE, ...price })
  server.reply(listCards, { items: cards })
  server.reply(getCardEntry, { provider: 'monei', frameUrl: 'https://pay.test/frame' })
  server.reply(getAddress, { address: null })
  server.reply(getForecast, { wait: { from: 0, to: 5 }, from: null, closed: false })
  server.reply(findClinicianById, { id: clinicianId, name: 'Dra. Marta Vidal', timeZone: 'Europe/Madrid' })
  server.reply(createOrder, { workflowId: orderId })
  server.reply(lockSlot, { sessionKey: 'k'.repeat(43), schedule: slot, lockExpiresAt: '2026-11-26T10:20:00Z' })
  return {
    server,
    page: await renderPatientScreen(<CheckoutScreen />, { at: '/checkout', ...(partner ? { partner } : {}) }),
  }
}
const pay = (amount: string) => t('checkout.pay', { amount })

describe('the main button', () => {
  test('the button shows the amount', async () =>
    expect((await renderCheckout()).page.buttons().at(-1)).toBe(pay('€29.00')))
  test('a free booking is confirmed without a card', async () => {
    const { page, server } = await renderCheckout({ price: { total: 0 } })
    expect(page.buttons().at(-1)).toBe(t('checkout.confirm'))
    expect(page.headings()).not.toContain(t('checkout.card'))
    await page.click(t('checkout.confirm'))
    expect(server.requestsTo(createOrder)).toMatchObject([
      { body: { patientId: anaId, shownTotal: 0, productId: '101' } },
    ])
    expect(currentAddress()).toBe(`/orders/${orderId}`)
  })
  test('the saved card pays', async () => {
    const { page, server } = await renderCheckout({ cards: [CARD] })
    await page.click(pay('€29.00'))
    expect(server.requestsTo(createOrder)).toMatchObject([{ body: { savedCardId: 'card-1', shownTotal: 2900 } }])
  })
  test.each([
    ['an amount below the card minimum', { price: { total: 49 } }, 'checkout.error.PAYMENT_GATEWAY_THRESHOLD'],
    ['a partner without payments', { partner: { disabledCapabilities: ['payments'] } }, 'checkout.error.NOT_OFFERED'],
  ])('the button is missing for %s, with an explanation', async (_, more, text) => {
    const { page } = await renderCheckout(more)
    expect(page.hasMessage(text)).toBe(true)
    expect(page.container.querySelector('button:not([type="button"])')).toBeNull()
  })
  test('a guest sees the price and signs in below it', async () => {
    const { page, server } = await renderCheckout({ guest: true })
    expect(page.text()).toContain('€29.00')
    expect(page.headings()).toContain(t('checkout.guest.title'))
    expect(page.buttons()).toContain(t('access.welcome.continue'))
    expect(page.headings()).not.toContain(t('checkout.card'))
    expect(server.requestsTo(listCards)).toEqual([])
    await page.click(t('checkout.guest.enter'))
    expect(currentAddress()).toBe('/welcome')
  })
})

describe('the patient of the order', () => {
  const children = ANA.dependants as unknown[]
  test('the order is for the chosen child', async () => {
    const booking = { ...KIDS, patientId: leoId }
    const { page, server } = await renderCheckout({ booking, dependants: children, price: { total: 0 } })
    expect(page.hasMessage('checkout.forPatient', { name: 'Leo' })).toBe(true)
    expect(page.links()).toHaveProperty([Object.keys(page.links()).find((name) => name.includes('Leo')) ?? 'none'])
    await page.click(t('checkout.confirm'))
    expect(server.requestsTo(createOrder)).toMatchObject([{ body: { patientId: leoId, productId: '104' } }])
  })
  test('a family without a choice is asked, and nothing is priced or ordered', async () => {
    const { server } = await renderCheckout({ booking: { patientId: undefined }, dependants: children })
    expect(currentAddress()).toBe('/select-profile')
    expect(server.requestsTo(getPrice)).toEqual([])
  })
  test('a chosen person no longer in the family is asked again', async () => {
    await renderCheckout({ booking: { patientId: 'somebody-else' }, dependants: children })
    expect(currentAddress()).toBe('/select-profile')
  })
  test('the account holder without a family is the patient, without a way to change it', async () => {
    const { page, server } = await renderCheckout({ booking: { patientId: undefined } })
    expect(currentAddress()).toBe('/checkout')
    expect(server.requestsTo(updateCart).at(-1)).toMatchObject({ body: { patientId: anaId } })
    expect(Object.values(page.links())).not.toContain('/select-profile')
  })
  test('no patient is shown until chosen, not even the account holder', async () => {
    const { page } = await renderCheckout({ booking: { ...KIDS, patientId: undefined }, dependants: children })
    expect(page.hasMessage('checkout.forPatient', { name: 'Ana' })).toBe(false)
    await page.unmount()
    const checkout = await renderCheckout({ booking: { ...KIDS, patientId: 'somebody-else' }, dependants: children })
    expect(checkout.page.hasMessage('checkout.forPatient', { name: 'Ana' })).toBe(false)
  })
})

describe('the held time', () => {
  test('the hold can be extended in its last two minutes, and not before', async () => {
    const { page, server } = await renderCheckout()
    await advanceTime(7.9 * 60_000)
    expect(page.buttons()).not.toContain(t('checkout.held.keep'))
    await advanceTime(0.2 * 60_000)
    await page.click(t('checkout.held.keep'))
    expect(server.requestsTo(lockSlot)).toHaveLength(1)
    expect(page.buttons()).not.toContain(t('checkout.held.keep'))
  })
  test('a failed extension shows an error and can be retried', async () => {
    const { page, server } = await renderCheckout()
    await advanceTime(8.5 * 60_000)
    server.refuse(lockSlot, 'UNEXPECTED', 500)
    await page.click(t('checkout.held.keep'))
    expect(currentAddress()).toBe('/checkout')
    expect(page.buttons()).toContain(t('checkout.held.keep'))
  })
  test('an expired hold leads back to the calendar without a payment', async () => {
    const { server } = await renderCheckout()
    await advanceTime(10 * 60_000 + 1_000)
    expect(currentAddress()).toContain(`/clinician/${clinicianId}/product/general-consultation`)
    expect(server.requestsTo(createOrder)).toEqual([])
  })
  test.each([
    ['twelve minutes fast', '2026-11-26T10:12:00Z', -12],
    ['an hour slow', '2026-11-26T09:00:00Z', 60],
  ])('the hold lasts as long on a phone whose clock is %s', async (_, phoneTime, aheadMinutes) => {
    freezeTime(phoneTime)
    const { page } = await renderCheckout({ aheadMinutes })
    expect(page.buttons()).not.toContain(t('checkout.held.keep'))
    await advanceTime(8 * 60_000 + 2_000)
    expect(page.buttons()).toContain(t('checkout.held.keep'))
    expect(currentAddress()).toBe('/checkout')
    await advanceTime(2 * 60_000)
    expect(currentAddress()).toContain(`/clinician/${clinicianId}/product/general-consultation`)
  })
  test('going back releases the hold', async () => {
    const { page, server } = await renderCheckout()
    server.reply(unlockSlot, null)
    await page.click(t('ui.back'))
    expect(server.requestsTo(unlockSlot)).toHaveLength(1)
  })
  test('the time and its cancellation deadline are shown', async () => {
    const { page } = await renderCheckout()
    expect(page.text()).toContain('16:00')
    expect(page.text()).toContain('Dra. Marta Vidal')
    expect(Object.keys(page.links())).toContain(t('checkout.change.time'))
    const sentence = t('checkout.cancellation.until', { moment: 'Thursday 26 November, 14:00' })
    expect(page.text().split(sentence)).toHaveLength(2)
    // The sentence is read directly before the button.
    expect(page.text().split(sentence)[1]?.trim()).toBe(pay('€29.00'))
  })
  test('a start too near to be cancelled says so', async () => {
    const soon = { startTime: '2026-11-26T11:30:00Z', endTime: '2026-11-26T11:45:00Z' }
    const { page } = await renderCheckout({ booking: { slot: soon } })
    expect(page.hasMessage('checkout.cancellation.none', { notice: '2 h' })).toBe(true)
  })
})

describe('on-demand care', () => {
  const now = { mode: 'now', slot: undefined, lockExpiresAt: undefined, clinicianId: undefined } as const
  test('open on-demand care can be paid', async () => {
    const { page } = await renderCheckout({ booking: now })
    expect(page.hasMessage('checkout.now')).toBe(true)
    expect(page.buttons().at(-1)).toBe(pay('€29.00'))
  })
  test('the refund without a call stands beside the button', async () => {
    const { page, server } = await renderCheckout({ booking: now })
    server.reply(getForecast, { wait: null, from: null, answerBy: '2026-11-26T12:30:00Z', closed: false })
    await page.unmount()
    const again = await renderPatientScreen(<CheckoutScreen />, { at: '/checkout' })
    expect(
      again
        .text()
        .split(t('catalogue.now.answerBy', { time: '13:30' }))[1]
        ?.trim(),
    ).toBe(pay('€29.00'))
  })
  test('closed on-demand care cannot be paid, but a time can be booked', async () => {
    freezeTime('2026-11-26T10:00:00Z')
    const { server } = setUpCheckout({ ...GENERAL, ...now, patientId: anaId })
    signInTestUser(session)
    server.reply(me, { ...ANA, dependants: [] })
    server.reply(getPrice, PRICE)
    server.reply(listCards, { items: [] })
    server.reply(getCardEntry, { provider: 'monei', frameUrl: 'https://pay.test/frame' })
    server.reply(getForecast, { wait: null, from: '2026-11-26T15:00:00Z', closed: true })
    const page = await renderPatientScreen(<CheckoutScreen />, { at: '/checkout' })
    expect(page.links()).toHaveProperty([t('checkout.error.CLOSE.action')])
    expect(page.buttons()).not.toContain(pay('€29.00'))
  })
})

test('a second visit after the payment says that nothing is due and links to the consultations', async () => {
  const server = setUpBooking()
  signInTestUser(session)
  server.reply(me, ANA)
  const page = await renderPatientScreen(<CheckoutScreen />, { at: '/checkout' })
  expect(page.hasMessage('checkout.nothing')).toBe(true)
  expect(Object.values(page.links())).toEqual(['/consultations', '/how-can-we-help'])
})

test("payment methods are a choice only when there are two, and Pix asks for the payer's account", async () => {
  const brazil = { paymentProvider: 'mercadopago', pixEnabled: true, currency: 'BRL' }
  const { page, server } = await renderCheckout({ partner: brazil, price: { currency: 'BRL' } })
  await page.click(t('checkout.way.pix'))
  await page.fill(t('checkout.pix.cpf'), '529.982.247-25')
  await page.click(t('checkout.pix.pay', { amount: 'R$29.00' }))
  expect(server.requestsTo(createOrder)).toMatchObject([
    { body: { patientId: anaId, paymentMethodInfo: { type: 'PIX', cpf: '52998224725' }, shownTotal: 2900 } },
  ])
  await page.unmount()
  expect((await renderCheckout()).page.text()).not.toContain(t('checkout.way'))
})
