import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { call } from '@cuida/core/kit/call.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { CallFailed, isUnreachable, refusedWith } from './call-failed.ts'
import { createSend, type Send } from './send.ts'
import type { Session } from './session/session.ts'

const order = v.object({ id: v.string() })
const cancelOrder = call({
  method: 'PATCH',
  path: '/order/:id/cancel',
  access: 'access',
  params: order,
  body: v.object({ reason: v.string() }),
  reply: v.object({ refundAmount: v.number() }),
  refusals: { TOO_LATE_TO_CANCEL: 409 },
})
const listSlots = call({
  method: 'GET',
  path: '/clinician/:id/slots',
  access: 'guest',
  sessionKey: true,
  params: order,
  query: v.object({ from: v.string(), to: v.optional(v.string()) }),
  reply: v.array(v.string()),
})
const readOrder = call({
  method: 'GET',
  path: '/order/:id',
  access: 'access',
  params: order,
  reply: order,
  polled: true,
})
const logout = call({ method: 'POST', path: '/logout', access: 'access' })
const login = call({ method: 'POST', path: '/login', access: 'public', body: order, reply: order })
const confirm = call({ method: 'POST', path: '/confirm', access: 'phone', body: order, reply: order })
const pay = call({ method: 'POST', path: '/pay', access: 'access', repeat: 'replay', body: order, reply: order })
const receipt = call({ method: 'GET', path: '/receipt', access: 'access', reply: v.any() })

interface Seen {
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
  body: string
}
type Answer = (response: ServerResponse, received: Seen) => void

let requests: Seen[] = []
let answer: Answer
let server: Server
let base: string
let send: Send
const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const one = { method: request.method, url: request.url, headers: request.headers, body }
    requests.push(one)
    answer(response, one)
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const address = server.address()
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  send = createSend({ app: 'patient', locale: () => 'es', session, base })
})
afterAll(() => server.close())
beforeEach(() => {
  requests = []
})

const refused = vi.fn()
const session: Session = {
  token: async () => 'access-token',
  isSignedIn: () => true,
  id: () => 'session-1',
  device: () => 'device-key',
  signIn: () => {},
  signOut: () => {},
  refused,
  onChange: () => () => {},
  close: () => {},
}
const one = (): Seen => ({ method: undefined, url: undefined, headers: {}, body: '' })
const failureOf = async (promise: Promise<unknown>): Promise<CallFailed> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof CallFailed) return error
  throw new Error(`not a CallFailed: ${String(error)}`)
}

test('one object becomes path, query and body as the call declares them [A7.33]', async () => {
  answer = json(200, { refundAmount: 2900 })
  expect(await send(cancelOrder, { id: 'a/b', reason: 'ill' })).toEqual({ refundAmount: 2900 })
  expect(requests[0]).toMatchObject({ method: 'PATCH', url: '/v1/order/a%2Fb/cancel', body: '{"reason":"ill"}' })
  answer = json(200, [])
  await send(listSlots, { id: 'c', from: '2026-11-26', to: undefined })
  expect(requests[1]).toMatchObject({ method: 'GET', url: '/v1/clinician/c/slots?from=2026-11-26', body: '' })
})

test('every request names app, language and trace id [A7.1] [B7.1]', async () => {
  answer = json(200, [])
  await send(listSlots, { id: 'c', from: '2026-11-26' }, { sessionKey: 'key' })
  await send(listSlots, { id: 'c', from: '2026-11-26' })
  expect(requests[0]?.headers).toMatchObject({
    authorization: 'Bearer access-token',
    'x-locale': 'es',
    'x-session-id': 'session-1',
    'x-app': 'patient',
    'x-token-mode': 'cookie',
    'x-cart-key': 'key',
    'x-device': 'device-key',
  })
  expect(requests[0]?.headers['x-trace-id']).toMatch(/^[0-9a-f]{32}$/)
  expect(requests[0]?.headers['x-trace-id']).not.toBe(requests[1]?.headers['x-trace-id'])
})

test('a public call has no token, and a call with a token of its own sends only that', async () => {
  answer = json(200, { id: 'x' })
  await send(login, { id: 'x' })
  await send(confirm, { id: 'x' }, { token: 'phone-token' })
  await send(confirm, { id: 'x' })
  expect(requests.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer phone-token', undefined])
})

test('a refusal with a proof of work is retried once with its solution', async () => {
  let noticed = 0
  const working = createSend({ app: 'patient', locale: () => 'es', session, base, onWork: () => noticed++ })
  const proofOfWork = { challenge: 'work.id.1.mac', bits: 4 }
  answer = (response, { headers }) =>
    headers['x-work']
      ? json(200, { id: 'x' })(response, one())
      : json(429, { code: 'RATE_LIMITED', proofOfWork })(response, one())
  expect(await working(login, { id: 'x' })).toEqual({ id: 'x' })
  expect([requests.length, noticed]).toEqual([2, 1])
  expect(requests[1]).toMatchObject({
    body: requests[0]?.body,
    headers: { 'x-work': expect.stringMatching(/^work\.id\.1\.mac:\d+$/) },
  })
  answer = json(429, { code: 'RATE_LIMITED', proofOfWork })
  expect((await failureOf(working(login, { id: 'x' }))).code).toBe('RATE_LIMITED')
  expect(requests).toHaveLength(4)
})

describe('the idempotency key', () => {
  const keys = () => requests.map(({ headers }) => headers['idempotency-key'])
  const lose = async (sending: Promise<unknown>) => expect((await failureOf(sending)).code).toBe('OFFLINE')

  test('is that of the first attempt until a repetition succeeds, and then a new one', async () => {
    answer = (response) => response.destroy()
    await lose(send(pay, { id: 'a' }))
    await lose(send(pay, { id: 'b' }))
    answer = (response, received) => {
      const isRunning = requests.length < 4
      json(isRunning ? 409 : 200, isRunning ? { code: 'STILL_RUNNING' } : { id: 'x' })(response, received)
    }
    expect(await send(pay, { id: 'a' })).toEqual({ id: 'x' })
    await send(pay, { id: 'a' })
    const [first, other, running, repeated, next] = keys()
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect([running, repeated]).toEqual([first, first])
    expect(new Set([first, other, next]).size).toBe(3)
  })

  test('is the same for a second press while the first is under way', async () => {
    answer = json(200, { id: 'x' })
    await Promise.all([send(pay, { id: 'a' }), send(pay, { id: 'a' })])
    expect(new Set(keys()).size).toBe(1)
  })

  test('is a new one ten minutes later and after a sign-out', async () => {
    let signOut = () => {}
    const onChange: Session['onChange'] = (listener) => {
      signOut = () => listener(false)
      return () => {}
    }
    const sending = createSend({ app: 'patient', locale: () => 'es', session: { ...session, onChange }, base })
    answer = (response) => response.destroy()
    await lose(sending(pay, { id: 'a' }))
    const now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 10 * 60_000)
    onTestFinished(() => clock.mockRestore())
    await lose(sending(pay, { id: 'a' }))
    signOut()
    await lose(sending(pay, { id: 'a' }))
    expect(new Set(keys()).size).toBe(3)
  })

  test('is sent by calls only that take one', async () => {
    answer = json(200, { id: 'x' })
    await send(login, { id: 'x' })
    expect(keys()).toEqual([undefined])
  })
})

test('204 becomes null, a PDF a file, and text a string [A7.2] [B7.1]', async () => {
  answer = (response) => response.writeHead(204).end()
  expect(await send(logout)).toBeNull()
  expect(requests[0]).toMatchObject({ body: '{}', headers: { 'content-type': 'application/json' } })
  answer = (response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF')
  expect(await send(receipt)).toBeInstanceOf(Blob)
  answer = (response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('hola')
  expect(await send(receipt)).toBe('hola')
})

test('an unchanged reply of a polled query is the same object', async () => {
  const polling = createSend({ app: 'patient', locale: () => 'es', session, base })
  answer = (response, { headers }) =>
    headers['if-none-match'] === '"1"'
      ? response.writeHead(304).end()
      : response.writeHead(200, { 'content-type': 'application/json', etag: '"1"' }).end('{"id":"o"}')
  const first = await polling(readOrder, { id: 'o' })
  expect(await polling(readOrder, { id: 'o' })).toBe(first)
  expect(requests[0]?.headers['if-none-match']).toBeUndefined()
  expect(await polling(readOrder, { id: 'other' })).not.toBe(first)
})

test('a refusal keeps its code, fields and further data', async () => {
  answer = json(409, { status: 409, code: 'TOO_LATE_TO_CANCEL', traceId: 't' })
  const late = await failureOf(send(cancelOrder, { id: 'o', reason: 'x' }))
  expect(late).toMatchObject({ status: 409, code: 'TOO_LATE_TO_CANCEL', traceId: 't', fields: {} })
  expect(refusedWith(cancelOrder, late, 'TOO_LATE_TO_CANCEL')).toBe(true)
  answer = json(429, { code: 'MAX_SESSIONS', maxSessionsToken: 'm' })
  expect((await failureOf(send(login, { id: 'x' }))).data.maxSessionsToken).toBe('m')
  answer = json(429, { code: 'RATE_LIMITED' }, { 'retry-after': '30' })
  expect(await failureOf(send(login, { id: 'x' }))).toMatchObject({ code: 'RATE_LIMITED', retryAfter: 30 })
  answer = json(400, { code: 'INVALID', fields: { email: 'REQUIRED' } })
  expect((await failureOf(send(login, { id: 'x' }))).fields).toEqual({ email: 'REQUIRED' })
})

test('a foreign reply is UNEXPECTED, and a missing one is OFFLINE', async () => {
  answer = (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
  const gateway = await failureOf(send(login, { id: 'x' }))
  expect(gateway).toMatchObject({ status: 502, code: 'UNEXPECTED' })
  expect(isUnreachable(gateway)).toBe(true)
  answer = (response) => response.destroy()
  expect(await failureOf(send(login, { id: 'x' }))).toMatchObject({ status: 0, code: 'OFFLINE' })
  answer = (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"id":')
    setTimeout(() => response.destroy(), 20)
  }
  expect(await failureOf(send(login, { id: 'x' }))).toMatchObject({ code: 'OFFLINE' })
})

test('a caller’s abort is rethrown and is not OFFLINE', async () => {
  answer = () => {}
  const abort = new AbortController()
  const sent = send(login, { id: 'x' }, { signal: abort.signal })
  setTimeout(() => abort.abort(), 20)
  await expect(sent).rejects.toMatchObject({ name: 'AbortError' })
})

test('a 401 ends the session only for the session’s own token [A4.6] [B7.1]', async () => {
  answer = json(401, { code: 'UNAUTHORIZED' })
  await failureOf(send(login, { id: 'x' }))
  await failureOf(send(confirm, { id: 'x' }, { token: 'phone-token' }))
  await failureOf(send(listSlots, { id: 'c', from: 'x' }, { token: 'other' }))
  expect(refused).not.toHaveBeenCalled()
  await failureOf(send(logout))
  expect(refused).toHaveBeenCalledExactlyOnceWith('access-token')
})
