import { createHash } from 'node:crypto'
import type { CookieGroup } from '@cuida/core/brand/consent/consent.ts'
import { type RunningTwins, startTwins } from '@cuida/twins/test-twins.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Happening } from '../../kit/measured.ts'
import { measurer } from './measuring.ts'
import { forgetVisitor } from './visitor.ts'

let twins: RunningTwins
beforeAll(async () => {
  twins = await startTwins()
})
afterAll(() => twins.close())

const sent = vi.fn()
beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://clinic.example' })
  const real = globalThis.fetch
  sent.mockReset()
  sent.mockImplementation((...args: Parameters<typeof fetch>) => real(...args))
  vi.stubGlobal('fetch', sent)
  forgetVisitor()
  return () => void vi.unstubAllGlobals()
})

const ga4 = () =>
  ({
    connector: 'ga4',
    url: `${twins.url}/twins/ga4/mp/collect`,
    measurementId: 'G-ABC1234567',
    apiSecret: 'a1B2c3D4e5F6g7H8i9J0kl',
  }) as const
const matomo = () => ({ connector: 'matomo', url: `${twins.url}/twins/matomo/matomo.php`, siteId: 3 }) as const

const who = { email: ' Ana@Example.com ', phone: '+34600000001', firstName: 'Ana', lastName: 'Sanz' }
const order = '0123456789abcdef0123'
const money = { value: 2950, currency: 'EUR' } as const
const HAPPENINGS: readonly Happening[] = [
  { name: 'page_view', screen: 'consultation' },
  { name: 'login' },
  { name: 'sign_up', who },
  { name: 'begin_checkout', ...money },
  { name: 'add_payment_info', way: 'card', ...money },
  { name: 'purchase', order, ...money },
]
const MEASURED: readonly CookieGroup[] = ['C0002']
const ALL: readonly CookieGroup[] = ['C0002', 'C0003', 'C0004']

interface Call {
  body: {
    client_id: string
    user_data?: object
    consent: object
    events: { name: string; params: Record<string, unknown> }[]
  }
  problems: string[]
}
const read = async <T>(path: string): Promise<T[]> => (await (await fetch(`${twins.url}/twins/${path}`)).json()) as T[]

/** Tells all of them, and returns what the vendor has taken since, once it has taken as many. */
async function taken<T>(path: string, tell: () => void, count: number): Promise<T[]> {
  const before = (await read<T>(path)).length
  tell()
  await vi.waitFor(async () => expect((await read<T>(path)).length).toBe(before + count))
  return (await read<T>(path)).slice(before)
}
const calls = (settings: Parameters<typeof measurer>[0], groups: readonly CookieGroup[], events = HAPPENINGS) =>
  taken<Call>('ga4/calls', () => events.forEach(measurer(settings, () => groups)), events.length)

describe('Google Analytics', () => {
  test('takes each event as it wants it: nothing of it is dropped [B9.10]', async () => {
    const taken = await calls(ga4(), ALL)
    expect(taken.flatMap(({ problems }) => problems)).toEqual([])
    const of = (name: string) => taken.find(({ body }) => body.events[0]?.name === name)?.body.events[0]?.params
    expect(of('page_view')).toMatchObject({
      page_location: 'https://clinic.example/consultations/:id',
      page_title: 'consultation',
    })
    const item = { item_id: 'consultation', price: 29.5, quantity: 1 }
    expect(of('begin_checkout')).toMatchObject({ currency: 'EUR', value: 29.5, items: [item] })
    expect(of('add_payment_info')).toMatchObject({ payment_type: 'card' })
    expect(of('purchase')).toMatchObject({ transaction_id: order, value: 29.5 })
    expect(new Set(taken.map(({ body }) => body.client_id)).size).toBe(1)
  })

  test('learns who opened an account after two yeses, digested, and otherwise only that somebody did [A2.42]', async () => {
    const signUp = HAPPENINGS.filter(({ name }) => name === 'sign_up')
    const [both] = await calls(ga4(), ALL, signUp)
    const of = (text: string) => createHash('sha256').update(text).digest('hex')
    expect(both?.body.user_data).toMatchObject({
      sha256_email_address: [of('ana@example.com')],
      sha256_phone_number: [of('+34600000001')],
      address: [{ sha256_first_name: of('ana'), sha256_last_name: of('sanz') }],
    })
    expect(both?.body.consent).toEqual({ ad_user_data: 'GRANTED', ad_personalization: 'DENIED' })
    const [one] = await calls(ga4(), MEASURED, signUp)
    expect(one?.body).not.toHaveProperty('user_data')
    expect(one?.body.consent).toEqual({ ad_user_data: 'DENIED', ad_personalization: 'DENIED' })
    expect(JSON.stringify(sent.mock.calls)).not.toMatch(/ana@|\+346|Sanz/i)
  })

  test('is reached without a cookie, without our address, and as a page that is left may', async () => {
    await calls(ga4(), MEASURED, [{ name: 'login' }])
    const how = sent.mock.calls.find(([url]) => String(url).includes('/mp/collect'))?.[1]
    expect(how).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer', mode: 'no-cors', keepalive: true })
  })

  test('is what a data layer reads along, without who it is', async () => {
    await calls(ga4(), ALL)
    const layer = JSON.stringify((globalThis as { dataLayer?: unknown }).dataLayer)
    expect(layer).toContain('{"ecommerce":null},{"event":"begin_checkout","ecommerce":{"currency":"EUR"')
    expect(layer).not.toMatch(/ana@|Sanz|sha256/i)
    forgetVisitor()
    expect(globalThis).not.toHaveProperty('dataLayer')
  })
})

describe('Matomo', () => {
  test('takes each event as it wants it, and never learns who', async () => {
    const tell = () => HAPPENINGS.forEach(measurer(matomo(), () => ALL))
    const hits = await taken<Record<string, string>>('matomo/hits', tell, HAPPENINGS.length)
    expect(hits[0]).toMatchObject({
      idsite: '3',
      rec: '1',
      action_name: 'consultation',
      url: 'https://clinic.example/consultations/:id',
    })
    expect(hits[1]).toMatchObject({ e_c: 'account', e_a: 'login' })
    expect(hits[4]).toMatchObject({ e_c: 'checkout', e_a: 'add_payment_info', e_n: 'card', e_v: '29.5' })
    expect(hits[5]).toMatchObject({ idgoal: '0', ec_id: order, revenue: '29.5' })
    expect(JSON.stringify(hits)).not.toMatch(/ana@|600000001|Sanz|sha256/i)
  })
})

describe('nothing leaves', () => {
  const settle = () => new Promise((resolve) => setImmediate(resolve))

  test.each<[string, readonly CookieGroup[]]>([
    ['without a yes', []],
    ['for a yes to something else', ['C0003', 'C0004']],
  ])('%s', async (_, groups) => {
    HAPPENINGS.forEach(measurer(ga4(), () => groups))
    await settle()
    expect(sent).not.toHaveBeenCalled()
  })

  test('of what is taken back while it is being digested [B9.10]', async () => {
    let groups = ALL
    measurer(ga4(), () => groups)({ name: 'sign_up', who })
    groups = []
    await vi.waitFor(() => crypto.subtle.digest('SHA-256', new Uint8Array(1)))
    await settle()
    expect(sent).not.toHaveBeenCalled()
  })

  test('that is not of a shape that may leave, whatever it is [A2.13]', async () => {
    const tell = measurer(matomo(), () => ALL)
    const extra = fc.tuple(fc.constantFrom(...HAPPENINGS), fc.string({ minLength: 1 }), fc.string())
    fc.assert(
      fc.property(extra, ([event, key, text]) => {
        fc.pre(!(key in event) && key !== 'who' && key !== 'path' && key !== '__proto__')
        tell({ ...event, [key]: text } as Happening)
      }),
    )
    fc.assert(fc.property(fc.object(), (event) => tell(event as Happening)))
    tell({ name: 'page_view', screen: '/products/depression' as never })
    await settle()
    expect(sent).not.toHaveBeenCalled()
  })
})

test('after a sign-out the next person is somebody else to whoever counts', async () => {
  const [one] = await calls(ga4(), MEASURED, [{ name: 'login' }])
  forgetVisitor()
  const [two] = await calls(ga4(), MEASURED, [{ name: 'login' }])
  expect(one?.body.client_id).toMatch(/^\d+\.\d{10}$/)
  expect(two?.body.client_id).not.toBe(one?.body.client_id)
})
