import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { credentials } from '../credentials.ts'
import { jsonRequest, type RunningSimulators, startSimulators } from '../test-simulators.ts'
import { sidOf } from './templates.ts'

let simulators: RunningSimulators
beforeAll(async () => {
  simulators = await startSimulators()
})
afterAll(() => simulators.close())

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
  const url = `${simulators.url}/simulators/twilio/2010-04-01/Accounts/${sid}/${resource}.json`
  const response = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) })
  return { status: response.status, body: (await response.json()) as { code?: number } }
}
const message = { To: '+34600000001', From: from, Body: 'hello' }
const call = { To: '+34600000001', From: from, Twiml: '<Response><Say>hello</Say></Response>' }

test("a message is accepted with the vendor's response", async () => {
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

test('a wrong password, a wrong account and a wrong content type are refused', async () => {
  expect((await post('Messages', message, basic('other'))).body.code).toBe(20003)
  expect((await post('Messages', message, basic(authToken), 'AC1')).body.code).toBe(20404)
  const url = `${simulators.url}/simulators/twilio/2010-04-01/Accounts/${accountSid}/Messages.json`
  const headers = { ...basic(authToken), 'content-type': 'application/json' }
  expect((await fetch(url, { method: 'POST', headers, body: JSON.stringify(message) })).status).toBe(400)
})

test('a WhatsApp message is distinguished from an SMS', async () => {
  const To = 'whatsapp:+34600000002'
  expect((await post('Messages', { ...message, To })).status).toBe(400)
  await fetch(`${simulators.url}/simulators/whatsapp`, jsonRequest('PUT', { number: '+34600000002' }))
  await post('Messages', { ...message, To, From: `whatsapp:${message.From}` })
  expect(await simulators.outbox('+34600000002')).toMatchObject([{ channel: 'whatsapp' }])
})

test.each([
  [{ ContentSid: 'HX1' }, 21655],
  [{ ContentVariables: '{"1":"a"}', Body: '' }, 21654],
  [{ StatusCallback: 'somewhere' }, 21609],
])('a message of %o is refused with %i', async (change, code) =>
  expect((await post('Messages', { ...message, ...change })).body.code).toBe(code),
)

describe('WhatsApp', () => {
  const whatsapp = (number: string, more: Record<string, string>) =>
    post('Messages', { To: `whatsapp:${number}`, From: `whatsapp:${from}`, ...more })
  /** The last status callback of a message. */
  async function end(number: string, more: Record<string, string>) {
    const name = number.slice(1)
    expect((await whatsapp(number, { ...more, StatusCallback: simulators.callbackUrl(name) })).status).toBe(201)
    const webhooks = await simulators.arrived(name, 2)
    const form = new URLSearchParams(webhooks.at(-1)?.body.toString())
    return [form.get('MessageStatus'), form.get('ErrorCode')]
  }

  test('free text is accepted and not delivered, unless the person wrote first', async () => {
    expect(await end('+34600000021', { Body: 'hello' })).toEqual(['undelivered', '63016'])
    expect(await simulators.outbox('+34600000021')).toEqual([])
    await fetch(`${simulators.url}/simulators/whatsapp`, jsonRequest('PUT', { number: '+34600000022' }))
    expect(await end('+34600000022', { Body: 'hello' })).toEqual(['delivered', null])
    expect(await simulators.outbox('+34600000022')).toMatchObject([{ channel: 'whatsapp', text: 'hello' }])
  })

  const ContentSid = sidOf('late', 'es')
  test.each(['["a"]', '{"1":null,"2":"b"}', '{"1":"","2":"b"}', 'no', '"a"'])(
    'ContentVariables that are not all strings are refused: %s',
    async (ContentVariables) =>
      expect((await whatsapp('+34600000023', { ContentSid, ContentVariables })).body.code).toBe(21656),
  )
  test.each(['{"1":"a"}', '{"1":"a","2":"b","3":"c"}', '{"1":"a","3":"b"}'])(
    'a mismatch of placeholders and variables fails on delivery: %s',
    async (ContentVariables) => {
      const number = `+3460000003${ContentVariables.length % 10}`
      expect(await end(number, { ContentSid, ContentVariables })).toEqual(['undelivered', '63028'])
    },
  )
  test('an approved template is delivered with any values', async () => {
    const ContentVariables = '{"1":"Vida","2":"https://v.example"}'
    expect(await end('+34600000024', { ContentSid, ContentVariables })).toEqual(['delivered', null])
    expect(await simulators.outbox('+34600000024')).toMatchObject([
      { text: expect.stringMatching(/^Vida: .*v\.example$/) },
    ])
  })
})

describe('status callbacks of a text', () => {
  async function collectStatuses(number: string, plan: object, count: number) {
    const name = number.slice(1)
    await fetch(`${simulators.url}/simulators/texts`, jsonRequest('PUT', { number, takes: 400, ...plan }))
    await post('Messages', { ...message, To: number, StatusCallback: simulators.callbackUrl(name) })
    const notes = await simulators.arrived(name, count)
    return notes.map(({ body }) => new URLSearchParams(body.toString()).get('MessageStatus'))
  }
  test('callbacks may come twice and in reverse order', async () =>
    expect(await collectStatuses('+34600000041', { becomes: 'delivered', jumbled: true }, 4)).toEqual([
      'delivered',
      'sent',
      'delivered',
      'sent',
    ]))
  test('a message may arrive without any callback', async () => {
    expect(await collectStatuses('+34600000042', { becomes: 'silent' }, 0)).toEqual([])
    expect(await simulators.outbox('+34600000042')).toHaveLength(1)
  })
  test('the outcome of messages may apply to one channel only', async () => {
    await fetch(
      `${simulators.url}/simulators/texts`,
      jsonRequest('PUT', { number: '+34600000043', channel: 'whatsapp', becomes: 'failed' }),
    )
    await post('Messages', { ...message, To: '+34600000043' })
    expect(await simulators.outbox('+34600000043')).toHaveLength(1)
  })
})

const service = credentials.twilio.verifyService
async function verify(path: string, form: Record<string, string>, of: string = service) {
  const url = `${simulators.url}/simulators/twilio/v2/Services/${of}/${path}`
  const response = await fetch(url, { method: 'POST', headers: basic(authToken), body: new URLSearchParams(form) })
  return { status: response.status, body: (await response.json()) as { code?: number; sid: string; status: unknown } }
}
const start = (To: string, more: Record<string, string> = {}) =>
  verify('Verifications', { To, Channel: 'sms', CustomCode: '123456', ...more })

test('Verify keeps one open verification per number, with its first code', async () => {
  const first = await start('+34600000010')
  expect(first).toMatchObject({
    status: 201,
    body: { sid: expect.stringMatching(/^VE[0-9a-f]{32}$/), status: 'pending', valid: false },
  })
  const again = await start('+34600000010', { Channel: 'call', CustomCode: '654321' })
  expect(again.body.sid).toBe(first.body.sid)
  expect(await simulators.outbox('+34600000010')).toMatchObject([
    { channel: 'voice', text: expect.stringContaining('123456') },
    { channel: 'sms', text: expect.stringContaining('123456') },
  ])
})

test('Verify checks a wrong code, the right one, and then the verification is gone', async () => {
  const To = '+34600000011'
  await start(To)
  expect((await verify('VerificationCheck', { To, Code: '000000' })).body).toMatchObject({ status: 'pending' })
  expect((await verify('VerificationCheck', { To, Code: '123456' })).body).toMatchObject({ status: 'approved' })
  expect(await verify('VerificationCheck', { To, Code: '123456' })).toMatchObject({
    status: 404,
    body: { code: 20404 },
  })
})

test('Verify allows five checks and five sends', async () => {
  const To = '+34600000012'
  for (let times = 0; times < 5; times++) {
    expect((await start(To)).status).toBe(201)
    expect((await verify('VerificationCheck', { To, Code: '000000' })).status).toBe(200)
  }
  expect(await start(To)).toMatchObject({ status: 429, body: { code: 60203 } })
  expect(await verify('VerificationCheck', { To, Code: '123456' })).toMatchObject({
    status: 429,
    body: { code: 60202 },
  })
})

test('Verify accepts one report of how our own code ended', async () => {
  const { sid } = (await start('+34600000013')).body
  expect(await verify(`Verifications/${sid}`, { Status: 'late' })).toMatchObject({ body: { code: 60200 } })
  expect((await verify(`Verifications/${sid}`, { Status: 'canceled' })).body).toMatchObject({ status: 'canceled' })
  expect(await verify(`Verifications/${sid}`, { Status: 'approved' })).toMatchObject({ body: { code: 20404 } })
})

test.each([
  [{ To: '600' }, 60200],
  [{ Channel: 'pigeon' }, 60200],
  [{ CustomCode: '12' }, 60200],
  [{ To: '+15005550009' }, 60205],
])('Verify refuses %o with %i', async (change, code) => {
  expect((await start('+34600000014', change)).body.code).toBe(code)
})

test('Verify knows only its own service', async () => {
  expect((await verify('Verifications', { To: '+34600000015', Channel: 'sms' }, 'VA1')).body.code).toBe(20404)
})
