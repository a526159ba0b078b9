import { AnalyticsSettings } from '@cuida/core/brand/analytics/analytics-settings.ts'
import { trackEvent } from '@cuida/core/brand/analytics/tracking-api.ts'
import fc from 'fast-check'
import * as v from 'valibot'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { newClientAddress } from '../../access/test-people.ts'
import { createSecondProcess } from '../../booking/test-people.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { EVENTS_PER_ADDRESS } from './tracking-routes.ts'

const context = await createTestContext()
const { services, simulatorsUrl } = context

const SECRET = 'a1B2c3D4e5F6g7H8i9J0kl'
const ga4 = { connector: 'ga4', measurementId: 'G-ABC1234567' }
const matomo = { connector: 'matomo', url: 'https://matomo.clinic.example/', siteId: 3 }

function configure(analytics: object, more: object = {}): void {
  Object.assign(services.config, {
    enableCookieConsent: true,
    analytics: v.parse(AnalyticsSettings, analytics),
    ...more,
  })
}
beforeEach(() => configure(ga4))

const digest = 'a'.repeat(64)
const who = { email: digest, phone: digest, firstName: digest, lastName: digest }
const money = { value: 2950, currency: 'EUR' } as const
const order = '0123456789abcdef0123'
const EVENTS = [
  { name: 'page_view', screen: 'consultation', path: '/consultations/:id' },
  { name: 'login' },
  { name: 'sign_up', who },
  { name: 'begin_checkout', ...money },
  { name: 'add_payment_info', way: 'card', ...money },
  { name: 'purchase', order, ...money },
] as const
const about = { visitor: '1234567890.1764300000', session: '1764300000', marketing: false }

const read = async <T>(path: string): Promise<T[]> =>
  (await (await fetch(`${simulatorsUrl}/simulators/${path}`)).json()) as T[]

/** The events of these that the vendor has received, once there are as many. */
async function received<T>(path: string, events: readonly (typeof EVENTS)[number][], more: object = {}): Promise<T[]> {
  const before = (await read<T>(path)).length
  const from = newClientAddress()
  for (const event of events)
    expect((await context.sendCall(trackEvent, { ...about, event, ...more }, { from })).status).toBe(204)
  await vi.waitFor(async () => expect(await read<T>(path)).toHaveLength(before + events.length))
  return (await read<T>(path)).slice(before)
}
interface Call {
  problems: string[]
  body: { client_id: string; consent: object; user_data?: object; events: { name: string; params: object }[] }
}

describe('the analytics relay', () => {
  test('the relay sends Google Analytics each event in its wire format [B9.10] [A2.13]', async () => {
    const calls = await received<Call>('ga4/received', EVENTS)
    expect(calls.flatMap(({ problems }) => problems)).toEqual([])
    const of = (name: string) => calls.find(({ body }) => body.events[0]?.name === name)?.body
    const origin = new URL(services.env.PUBLIC_URL).origin
    expect(of('page_view')).toMatchObject({ client_id: about.visitor })
    expect(of('page_view')?.events[0]?.params).toMatchObject({
      page_location: `${origin}/consultations/:id`,
      page_title: 'consultation',
      session_id: about.session,
    })
    const item = { item_id: 'consultation', price: 29.5, quantity: 1 }
    expect(of('begin_checkout')?.events[0]?.params).toMatchObject({ currency: 'EUR', value: 29.5, items: [item] })
    expect(of('add_payment_info')?.events[0]?.params).toMatchObject({ payment_type: 'card' })
    expect(of('purchase')?.events[0]?.params).toMatchObject({ transaction_id: order, value: 29.5 })
  })

  test('the relay sends Matomo each event in its wire format', async () => {
    configure(matomo)
    const hits = await received<Record<string, string>>('matomo/received', EVENTS)
    expect(hits[0]).toMatchObject({ idsite: '3', rec: '1', _id: '499602d2692914e0', action_name: 'consultation' })
    expect(hits[1]).toMatchObject({ e_c: 'account', e_a: 'login' })
    expect(hits[4]).toMatchObject({ e_c: 'checkout', e_a: 'add_payment_info', e_n: 'card', e_v: '29.5' })
    expect(hits[5]).toMatchObject({ idgoal: '0', ec_id: order, revenue: '29.5' })
  })

  test.each([true, false])(
    'sign-up digests are sent to the vendor where `analytics.identity` is %s [A2.42]',
    async (identity) => {
      configure({ ...ga4, identity })
      const [call] = await received<Call>('ga4/received', [EVENTS[2]], { marketing: true })
      const userData = { sha256_email_address: [digest], sha256_phone_number: [digest] }
      if (identity) expect(call?.body.user_data).toMatchObject(userData)
      else expect(call?.body).not.toHaveProperty('user_data')
      expect(call?.body.consent).toMatchObject({ ad_user_data: identity ? 'GRANTED' : 'DENIED' })

      configure({ ...matomo, identity })
      const [hit] = await received<Record<string, string>>('matomo/received', [EVENTS[2]])
      const variables = JSON.stringify({
        1: ['email', digest],
        2: ['phone', digest],
        3: ['firstName', digest],
        4: ['lastName', digest],
      })
      expect([hit?.uid, hit?._cvar]).toEqual(identity ? [digest, variables] : [undefined, undefined])
    },
  )

  test('an advertiser gets no user data without marketing consent', async () => {
    configure({ ...ga4, identity: true })
    const [call] = await received<Call>('ga4/received', [EVENTS[2]])
    expect(call?.body.consent).toEqual({ ad_user_data: 'DENIED', ad_personalization: 'DENIED' })
  })

  test.each([
    ['consent is not asked for', ga4, { enableCookieConsent: false }],
    ['the content names no vendor', { connector: 'none' }, {}],
  ])('the relay sends nothing where %s', async (_, analytics, more) => {
    configure(analytics, more)
    const before = (await read('ga4/received')).length
    expect(
      (await context.sendCall(trackEvent, { ...about, event: EVENTS[1] }, { from: newClientAddress() })).status,
    ).toBe(204)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await read('ga4/received')).toHaveLength(before)
  })

  test('an event that is not on the list, has an extra member or another value is refused', async () => {
    const sendCall = async (event: unknown) =>
      (await context.sendCall(trackEvent, { ...about, event } as never, { from: newClientAddress() })).status
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...EVENTS),
        fc.stringMatching(/^[a-z]{3,9}$/),
        fc.string(),
        async (event, key, text) => {
          fc.pre(!(key in event) && key !== 'who' && key !== 'path')
          expect(await sendCall({ ...event, [key]: text })).toBe(400)
        },
      ),
      { numRuns: 25 },
    )
    expect(await sendCall({ ...EVENTS[0], path: '/redirect?reason=depression' })).toBe(400)
    expect(await sendCall({ ...EVENTS[2], who: { ...who, email: 'ana@example.com' } })).toBe(400)
    const visitor = 'ana@example.com'
    expect(
      (await context.sendCall(trackEvent, { ...about, visitor, event: EVENTS[1] }, { from: newClientAddress() }))
        .status,
    ).toBe(400)
  })

  test('events of one address are limited', async () => {
    const from = newClientAddress()
    const sendCall = () => context.sendCall(trackEvent, { ...about, event: EVENTS[1] }, { from })
    configure(ga4, { enableCookieConsent: false })
    for (let count = 0; count < EVENTS_PER_ADDRESS.most; count += 50)
      await Promise.all(Array.from({ length: 50 }, sendCall))
    const { status, headers } = await sendCall()
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true])
  })
})

test('no page, initial state or public setting contains the secret of an analytics vendor, and the page connects only to us', async () => {
  const secondProcess = await createSecondProcess({ ...context, env: { ...context.env, GA4_API_SECRET: SECRET } })
  const { content } = secondProcess.services
  const real = content.config
  // `apiSecret` was content before it became GA4_API_SECRET: a remote content service may still send it.
  const analytics = v.parse(AnalyticsSettings, { ...ga4, apiSecret: SECRET })
  content.config = (locale) => ({ ...real(locale), enableCookieConsent: true, analytics })
  const answers = await Promise.all(
    ['/welcome', '/how-can-we-help', '/v1/initial-state?locale=es', '/api/backend-config?populate=*'].map((url) =>
      secondProcess.app.inject({ url, headers: { 'accept-language': 'es-ES' } }),
    ),
  )
  await secondProcess.close()
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  expect(answers.map(({ body }) => body.includes(SECRET))).toEqual([false, false, false, false])
  expect(answers[0]?.body.includes('G-ABC1234567')).toBe(true)
  expect(String(answers[0]?.headers['content-security-policy'])).toMatch(/connect-src 'self';/)
})
