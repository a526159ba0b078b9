import { credentials } from '@cuida/simulators/credentials.ts'
import { jsonRequest } from '@cuida/simulators/test-simulators.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { subscriptionContract } from './contract.ts'
import { moneiSubscriptions } from './monei.ts'
import { MoneiSubscription, toSubscriptionUpdate } from './monei-shapes.ts'

const { apiKey, accountId: ownAccountId } = credentials.monei
const CARDS = { good: '4444444444444422', refused: '4444444444444430', 'pays-once': '4444444444444505' }

subscriptionContract({
  provider: 'monei',
  currency: 'EUR',
  reportsCardCheck: true,
  endsByItself: true,
  paths: { read: '/subscriptions', change: '/cancel' },
  adapter: (simulators, { timeoutMs, key = apiKey } = {}) =>
    moneiSubscriptions({
      baseUrl: `${simulators.url}/simulators/monei/v1`,
      apiKey: key,
      accountId: ownAccountId,
      ...(timeoutMs ? { timeoutMs } : {}),
    }),
  async giveCard(simulators, subscriptions, { providerId, kind }) {
    const page = (await subscriptions.activate?.(providerId, 'http://cuida.test/back'))?.url ?? ''
    const body = new URLSearchParams({ decision: 'pay', number: CARDS[kind], expiry: '12/34', cvc: '123' })
    const url = page.replace('http://cuida.test', simulators.url)
    expect((await fetch(url, { method: 'POST', body, redirect: 'manual' })).status).toBe(303)
  },
  async daysPass(simulators, providerId, days) {
    const url = `${simulators.url}/simulators/monei/subscriptions/${providerId}/clock`
    expect((await fetch(url, jsonRequest('POST', { days }))).ok).toBe(true)
  },
})

const result = { id: 's1', amount: 1_900, currency: 'EUR', status: 'ACTIVE', updatedAt: 1_795_250_000 }

test('a subscription of another account at the provider is not ours', () => {
  const stranger = toSubscriptionUpdate(v.parse(MoneiSubscription, { ...result, accountId: 'other' }), ownAccountId)
  expect(stranger.isOurs).toBe(false)
})

test('absent fields are undefined, and times are in seconds [B7.26]', () => {
  const read = (more: object) => toSubscriptionUpdate(v.parse(MoneiSubscription, { ...result, ...more }), ownAccountId)
  expect(read({})).toMatchObject({ isOurs: true, periodEnd: undefined, endsAtPeriodEnd: false, lastPayment: undefined })
  expect(read({ currentPeriodEnd: 1_795_250_000 }).periodEnd).toEqual(new Date('2026-11-21T08:33:20Z'))
})
test.each(['FROZEN', 'ON_HOLD'])('an unknown status is read unchanged: %s', (status) => {
  expect(v.parse(MoneiSubscription, { ...result, status }).status).toBe(status)
})
test.each([{ status: 7 }, { status: '' }, { status: 'a word' }, { amount: 19.5 }, { updatedAt: undefined }])(
  'a response that is no subscription leaves the outcome unknown: %o',
  (change) => expect(v.is(MoneiSubscription, { ...result, ...change })).toBe(false),
)
