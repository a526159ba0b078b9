import { afterAll, beforeAll, expect, test } from 'vitest'
import { credentials } from '../credentials.ts'
import { type RunningTwins, startTwins } from '../test-twins.ts'

let twins: RunningTwins
beforeAll(async () => {
  twins = await startTwins()
})
afterAll(() => twins.close())

const { accountSid, authToken, from } = credentials.twilio
const basic = (token: string) => ({
  authorization: `Basic ${Buffer.from(`${accountSid}:${token}`).toString('base64')}`,
})

async function post(
  resource: string,
  form: Record<string, string>,
  headers = basic(authToken),
  sid: string = accountSid,
) {
  const url = `${twins.url}/twins/twilio/2010-04-01/Accounts/${sid}/${resource}.json`
  const response = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) })
  return { status: response.status, body: (await response.json()) as { code?: number } }
}
const message = { To: '+34600000001', From: from, Body: 'hello' }
const call = { To: '+34600000001', From: from, Twiml: '<Response><Say>hello</Say></Response>' }

test('a message is accepted as the vendor does', async () => {
  const { status, body } = await post('Messages', message)
  expect(status).toBe(201)
  expect(body).toMatchObject({ sid: expect.stringMatching(/^SM[0-9a-f]{32}$/), status: 'queued', num_segments: '1' })
})

test.each([
  ['Messages', { ...message, To: '' }, 21604],
  ['Messages', { ...message, From: '' }, 21603],
  ['Messages', { ...message, Body: '' }, 21602],
  ['Messages', { ...message, Body: 'x'.repeat(1601) }, 21617],
  ['Messages', { ...message, To: '600000001' }, 21211],
  ['Messages', { ...message, To: '+15005550003' }, 21408],
  ['Calls', { ...call, To: '' }, 21201],
  ['Calls', { ...call, From: '' }, 21213],
  ['Calls', { ...call, Twiml: '' }, 21205],
  ['Calls', { ...call, Twiml: 'hello' }, 12100],
])('%s of %o is refused with %i', async (resource, form, code) => {
  const { status, body } = await post(resource, form)
  expect(status).toBe(400)
  expect(body).toMatchObject({ code, status: 400, more_info: expect.stringContaining(String(code)) })
})

test('another password, another account and another kind of body are refused', async () => {
  expect((await post('Messages', message, basic('other'))).body.code).toBe(20003)
  expect((await post('Messages', message, basic(authToken), 'AC1')).body.code).toBe(20404)
  const url = `${twins.url}/twins/twilio/2010-04-01/Accounts/${accountSid}/Messages.json`
  const headers = { ...basic(authToken), 'content-type': 'application/json' }
  expect((await fetch(url, { method: 'POST', headers, body: JSON.stringify(message) })).status).toBe(400)
})

test('a WhatsApp message is told apart', async () => {
  await post('Messages', { ...message, To: 'whatsapp:+34600000002' })
  expect(await twins.outbox('+34600000002')).toMatchObject([{ channel: 'whatsapp' }])
})
