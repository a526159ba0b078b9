import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningSimulators, startSimulators } from '../test-simulators.ts'

let simulators: RunningSimulators
beforeAll(async () => {
  simulators = await startSimulators()
})
afterAll(() => simulators.close())

const KEYS = 'measurement_id=G-ABC1234567&api_secret=a1B2c3D4e5F6g7H8i9J0kl'
const postEvent = (path: string, body: unknown, keys = KEYS) =>
  fetch(`${simulators.url}/simulators/ga4${path}?${keys}`, { method: 'POST', body: JSON.stringify(body) })
const event = (name: string, params = {}) => ({ client_id: '1.2', events: [{ name, params }] })
const HEX = 'a'.repeat(64)

test.each([
  ['a page view', event('page_view', { page_title: 'home' }), []],
  ['a digest as user data', { ...event('sign_up'), user_data: { sha256_email_address: [HEX] } }, []],
  ['an event without a client id', { events: [{ name: 'login' }] }, ['client_id is required']],
  ['a body without an event', { client_id: '1.2', events: [] }, ['events must be 1 to 25']],
  ['a reserved event name', event('session_start'), ['events.name session_start is not allowed']],
  [
    'a value without a currency',
    event('begin_checkout', { value: 1 }),
    ['begin_checkout has a value without its currency'],
  ],
  ['an order without its id', event('purchase', {}), ['purchase needs a transaction_id']],
  ['a long text', event('page_view', { page_title: 'x'.repeat(101) }), ['page_view.page_title is too long']],
  [
    'an unhashed address',
    { ...event('sign_up'), user_data: { sha256_email_address: ['ana@example.com'] } },
    ['user_data.sha256_email_address must be the digest of it'],
  ],
])('%s gets 204, and the debug endpoint names the problem', async (_, body, problems) => {
  expect((await postEvent('/mp/collect', body)).status).toBe(204)
  const { validationMessages } = (await (await postEvent('/debug/mp/collect', body)).json()) as {
    validationMessages: { description: string }[]
  }
  expect(validationMessages.map(({ description }) => description)).toEqual(problems)
  const calls = (await (await fetch(`${simulators.url}/simulators/ga4/received`)).json()) as { problems: string[] }[]
  expect(calls.at(-1)?.problems).toEqual(problems)
})

test('a call with an invalid key is not counted', async () => {
  const response = await postEvent('/debug/mp/collect', event('login'), 'measurement_id=UA-1-1')
  expect(JSON.stringify(await response.json())).toContain('measurement_id is not one')
})
