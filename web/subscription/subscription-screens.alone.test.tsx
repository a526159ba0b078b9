import { getPlanTerms, getSubscription, subscribe, unsubscribe } from '@cuida/core/subscription/api.ts'
import { playServer, stopClock } from '@cuida/ui/client/session/test-living.ts'
import { address } from '@cuida/ui/client/session/test-page.ts'
import { t } from '@cuida/ui/words/words.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { ana, drawn, patient } from '../kit/test-shown.ts'
import { pathOf } from '../routes.ts'
import { SubscriptionCheckoutScreen } from './SubscriptionCheckoutScreen.tsx'
import { SubscriptionManagerScreen } from './SubscriptionManagerScreen.tsx'

beforeEach(() => stopClock('2026-11-26T10:00:00Z'))

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
  status: 'ACTIVE',
  currentPeriodEnd: '2026-12-26T10:00:00Z',
  lastPaymentStatus: 'SUCCEEDED',
  name: 'Plan',
  currency: 'EUR',
  terms: TERMS,
  cancelAtPeriodEnd: false,
  activationUrl: null,
  isSetAside: false,
  desk: null,
  payments: [],
}
function subscriber(more: object = {}, offer: object | null = OFFER) {
  const subscription = { ...MINE, ...more }
  const server = patient({ subscription: { id: 's-1', status: subscription.status } })
  server.answer(getPlanTerms, { offer })
  server.answer(getSubscription, { ok: true, subscription, message: null })
  server.answer(subscribe, { ok: true, subscription, message: null })
  server.answer(unsubscribe, { ok: true, subscription, message: null })
  return server
}

describe('a plan', () => {
  test('says what pressing costs, and subscribes to what was shown', async () => {
    const server = patient()
    server.answer(getPlanTerms, { offer: OFFER })
    server.refuse(subscribe, 'OFFER_CHANGED')
    const page = await drawn(<SubscriptionCheckoutScreen />, { at: pathOf('subscriptionCheckout') })
    await page.press(t('subscription.begin.pay', { amount: '€9.00' }))
    expect(server.heard(subscribe)).toMatchObject([
      { path: `/v1/patients/${ana}/subscription/subscribe`, body: { shown: TERMS } },
    ])
    expect(page.says('subscription.failed.subscribe')).toBe(true)
  })
  test('that begins with a trial says for how long, and when it is charged', async () => {
    patient().answer(getPlanTerms, {
      offer: { ...OFFER, terms: { ...TERMS, trialDays: 7 }, firstChargeOn: '2026-12-03' },
    })
    const page = await drawn(<SubscriptionCheckoutScreen />)
    expect(page.buttons()).toContain(t('subscription.begin.trial', { days: 7 }))
    expect(page.text()).toContain('3 December')
  })
  test('asks a stranger who they are, and comes back', async () => {
    const server = playServer()
    server.answer(getPlanTerms, { offer: OFFER })
    const page = await drawn(<SubscriptionCheckoutScreen />)
    await page.press(t('subscription.enter'))
    expect(server.heard(subscribe)).toEqual([])
    expect(address()).toBe('/welcome')
  })
  test('that is not offered is none', async () => {
    patient().answer(getPlanTerms, { offer: null })
    const page = await drawn(<SubscriptionCheckoutScreen />)
    expect(page.says('subscription.notOffered')).toBe(true)
  })
  test('that could not be asked for is not “not offered”', async () => {
    patient().refuse(getPlanTerms, 'UNEXPECTED', 500)
    const page = await drawn(<SubscriptionCheckoutScreen />)
    expect(page.says('subscription.notOffered')).toBe(false)
    expect(page.buttons()).toContain(t('ui.retry'))
  })
  test('of who has one is not sold again', async () => {
    subscriber()
    const page = await drawn(<SubscriptionCheckoutScreen />)
    expect(page.text()).not.toContain(t('subscription.begin.pay', { amount: '€9.00' }))
    expect(Object.values(page.links())).toContain(pathOf('subscriptionManager'))
  })
})

describe('my plan', () => {
  const GIVE_UP = () => t('subscription.giveUp')
  test('is given up once it was asked, and says until when it is good', async () => {
    const server = subscriber()
    const page = await drawn(<SubscriptionManagerScreen />)
    await page.press(GIVE_UP())
    expect(server.heard(unsubscribe)).toEqual([])
    expect(page.says('subscription.giveUp.text', { day: 'Saturday 26 December' })).toBe(true)
    await page.press(GIVE_UP())
    expect(server.heard(unsubscribe)).toHaveLength(1)
  })
  test('that was given up can be kept, and is not given up twice', async () => {
    const server = subscriber({ cancelAtPeriodEnd: true })
    const page = await drawn(<SubscriptionManagerScreen />)
    expect(page.buttons()).not.toContain(GIVE_UP())
    await page.press(t('subscription.stay'))
    expect(server.heard(subscribe)).toHaveLength(1)
  })
  test.each([
    ['a payment is due', { status: 'PAST_DUE' }, 'subscription.payNow'],
    ['it goes on', {}, 'subscription.newCard'],
  ])('asks for a card where %s', async (_, more, words) => {
    subscriber(more)
    const page = await drawn(<SubscriptionManagerScreen />)
    expect(page.buttons()).toContain(t(words))
  })
  test('that is over offers another', async () => {
    subscriber({ status: 'CANCELED' })
    const page = await drawn(<SubscriptionManagerScreen />)
    expect(page.says('subscription.now.over')).toBe(true)
    expect(page.buttons()).not.toContain(GIVE_UP())
  })
  test('that a person has to look at is nobody’s to press', async () => {
    subscriber({ isSetAside: true })
    const page = await drawn(<SubscriptionManagerScreen />)
    expect(page.says('subscription.now.unclear')).toBe(true)
    expect(page.buttons()).not.toContain(t('subscription.newCard'))
  })
  test('each payment has its paper, and says what went back', async () => {
    const payment = {
      id: 'pay',
      status: 'SUCCEEDED',
      amount: 1900,
      refunded: 500,
      currency: 'EUR',
      at: '2026-11-26T10:00:00Z',
    }
    subscriber({ payments: [{ ...payment, invoiceNumber: 'A-1' }] })
    const page = await drawn(<SubscriptionManagerScreen />)
    expect(Object.values(page.links())).toContain(pathOf('paymentDetails', undefined, { id: 'pay' }))
    expect(page.says('subscription.refunded', { amount: '€5.00' })).toBe(true)
  })
  test('is none where I have none', async () => {
    patient().answer(getPlanTerms, { offer: OFFER })
    const page = await drawn(<SubscriptionManagerScreen />)
    expect(page.says('subscription.manager.none')).toBe(true)
  })
})
