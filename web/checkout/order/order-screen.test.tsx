import { getCart, unlockSlot } from '@cuida/core/booking/cart/api.ts'
import { getConsultation } from '@cuida/core/care/call/api.ts'
import { findClinicianById } from '@cuida/core/catalogue/api.ts'
import { cancelPix, endChallenge, getCardEntry, getOrder, renewPix } from '@cuida/core/checkout/order/api.ts'
import { getNotifications } from '@cuida/core/notifications/choice/notifications-api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { currentAddress } from '@cuida/ui/testing/query-client.ts'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { cart, setUpBooking, slot } from '../../booking/cart/test-booking.ts'
import { BOOKED_CONSULTATION } from '../../care/test-consultation.ts'
import { anaId, leoId, mockPatientServer, renderPatientScreen } from '../../kit/test-patient-screen.ts'
import { platform } from '../../platform/platform.ts'
import { orderId } from '../test-checkout.ts'
import { OrderScreen } from './OrderScreen.tsx'

beforeEach(() => freezeTime('2026-11-26T10:00:00Z'))

const ORDER = {
  id: orderId,
  uuid: orderId,
  status: 'PROCESSING',
  failureDomain: null,
  failureReason: null,
  product: { id: '101', name: 'Nutrition', slug: 'nutrition' },
  patient: { id: anaId, firstName: 'Ana' },
  amount: 2900,
  currency: 'EUR',
  refundAmount: 0,
  refund: null,
  cancelledBy: null,
  maskedCardNumber: '•••• 4242',
  cardType: 'visa',
  paymentMethodType: 'CARD_FIRST_PAYMENT',
  installments: 1,
  payerTotal: 2900,
  paymentId: null,
  challengeUrl: null,
  challengeFrame: null,
  pix: null,
  consultations: [{ id: 'c-1', startTime: '2026-11-27T09:30:00Z' }],
  createdAt: '2026-11-26T09:59:00Z',
}
const DOCTOR = {
  id: '10000000-0000-4000-8000-000000000003',
  name: 'Dra. Marta Vidal',
  specialty: 'Nutrition',
  photoUrl: null,
}
const PIX = { paymentMethodType: 'PIX', status: 'PENDING', currency: 'BRL' }
const code = { code: 'pix-code-of-this-order', expiresAt: '2026-11-26T10:01:00Z' }

const SETTINGS = {
  channels: ['email', 'sms'],
  topics: ['bookings', 'reminders', 'calls', 'records', 'offers'],
  quiet: null,
  timeZone: 'Europe/Madrid',
  offered: ['email', 'sms', 'push'],
  textsStopped: false,
  pushKey: '',
  devices: [],
}

async function order(more: object = {}, { consultation = {}, partner = {} } = {}) {
  const server = mockPatientServer()
  server.reply(getConsultation, { ...BOOKED_CONSULTATION, ...consultation })
  server.reply(getNotifications, SETTINGS)
  server.reply(getCart, { ...cart, clinicianId: DOCTOR.id, schedule: slot, lockExpiresAt: '2026-11-26T10:07:00Z' })
  server.reply(findClinicianById, { ...DOCTOR, timeZone: 'Europe/Madrid' })
  server.reply(getOrder, { ...ORDER, ...more })
  server.reply(getCardEntry, { provider: 'monei', frameUrl: 'https://pay.test/frame' })
  server.reply(cancelPix, { workflowId: orderId })
  server.reply(endChallenge, { workflowId: orderId })
  return {
    server,
    page: await renderPatientScreen(<OrderScreen params={{ id: orderId }} />, { at: `/orders/${orderId}`, partner }),
  }
}

describe('an order in progress', () => {
  test.each([
    ['payment in progress', {}],
    ['free booking', { amount: 0 }],
    ['Pix code being created', { ...PIX, status: 'PROCESSING' }],
    ['Pix code being ended', PIX],
    ['bank page with an unsafe URL', { status: 'PENDING', challengeUrl: 'javascript:alert(1)' }],
  ])('no action is offered (%s), and after a while a link leads to the consultations', async (_, more) => {
    const { page } = await order(more)
    expect([page.buttons(), page.links()]).toEqual([[], {}])
    await advanceTime(14_999)
    expect(page.hasMessage('checkout.order.slow')).toBe(false)
    await advanceTime(1)
    expect(page.hasMessage('checkout.order.slow')).toBe(true)
    expect(page.links()).toEqual({ [t('checkout.order.toConsultations')]: '/consultations' })
  })

  test('the screen has no way back to checkout', async () =>
    expect((await order()).page.buttons()).not.toContain(t('ui.back')))
})

describe('an order of the family', () => {
  test('the order names its patient', async () => {
    const of = async (id: string) => (await order({ patient: { id, firstName: 'x' } })).page.text()
    expect(await of(leoId)).toContain('Leo')
    expect(await of(anaId)).not.toContain('Leo')
  })
  test("another account's order shows no data", async () => {
    const server = mockPatientServer()
    server.refuse(getOrder, 'ORDER_NOT_FOUND', 404)
    const page = await renderPatientScreen(<OrderScreen params={{ id: orderId }} />)
    expect(page.hasMessage('checkout.order.missing')).toBe(true)
    expect(page.buttons()).not.toContain(t('ui.retry'))
  })
  test('an order that failed to load can be retried', async () => {
    const server = mockPatientServer()
    server.refuse(getOrder, 'UNEXPECTED', 500)
    const page = await renderPatientScreen(<OrderScreen params={{ id: orderId }} />)
    expect(page.hasMessage('checkout.order.missing')).toBe(false)
    server.reply(getOrder, { ...ORDER, status: 'ACTIVE' })
    await page.click(t('ui.retry'))
    expect(page.headings()).toContain(t('checkout.order.active.title'))
  })
})

describe('a successful order', () => {
  test("the booked time is in the clinic's time zone and links to the consultation", async () => {
    const { page } = await order({ status: 'ACTIVE' })
    expect(page.text()).toContain('10:30')
    expect(page.links()).toMatchObject({ [t('checkout.order.toConsultation')]: '/consultations/c-1' })
  })
  test('a video consultation can be prepared: calendar, devices, companion', async () => {
    const consultations = [{ id: 'c-1', startTime: '2026-11-27T09:30:00Z', clinicianId: DOCTOR.id }]
    const { page } = await order({ status: 'ACTIVE', consultations })
    expect(page.text()).toContain(DOCTOR.name)
    expect(page.buttons()).toEqual([t('care.calendar.add')])
    for (const key of ['join.video', 'join.video.detail', 'prepare.video'])
      expect(page.hasMessage(`checkout.order.active.${key}`)).toBe(true)
    expect(Object.values(page.links())).toEqual([
      '/consultations/c-1/devices',
      '/consultations/c-1?ask=guest',
      '/consultations/c-1',
    ])
  })
  test('a phone consultation names the number that rings, and needs no camera', async () => {
    const consultation = { preferredContactMethod: 'phone', maskedPhone: '+34 *** *** 678' }
    const { page } = await order({ status: 'ACTIVE' }, { consultation })
    expect(page.hasMessage('checkout.order.active.join.phone', { phone: '+34\u00a0***\u00a0***\u00a0678' })).toBe(true)
    expect(page.hasMessage('checkout.order.active.prepare.phone')).toBe(true)
    expect(page.links()).toEqual({ [t('checkout.order.toConsultation')]: '/consultations/c-1' })
  })
  test("a booking without the patient's own words leads to where they are written", async () => {
    const { page } = await order({ status: 'ACTIVE' }, { consultation: { summary: null } })
    expect(page.hasMessage('checkout.order.active.summary')).toBe(true)
    expect(Object.values(page.links())).toContain('/consultations/c-1?ask=summary')
  })
  test.each([
    ['e-mail and text message', {}, /ana@example\.com · Text message 61•••••78/],
    ['only e-mail without a text channel', { channels: [] }, /ana@example\.com(?! ·)/],
  ])('the confirmation goes to: %s', async (_, settings, addresses) => {
    const server = mockPatientServer()
    server.reply(getOrder, { ...ORDER, status: 'ACTIVE' })
    server.reply(getConsultation, BOOKED_CONSULTATION)
    server.reply(getNotifications, { ...SETTINGS, ...settings })
    const page = await renderPatientScreen(<OrderScreen params={{ id: orderId }} />)
    expect(page.hasMessage('checkout.order.active.sent')).toBe(true)
    expect(page.text().replaceAll('\u00a0', ' ')).toMatch(addresses)
  })
  test('an on-demand order shows the place in the queue', async () => {
    const consultation = { startTime: null, endTime: null, type: 'on-demand', position: 2, status: 'QUEUED' }
    const consultations = [{ id: 'c-1', startTime: null, clinicianId: null }]
    const { page } = await order({ status: 'ACTIVE', consultations }, { consultation })
    expect(page.hasMessage('care.one.position', { position: 2 })).toBe(true)
    expect(page.buttons()).not.toContain(t('care.calendar.add'))
  })
  test('an on-demand order has no time', async () => {
    const { page } = await order({ status: 'ACTIVE', consultations: [{ id: 'c-1', startTime: null }] })
    expect(page.text()).not.toContain('10:30')
  })
  test('an order cancelled since says so and shows no time', async () => {
    const { page } = await order({ status: 'ACTIVE', cancelledBy: 'patient' })
    expect(page.headings()).toContain(t('checkout.order.cancelled.title'))
    expect(page.text()).not.toContain('10:30')
  })
})

describe('a failed order', () => {
  const failed = (failureReason: string | null, more: object = {}) =>
    order({ status: 'FAILED', failureReason, ...more })

  test.each([
    ['INSUFFICIENT_FUNDS', 'card'],
    ['BAD_CARD_DETAILS', 'again'],
    ['TOO_LATE', 'time'],
    [null, 'card'],
  ])('a failure because of %s offers: %s, and Home', async (reason, retry) => {
    const { page } = await failed(reason)
    expect(page.buttons()).toEqual([t(`checkout.order.retry.${retry}`)])
    expect(page.links()).toEqual({ [t('checkout.order.toHome')]: '/how-can-we-help' })
    expect(page.hasMessage('checkout.order.notCharged')).toBe(true)
  })
  test.each([
    ['UNAUTHORISED', 'checkout.failure.UNAUTHORISED.title'],
    [null, 'checkout.failure.UNKNOWN.title'],
    ['DECLINED', 'checkout.order.failed.title'],
  ])('a failure because of %s has its title [B8.6]', async (reason, key) =>
    expect((await failed(reason)).page.headings()).toContain(t(key)),
  )
  test('the time that is still held is shown with its end, and another can be chosen', async () => {
    // The app still has the expiry from before the payment.
    setUpBooking({ clinicianId: DOCTOR.id, slot, lockExpiresAt: '2026-11-26T09:58:00Z' })
    const { page, server } = await failed('DECLINED')
    server.reply(unlockSlot, null)
    expect(page.hasMessage('checkout.order.failed.held', { time: '11:07' })).toBe(true)
    expect(page.text()).toContain('16:00')
    expect(page.buttons()).toEqual([t('checkout.order.retry.card'), t('checkout.order.retry.time')])
    await advanceTime(7 * 60_000)
    expect(page.hasMessage('checkout.order.failed.held', { time: '11:07' })).toBe(false)
    await page.click(t('checkout.order.retry.time'))
    expect(currentAddress()).toBe(`/clinician/${DOCTOR.id}/product/nutrition`)
  })
  test('a declined card offers Pix where it is enabled', async () => {
    const brazil = { paymentProvider: 'mercadopago', pixEnabled: true, currency: 'BRL' }
    const { page } = await order({ status: 'FAILED', failureReason: 'DECLINED', currency: 'BRL' }, { partner: brazil })
    expect(page.buttons()).toEqual([t('checkout.order.retry.card'), t('checkout.order.retry.withPix')])
    await page.click(t('checkout.order.retry.withPix'))
    expect(localStorage.getItem('payment-way')).toBe('pix')
  })
  test('a possibly paid order links to its booking before a retry', async () => {
    const { page } = await failed('DUPLICATED_PAYMENT')
    expect(page.links()).toEqual({ [t('checkout.order.toConsultations')]: '/consultations' })
  })
  test('a paid order that failed shows its refund', async () => {
    const { page } = await failed('TOO_LATE', { refundAmount: 2900 })
    expect(page.hasMessage('checkout.order.refunded', { amount: '€29.00' })).toBe(true)
    expect(page.hasMessage('checkout.order.notCharged')).toBe(false)
  })
  test('a failed Pix order offers another code for the same time, or another method', async () => {
    const { page, server } = await failed('EXPIRED', { ...PIX, status: 'FAILED' })
    server.reply(renewPix, { workflowId: orderId })
    expect(page.buttons()).toEqual([t('checkout.order.retry.pix'), t('checkout.pix.otherWay')])
    await page.click(t('checkout.order.retry.pix'))
    expect(server.requestsTo(renewPix).map(({ path }) => path)).toEqual([`/v1/order/${orderId}/pix/again`])
  })
})

describe('the bank challenge', () => {
  const url = 'https://bank.test/ask'
  test("a challenge on the bank's page redirects once; afterwards the patient presses a button", async () => {
    const openExternal = vi.spyOn(platform(), 'openExternal').mockImplementation(() => {})
    onTestFinished(() => openExternal.mockRestore())
    const { page } = await order({ status: 'PENDING', challengeUrl: url })
    expect(page.hasMessage('checkout.order.bank.leaving')).toBe(true)
    expect(page.buttons()).toEqual([t('checkout.order.bank.go')])
    await advanceTime(1_500)
    expect(openExternal.mock.calls).toEqual([[url]])
    await page.unmount()
    const { page: back } = await order({ status: 'PENDING', challengeUrl: url })
    await advanceTime(1_500)
    expect(back.hasMessage('checkout.order.bank.back')).toBe(true)
    expect(openExternal).toHaveBeenCalledTimes(1)
    await back.click(t('checkout.order.bank.go'))
    expect(openExternal.mock.lastCall).toEqual([url])
  })
  test("a challenge on the bank's page that stays unanswered can be given up for another payment method", async () => {
    const openExternal = vi.spyOn(platform(), 'openExternal').mockImplementation(() => {})
    onTestFinished(() => openExternal.mockRestore())
    const { page, server } = await order({ status: 'PENDING', challengeUrl: `${url}/2` })
    expect(page.buttons()).not.toContain(t('checkout.pix.otherWay'))
    await advanceTime(6_000)
    await page.click(t('checkout.pix.otherWay'))
    expect(server.requestsTo(endChallenge)).toHaveLength(1)
    expect(server.requestsTo(cancelPix)).toEqual([])
  })
  test('a challenge in a frame can be given up for another payment method', async () => {
    const frame = { url, request: 'creq' }
    const { page, server } = await order({ status: 'PENDING', challengeFrame: frame })
    const box = page.container.querySelector('iframe')
    expect(box?.getAttribute('src')).toBe('https://pay.test/frame/challenge')
    expect(server.requestsTo(endChallenge)).toEqual([])
    await page.click(t('checkout.pix.otherWay'))
    expect(server.requestsTo(endChallenge)).toHaveLength(1)
  })
})

describe('a Pix code', () => {
  test('the code is shown with amount, expiry and a button for another', async () => {
    const { page } = await order({ ...PIX, pix: code })
    expect(page.text()).toMatch(/R\$29\.00/)
    expect(page.hasMessage('checkout.pix.until', { time: '11:01' })).toBe(true)
    expect(page.buttons()).toEqual([t('checkout.pix.copy'), t('checkout.order.retry.pix'), t('checkout.pix.otherWay')])
  })
  test('the whole code is copied, or shown where the browser forbids copying', async () => {
    const copied: string[] = []
    const { page } = await order({ ...PIX, pix: code })
    const clipboard = { writeText: async (text: string) => void copied.push(text) }
    const writer = vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(clipboard as never)
    onTestFinished(() => writer.mockRestore())
    await page.click(t('checkout.pix.copy'))
    expect(copied).toEqual([code.code])
    expect(page.buttons()).toContain(t('checkout.pix.copied'))
    await advanceTime(4_000)
    expect(page.buttons()).toContain(t('checkout.pix.copy'))
    writer.mockReturnValue(undefined as never)
    await page.click(t('checkout.pix.copy'))
    expect(page.value(t('checkout.pix.byHand'))).toBe(code.code)
  })
  test('an expired code cannot be paid, and the order is refetched', async () => {
    const { page, server } = await order({ ...PIX, pix: code })
    const requestCount = server.requestsTo(getOrder).length
    await advanceTime(Date.parse(code.expiresAt) - Date.now())
    expect(page.hasMessage('checkout.pix.over')).toBe(true)
    expect(page.buttons()).not.toContain(t('checkout.pix.copy'))
    expect(server.requestsTo(getOrder).length).toBeGreaterThan(requestCount)
  })
  test('a lost network is reported once, with what it means for the payment', async () => {
    const { page, server } = await order({ ...PIX, pix: code })
    server.reply(getOrder, () => Promise.reject(new TypeError('offline')))
    await advanceTime(2_000)
    expect(page.hasMessage('checkout.pix.offline')).toBe(true)
    expect(page.hasMessage('checkout.pix.waiting')).toBe(false)
    expect(page.buttons()).not.toContain(t('ui.retry'))
  })
})
