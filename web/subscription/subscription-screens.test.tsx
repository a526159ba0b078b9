import { getPlanTerms, getSubscription, subscribe, unsubscribe } from '@cuida/core/subscription/api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { currentAddress } from '@cuida/ui/testing/query-client.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { anaId, mockPatientServer, renderPatientScreen } from '../kit/test-patient-screen.ts'
import { pathOf } from '../routes.ts'
import { SubscriptionCheckoutScreen } from './SubscriptionCheckoutScreen.tsx'
import { SubscriptionManagerScreen } from './SubscriptionManagerScreen.tsx'

beforeEach(() => freezeTime('2026-11-26T10:00:00Z'))

const TERMS = { amount: 1900, firstAmount: 900, trialDays: 0 }
const OFFER = {
  id: 'plan',
  planId: 'plan',
  name: 'Plan',
  summary: 'All of it',
  includes: ['Care'],
  currency: 'EUR',
  terms: TERMS,
  firstChargeOn: '2026-11-26',
  discount: null,
}
const MINE = {
  id: 's-1',
  provider: 'monei',
  status: 'ACTIVE',
  currentPeriodEnd: '2026-12-26T10:00:00Z',
  lastPaymentStatus: 'SUCCEEDED',
  name: 'Plan',
  currency: 'EUR',
  terms: TERMS,
  cancelAtPeriodEnd: false,
  activationUrl: null,
  awaitsFirstCharge: false,
  isOnHold: false,
  desk: null,
  payments: [],
}
function subscriber(more: object = {}, offer: object | null = OFFER) {
  const subscription = { ...MINE, ...more }
  const server = mockPatientServer({ subscription: { id: 's-1', status: subscription.status } })
  server.reply(getPlanTerms, { offer })
  server.reply(getSubscription, { ok: true, subscription, message: null })
  server.reply(subscribe, { ok: true, subscription, message: null })
  server.reply(unsubscribe, { ok: true, subscription, message: null })
  return server
}

describe('a plan', () => {
  test('the button names the price, and the offer shown is subscribed to', async () => {
    const server = mockPatientServer()
    server.reply(getPlanTerms, { offer: OFFER })
    server.refuse(subscribe, 'OFFER_CHANGED')
    const page = await renderPatientScreen(<SubscriptionCheckoutScreen />, { at: pathOf('subscriptionCheckout') })
    await page.click(t('subscription.begin.pay', { amount: '€9.00' }))
    expect(server.requestsTo(subscribe)).toMatchObject([
      { path: `/v1/patients/${anaId}/subscription/subscribe`, body: { shown: TERMS } },
    ])
    expect(page.hasMessage('subscription.failed.subscribe')).toBe(true)
  })
  test('a trial shows its length and the first charge', async () => {
    mockPatientServer().reply(getPlanTerms, {
      offer: { ...OFFER, terms: { ...TERMS, trialDays: 7 }, firstChargeOn: '2026-12-03' },
    })
    const page = await renderPatientScreen(<SubscriptionCheckoutScreen />)
    expect(page.buttons()).toContain(t('subscription.begin.trial', { days: 7 }))
    expect(page.text()).toContain('3 December')
  })
  test('a guest signs in and returns', async () => {
    const server = mockServer()
    server.reply(getPlanTerms, { offer: OFFER })
    const page = await renderPatientScreen(<SubscriptionCheckoutScreen />)
    await page.click(t('subscription.enter'))
    expect(server.requestsTo(subscribe)).toEqual([])
    expect(currentAddress()).toBe('/welcome')
  })
  test('a plan that is not offered says so', async () => {
    mockPatientServer().reply(getPlanTerms, { offer: null })
    const page = await renderPatientScreen(<SubscriptionCheckoutScreen />)
    expect(page.hasMessage('subscription.notOffered')).toBe(true)
  })
  test('an offer that failed to load is not shown as "not offered"', async () => {
    mockPatientServer().refuse(getPlanTerms, 'UNEXPECTED', 500)
    const page = await renderPatientScreen(<SubscriptionCheckoutScreen />)
    expect(page.hasMessage('subscription.notOffered')).toBe(false)
    expect(page.buttons()).toContain(t('ui.retry'))
  })
  test('a subscriber is not sold the plan again', async () => {
    subscriber()
    const page = await renderPatientScreen(<SubscriptionCheckoutScreen />)
    expect(page.text()).not.toContain(t('subscription.begin.pay', { amount: '€9.00' }))
    expect(Object.values(page.links())).toContain(pathOf('subscriptionManager'))
  })
})

describe('the subscription manager', () => {
  const GIVE_UP = () => t('subscription.giveUp')
  test('cancelling takes one confirmation and shows how long access lasts', async () => {
    const server = subscriber()
    const page = await renderPatientScreen(<SubscriptionManagerScreen />)
    await page.click(GIVE_UP())
    expect(server.requestsTo(unsubscribe)).toEqual([])
    expect(page.hasMessage('subscription.giveUp.text', { day: 'Saturday 26 December' })).toBe(true)
    await page.click(GIVE_UP())
    expect(server.requestsTo(unsubscribe)).toMatchObject([
      { path: `/v1/patients/${anaId}/subscription/unsubscribe`, body: { subscriptionId: 's-1' } },
    ])
  })
  test('a cancelled subscription can be resumed and not cancelled twice', async () => {
    const server = subscriber({ cancelAtPeriodEnd: true })
    const page = await renderPatientScreen(<SubscriptionManagerScreen />)
    expect(page.buttons()).not.toContain(GIVE_UP())
    await page.click(t('subscription.stay'))
    expect(server.requestsTo(subscribe)).toHaveLength(1)
  })
  test('a subscription that waits for its first charge can be cancelled, and says what becomes of the charge', async () => {
    const waiting = { status: 'PENDING', currentPeriodEnd: null, awaitsFirstCharge: true }
    const server = subscriber(waiting)
    const cancelled = { ...MINE, ...waiting, cancelAtPeriodEnd: true, awaitsFirstCharge: false }
    server.reply(unsubscribe, { ok: true, subscription: cancelled, message: null })
    server.reply(getSubscription, { ok: true, subscription: { ...MINE, ...waiting }, message: null })
    const page = await renderPatientScreen(<SubscriptionManagerScreen />)
    expect(page.hasMessage('subscription.now.awaiting')).toBe(true)
    await page.click(GIVE_UP())
    expect(page.hasMessage('subscription.now.cancellingText')).toBe(true)
    await page.click(GIVE_UP())
    expect(page.hasMessage('subscription.now.cancelling')).toBe(true)
    expect(page.buttons()).not.toContain(GIVE_UP())
  })
  test.each([
    ['a charge is due', { status: 'PAST_DUE' }, 'subscription.payNow'],
    ['the subscription is active', {}, 'subscription.newCard'],
  ])('a card is requested where %s', async (_, more, text) => {
    subscriber(more)
    const page = await renderPatientScreen(<SubscriptionManagerScreen />)
    expect(page.buttons().filter((name) => name === t(text))).toHaveLength(1)
  })
  test('a request for a card that failed can be repeated while a charge is due', async () => {
    const server = subscriber({ status: 'PAST_DUE', provider: 'mercadopago' })
    server.refuse(subscribe, 'UNEXPECTED', 500)
    const page = await renderPatientScreen(<SubscriptionManagerScreen />)
    await page.click(t('subscription.newCard'))
    expect(page.hasMessage('subscription.failed.subscribe')).toBe(true)
    expect(page.buttons().filter((name) => name === t('subscription.newCard'))).toHaveLength(1)
  })
  test('an ended subscription offers a new one', async () => {
    subscriber({ status: 'CANCELED' })
    const page = await renderPatientScreen(<SubscriptionManagerScreen />)
    expect(page.hasMessage('subscription.now.over')).toBe(true)
    expect(page.buttons()).not.toContain(GIVE_UP())
  })
  test('a subscription under review has no actions', async () => {
    subscriber({ isOnHold: true })
    const page = await renderPatientScreen(<SubscriptionManagerScreen />)
    expect(page.hasMessage('subscription.now.unclear')).toBe(true)
    expect(page.buttons()).not.toContain(t('subscription.newCard'))
  })
  test('each charge has its receipt and shows refunds', async () => {
    const payment = {
      id: 'pay',
      status: 'SUCCEEDED',
      amount: 1900,
      refunded: 500,
      currency: 'EUR',
      at: '2026-11-26T10:00:00Z',
    }
    subscriber({ payments: [{ ...payment, invoiceNumber: 'A-1' }] })
    const page = await renderPatientScreen(<SubscriptionManagerScreen />)
    expect(Object.values(page.links())).toContain(pathOf('paymentDetails', undefined, { id: 'pay' }))
    expect(page.hasMessage('subscription.refunded', { amount: '€5.00' })).toBe(true)
  })
  test('without a subscription the screen is empty', async () => {
    mockPatientServer().reply(getPlanTerms, { offer: OFFER })
    const page = await renderPatientScreen(<SubscriptionManagerScreen />)
    expect(page.hasMessage('subscription.manager.none')).toBe(true)
  })
})
