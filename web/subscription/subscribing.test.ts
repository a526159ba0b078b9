import { me } from '@cuida/core/profile/account/api.ts'
import type { Profile } from '@cuida/core/profile/account/profile.ts'
import {
  getPlanTerms,
  getSubscription,
  type Subscription,
  subscribe,
  unsubscribe,
} from '@cuida/core/subscription/api.ts'
import type { PlanTerms } from '@cuida/core/subscription/plan-terms.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { callKey } from '@cuida/ui/client/queries/query-key.ts'
import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { platform } from '../platform/platform.ts'
import { toCardPage } from './card-page.ts'
import { usePlanTerms, useSubscribe, useSubscription, useUnsubscribe } from './queries.ts'
import { subscriptionMessage } from './subscription-message.ts'
import { chipOf } from './subscription-phase.ts'
import { useSubscriptionState } from './use-subscription-state.ts'

// Requests, replies and redirects of the subscription screens.

const page = 'https://pay.example/card'
const terms = { amount: 1_900, firstAmount: 950, trialDays: 14 }
const one = (more: Partial<Subscription> = {}): Subscription => ({
  id: 's-1',
  provider: 'monei',
  status: 'ACTIVE',
  currentPeriodEnd: null,
  lastPaymentStatus: 'SUCCEEDED',
  name: 'Monthly',
  currency: 'EUR',
  terms,
  cancelAtPeriodEnd: false,
  activationUrl: null,
  awaitsFirstCharge: false,
  payments: [],
  isOnHold: false,
  desk: null,
  ...more,
})
const profileOf = (subscription: Profile['subscription']) => ({ id: 'patient-1', subscription }) as Profile
const active = profileOf({ id: 's-1', status: 'ACTIVE' } as Profile['subscription'])
const offer = { planId: 'plus', terms, currency: 'EUR' } as unknown as PlanTerms

const answered = (subscription: Subscription | null) => ({ ok: true, subscription, message: null })
const opened: string[] = []
beforeEach(() => {
  freezeTime()
  opened.length = 0
  vi.spyOn(platform(), 'openExternal').mockImplementation((url) => void opened.push(url))
})

/** A query client with this profile in its cache. */
function withProfile(profile: Profile): QueryClient {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  queries.setQueryData(callKey(me, {}), profile)
  return queries
}
const known = (queries: QueryClient) => queries.getQueryData<Profile>(callKey(me, {}))?.subscription

describe('an offer', () => {
  test("the offer depends on the person's subscription and is refetched when it changes", async () => {
    const server = mockServer()
    server.reply(getPlanTerms, { offer })
    let profile = profileOf(null as never)
    const screen = await renderHookWithQueries(() => usePlanTerms(profile))
    expect(screen.current().data).toEqual(offer)
    for (const next of [active, profileOf({ id: 's-1', status: 'CANCELED' } as never), { ...active, id: 'other' }]) {
      profile = next as Profile
      await screen.rerender()
    }
    expect(server.requestsTo(getPlanTerms)).toHaveLength(4)
  })

  test('the offer of one person is not shown to another', async () => {
    const server = mockServer()
    server.reply(getPlanTerms, { offer })
    let profile = active
    const screen = await renderHookWithQueries(() => usePlanTerms(profile))
    expect(screen.current().data).toEqual(offer)
    server.reply(getPlanTerms, () => new Promise<object>(() => {}))
    profile = { ...active, id: 'other' as Profile['id'] }
    await screen.rerender()
    expect(screen.current().data).toBeUndefined()
  })
})

describe('a subscription', () => {
  test('without a session or a subscription nothing is fetched', async () => {
    const server = mockServer()
    for (const profile of [undefined, profileOf(null as never)])
      await renderHookWithQueries(() => useSubscription(profile, false))
    expect(server.requests).toEqual([])
  })

  test('the subscription is fetched by person and id, every two seconds until decided', async () => {
    const server = mockServer()
    server.reply(getSubscription, answered(one({ lastPaymentStatus: 'PENDING' })))
    const screen = await renderHookWithQueries(() => useSubscription(active, false))
    await advanceTime(4_000)
    expect(server.requestsTo(getSubscription).map(({ path }) => path)).toEqual(
      Array(3).fill('/v1/patients/patient-1/subscription/s-1/'),
    )
    server.reply(getSubscription, answered(one()))
    await advanceTime(20_000)
    expect(screen.current().data?.lastPaymentStatus).toBe('SUCCEEDED')
    expect(server.requestsTo(getSubscription)).toHaveLength(4)
  })

  test('a failed request stops polling until the person retries', async () => {
    const server = mockServer()
    server.refuse(getSubscription, 'UNEXPECTED', 500)
    const screen = await renderHookWithQueries(() => useSubscriptionState(active, offer))
    await advanceTime(20_000)
    expect(server.requestsTo(getSubscription)).toHaveLength(1)
    expect(screen.current().failure).toBeInstanceOf(CallFailed)
    server.reply(getSubscription, answered(one()))
    await screen.act((it) => it.retry())
    expect(screen.current()).toMatchObject({ phase: 'subscribed', failure: null, isLoading: false })
  })

  test('a changed status updates the profile', async () => {
    const server = mockServer()
    server.reply(getSubscription, answered(one({ status: 'PAST_DUE', lastPaymentStatus: 'FAILED' })))
    const queries = withProfile(active)
    await renderHookWithQueries(() => useSubscription(active, false), { queries })
    expect(known(queries)).toEqual({ id: 's-1', status: 'PAST_DUE' })
  })

  test('an unchanged or missing status leaves the profile alone', async () => {
    for (const subscription of [one(), null]) {
      const queries = withProfile(active)
      const before = queries.getQueryData(callKey(me, {}))
      mockServer().reply(getSubscription, answered(subscription))
      await renderHookWithQueries(() => useSubscription(active, false), { queries })
      expect(queries.getQueryData(callKey(me, {}))).toBe(before)
    }
  })

  test('a cancellation shows its reply, a refused one the current status', async () => {
    const server = mockServer()
    server.reply(getSubscription, answered(one()))
    server.reply(unsubscribe, answered(one({ cancelAtPeriodEnd: true, status: 'TRIALING' })))
    const queries = withProfile(active)
    const both = () => ({ shown: useSubscription(active, false), leave: useUnsubscribe(active) })
    const screen = await renderHookWithQueries(both, { queries })
    await screen.act(({ leave }) => leave.mutate('s-1'))
    expect(screen.current().shown.data).toMatchObject({ cancelAtPeriodEnd: true })
    expect(known(queries)?.status).toBe('TRIALING')
    const before = server.requestsTo(getSubscription).length
    server.refuse(unsubscribe, 'SUBSCRIPTION_NOT_FOUND', 404)
    await screen.act(({ leave }) => leave.mutate('s-1'))
    expect(server.requestsTo(getSubscription).length).toBe(before + 1)
  })

  test('a subscription that cannot start as shown is offered again', async () => {
    const server = mockServer()
    server.reply(getPlanTerms, { offer })
    server.refuse(subscribe, 'OFFER_CHANGED')
    const screen = await renderHookWithQueries(() => ({
      shown: usePlanTerms(active),
      begin: useSubscribe(active, offer),
    }))
    await screen.act(({ begin }) => begin.mutate({}))
    expect(server.requestsTo(getPlanTerms)).toHaveLength(2)
  })

  test('an empty reply changes nothing', async () => {
    const queries = withProfile(active)
    mockServer().reply(subscribe, answered(null))
    const screen = await renderHookWithQueries(() => useSubscribe(active, offer), { queries })
    await screen.act((begin) => begin.mutate({}))
    expect(known(queries)).toEqual({ id: 's-1', status: 'ACTIVE' })
  })
})

describe('the card page', () => {
  const due = one({ status: 'PAST_DUE', lastPaymentStatus: 'FAILED' })
  const renderPlan = async (now: Subscription, replySubscription: Subscription | null) => {
    const server = mockServer()
    server.reply(getSubscription, answered(now))
    server.reply(subscribe, answered(replySubscription))
    return { server, screen: await renderHookWithQueries(() => useSubscriptionState(active, offer)) }
  }

  test('the card page opens once, when it was requested here and its URL is known', async () => {
    const { server, screen } = await renderPlan(due, due)
    expect(screen.current()).toMatchObject({ phase: 'due', isAsking: false })
    await screen.act((it) => it.requestSubscription({ newCard: true }))
    expect(screen.current().isAsking).toBe(true)
    expect(opened).toEqual([])
    server.reply(getSubscription, answered({ ...due, activationUrl: page }))
    await advanceTime(2_000)
    expect(opened).toEqual([page])
    expect(screen.current().isAsking).toBe(false)
    await advanceTime(10_000)
    expect(opened).toEqual([page])
  })

  test('the card page does not open by itself on a mere visit', async () => {
    await renderPlan(one({ status: 'PENDING', lastPaymentStatus: null, activationUrl: page }), null)
    await advanceTime(4_000)
    expect(opened).toEqual([])
  })

  test('a visited card page is being confirmed and is not opened again; another one is', async () => {
    sessionStorage.setItem('card-page', page)
    const waiting = one({ status: 'PENDING', lastPaymentStatus: null, activationUrl: page })
    const { server, screen } = await renderPlan(waiting, waiting)
    expect(screen.current().phase).toBe('confirming')
    await screen.act((it) => it.requestSubscription({ newCard: true }))
    await advanceTime(2_000)
    expect(opened).toEqual([])
    server.reply(getSubscription, answered({ ...waiting, activationUrl: `${page}/2` }))
    await advanceTime(2_000)
    expect(opened).toEqual([`${page}/2`])
  })

  test('an unsafe URL is not opened', async () => {
    for (const url of ['javascript:alert(1)', 'data:text/html,x', ' https://pay.example', 'ftp://x']) toCardPage(url)
    expect([opened, sessionStorage.getItem('card-page')]).toEqual([[], null])
    toCardPage('http://pay.example/x')
    expect([opened, sessionStorage.getItem('card-page')]).toEqual([['http://pay.example/x'], 'http://pay.example/x'])
    sessionStorage.setItem('card-page', 'javascript:x')
    const { screen } = await renderPlan(one({ status: 'PENDING', activationUrl: 'javascript:x' }), null)
    expect(screen.current().phase).toBe('card')
  })

  test.each([
    ['starts', one({ status: 'PENDING' }), true],
    ['has a due charge', due, true],
    ['gets another card', one(), true],
    ['is resumed after a cancellation', one({ cancelAtPeriodEnd: true }), false],
  ])('the card page is awaited where a subscription %s: %s', async (_, now, isAsking) => {
    const { screen } = await renderPlan(now, one({ ...now, cancelAtPeriodEnd: false }))
    await screen.act((it) => it.requestSubscription())
    expect(screen.current().isAsking).toBe(isAsking)
  })

  test('a refused request ends the wait and shows the reason', async () => {
    const { server, screen } = await renderPlan(due, due)
    server.refuse(subscribe, 'OFFER_CHANGED')
    await screen.act((it) => it.requestSubscription())
    expect(screen.current()).toMatchObject({ isAsking: false, askFailure: { code: 'OFFER_CHANGED' } })
  })
})

test('a failure has its own message, or the general one', () => {
  loadMessages('en', { 'subscription.error.OFFER_CHANGED': 'It changed', 'brand.error.generic': 'Try again' })
  const failed = (code: string) => subscriptionMessage(new CallFailed(409, 'trace', { code }))
  expect(failed('OFFER_CHANGED')).toBe('It changed')
  expect(failed('SOMETHING')).toBe('Try again')
  expect(subscriptionMessage(new Error('x'))).toBe('Try again')
})

test.each([
  ['ACTIVE', { label: 'active', tone: 'success', icon: 'success' }],
  ['PAUSED', { label: 'inactive', tone: 'warning', icon: 'warning' }],
  ['CANCELED', { label: 'cancelled', tone: 'neutral', icon: 'close' }],
  ['PENDING', { label: 'reviewPending', tone: 'neutral', icon: 'clock' }],
])('the chip of a subscription that is %s', (status, chip) => expect(chipOf(one({ status }))).toEqual(chip))

test.each([
  ['a new subscription sends the plan and the terms shown', offer, {}, { planId: 'plus', shown: terms }],
  ['another card for a running subscription sends no terms', null, { newCard: true }, { newCard: true }],
])('%s', async (_, displayedTerms, input, body) => {
  const server = mockServer()
  const screen = await renderHookWithQueries(() => useSubscribe(active, displayedTerms))
  await screen.act((it) => it.mutate(input))
  expect(server.requestsTo(subscribe)).toMatchObject([{ path: '/v1/patients/patient-1/subscription/subscribe' }])
  expect(server.requestsTo(subscribe)[0]?.body).toEqual(body)
})
