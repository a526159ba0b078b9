import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createSession, type Session, type SignedInReply } from './session.ts'
import type { TokenStorage } from './storage.ts'

const LIFE_S = 300
let clock = Date.now()
let issued = 0
let requests: (string | undefined)[] = []
let lastHeaders: IncomingHttpHeaders = {}
let status = 200
let server: Server
let refreshUrl: string
let stored = new Map<string, string>()
let open: Session[] = []

/** An unsigned token: a client reads only its two dates. The server's clock is an hour off. */
function tokenFor(serial: number): string {
  const iat = Math.floor(clock / 1_000) - 3_600
  return `h.${Buffer.from(JSON.stringify({ iat, exp: iat + LIFE_S, jti: serial })).toString('base64url')}.s`
}
const reply = (): SignedInReply => {
  issued++
  return { accessToken: tokenFor(issued), refreshToken: `handle-${issued}`, sessionId: 's-1' }
}
const storage: TokenStorage = {
  get: (key) => stored.get(key) ?? null,
  set: (key, value) => void stored.set(key, value),
  remove: (key) => void stored.delete(key),
}
let app: 'patient' | 'desk' = 'patient'
function tab(name = 'one', store = storage, more: object = {}): Session {
  const session = createSession({
    storage: store,
    app,
    locale: () => 'es',
    refreshUrl,
    now: () => clock,
    tab: name,
    ...more,
  })
  open.push(session)
  return session
}

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request.headers.authorization)
    lastHeaders = request.headers
    setTimeout(() => {
      if (status === 0) return response.destroy()
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(status === 200 ? reply() : { code: 'X' }))
    }, 30)
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const address = server.address()
  refreshUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v1/auth/refresh`
})
afterAll(() => server.close())
beforeEach(() => {
  clock = Date.now()
  stored = new Map()
  requests = []
  status = 200
  issued = 0
})
afterEach(() => {
  for (const session of open) session.close()
  open = []
})
/** Longer than a 401 waits for a message from another tab. */
const AFTER_NOTES_MS = 200
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('a signed-out client has no token and sends no refresh [A8.3]', async () => {
  expect(await tab().token()).toBeUndefined()
  expect(requests).toEqual([])
})

test('a refresh has the headers of every call [A7.1]', async () => {
  const session = tab()
  session.signIn(reply())
  clock += LIFE_S * 1_000
  await session.token()
  expect(lastHeaders).toMatchObject({ 'x-app': 'patient', 'x-locale': 'es', 'x-session-id': 's-1' })
  expect(lastHeaders['x-trace-id']).toMatch(/\w/)
})

test('a token is used until one minute before its expiry, then refreshed with the handle [A9.4]', async () => {
  const session = tab()
  session.signIn(reply())
  const first = await session.token()
  clock += (LIFE_S - 61) * 1_000
  expect(await session.token()).toBe(first)
  clock += 2_000
  expect(await session.token()).not.toBe(first)
  expect(requests).toEqual(['Bearer handle-1'])
})

test('no token is stored, whatever the server’s clock is [A3.3]', () => {
  const session = tab()
  const signedIn = reply()
  session.signIn(signedIn)
  expect([...stored.values()].join()).not.toContain(signedIn.accessToken)
  expect(JSON.parse(stored.get('token') ?? '')).toMatchObject({ sessionId: 's-1', expiresAt: clock + LIFE_S * 1_000 })
  expect(session.id()).toBe('s-1')
})

test('concurrent calls share one refresh [A4.12]', async () => {
  const session = tab()
  session.signIn(reply())
  clock += LIFE_S * 1_000
  const tokens = await Promise.all(Array.from({ length: 20 }, () => session.token()))
  expect(new Set(tokens).size).toBe(1)
  expect(requests).toHaveLength(1)
})

test('six tabs that wake with an expired token send one refresh [A4.12]', async () => {
  const tabs = Array.from({ length: 6 }, (_, index) => tab(`tab-${index}`))
  tabs[0]?.signIn(reply())
  await pause(20)
  clock += LIFE_S * 1_000
  const tokens = await Promise.all(tabs.map((one) => one.token()))
  expect(new Set(tokens).size).toBe(1)
  expect(requests).toHaveLength(1)
})

test('a tab that opens beside others takes their token', async () => {
  tab('one').signIn(reply())
  expect(await tab('two').token()).toBe(tokenFor(1))
  expect(requests).toEqual([])
})

test('a reloaded page asks the server at once, not the other tabs first [A4.1]', async () => {
  const before = tab('one')
  before.signIn(reply())
  before.close()
  const onAsk = vi.fn()
  const channel = new BroadcastChannel('cuida-patient')
  channel.onmessage = ({ data }) => data.kind === 'ask' && onAsk()
  await tab('one').token()
  await pause(20)
  channel.close()
  expect(requests).toHaveLength(1)
  expect(onAsk).not.toHaveBeenCalled()
})

test.each([400, 401, 403, 410])('a refresh that returns %i signs out every tab once [A4.1]', async (refusal) => {
  const firstTab = tab('one')
  const secondTab = tab('two')
  firstTab.signIn(reply())
  await pause(20)
  const listeners = [vi.fn(), vi.fn()]
  firstTab.onChange((...change) => listeners[0]?.(...change))
  secondTab.onChange((...change) => listeners[1]?.(...change))
  clock += LIFE_S * 1_000
  status = refusal
  await expect(Promise.all([firstTab.token(), firstTab.token()])).rejects.toMatchObject({ status: refusal })
  await pause(20)
  expect(listeners[0]).toHaveBeenCalledExactlyOnceWith(false, 'expired')
  expect(listeners[1]).toHaveBeenCalledExactlyOnceWith(false, 'expired', true)
  expect(stored.size).toBe(0)
  expect(await secondTab.token()).toBeUndefined()
})

test.each([0, 500, 503, 429])('a refresh that returns %i signs out no tab', async (trouble) => {
  const session = tab()
  session.signIn(reply())
  clock += LIFE_S * 1_000
  status = trouble
  await expect(session.token()).rejects.toMatchObject({ status: trouble })
  expect(session.isSignedIn()).toBe(true)
  status = 200
  expect(await session.token()).toBe(tokenFor(issued))
})

test.each([0, 503])('a session unused for its whole lifetime ends when a refresh returns %i', async (trouble) => {
  const lengthMs = 30 * 60_000
  const session = tab('one', storage, { lengthMs: () => lengthMs })
  const listener = vi.fn()
  session.signIn(reply())
  session.onChange(listener)
  status = trouble
  clock += LIFE_S * 1_000 + lengthMs
  await expect(session.token()).rejects.toMatchObject({ status: trouble })
  expect(session.isSignedIn()).toBe(true)
  clock += 1
  await expect(session.token()).rejects.toMatchObject({ status: trouble })
  expect(listener).toHaveBeenCalledExactlyOnceWith(false, 'expired')
})

test('a rejected token ends the session once, and an earlier token does not [A4.1]', async () => {
  const session = tab()
  const listener = vi.fn()
  session.onChange(listener)
  const old = reply()
  session.signIn(old)
  const current = reply()
  session.signIn(current)
  session.refused(old.accessToken)
  await pause(AFTER_NOTES_MS)
  expect(session.isSignedIn()).toBe(true)
  session.refused(current.accessToken)
  session.refused(current.accessToken)
  await pause(AFTER_NOTES_MS)
  expect(listener.mock.calls).toEqual([[true], [true], [false, 'expired']])
})

test.each(['left', 'idle'] as const)(
  'a sign-out reaches the other tab, with the reason and as done elsewhere: %s',
  async (reason) => {
    const firstTab = tab('one')
    const secondTab = tab('two')
    firstTab.signIn(reply())
    await pause(20)
    const listener = vi.fn()
    secondTab.onChange(listener)
    firstTab.signOut(reason)
    await pause(20)
    expect(listener).toHaveBeenCalledExactlyOnceWith(false, reason, true)
  },
)

test('a tab whose storage is updated late is signed out all the same', async () => {
  const firstTab = tab('one')
  firstTab.signIn(reply())
  // Storage reaches other processes a moment after messages do.
  const late = new Map(stored)
  const secondTab = tab('two', {
    get: (key) => late.get(key) ?? null,
    set: (key, value) => void late.set(key, value),
    remove: (key) => void late.delete(key),
  })
  await pause(20)
  expect(secondTab.isSignedIn()).toBe(true)
  const signedIn: boolean[] = []
  secondTab.onChange(() => signedIn.push(secondTab.isSignedIn()))
  firstTab.signOut()
  await pause(20)
  expect(signedIn).toEqual([false])
  expect(await secondTab.token()).toBeUndefined()
  expect(requests).toEqual([])
})

test('a sign-out counts in every tab, even one that gets a 401 before the message', async () => {
  const firstTab = tab('one')
  const held = reply()
  firstTab.signIn(held)
  const late = new Map(stored)
  const secondTab = tab('two', {
    get: (key) => late.get(key) ?? null,
    set: (key, value) => void late.set(key, value),
    remove: (key) => void late.delete(key),
  })
  await secondTab.token()
  const listeners = [vi.fn(), vi.fn()]
  firstTab.onChange((...change) => listeners[0]?.(...change))
  secondTab.onChange((...change) => listeners[1]?.(...change))
  firstTab.signOut()
  secondTab.refused(held.accessToken)
  await pause(AFTER_NOTES_MS)
  expect(listeners[0]).toHaveBeenCalledExactlyOnceWith(false, 'left')
  expect(listeners[1]).toHaveBeenCalledExactlyOnceWith(false, 'left', true)
})

test('a tab that signed out does not report an expired session', async () => {
  const firstTab = tab('one')
  firstTab.signIn(reply())
  const listener = vi.fn()
  firstTab.onChange(listener)
  firstTab.signOut()
  const channel = new BroadcastChannel('cuida-patient')
  channel.postMessage({ kind: 'out', sessionId: 's-1', reason: 'expired' })
  await pause(20)
  channel.close()
  expect(listener).toHaveBeenCalledExactlyOnceWith(false, 'left')
})

test('a sign-out during a refresh stays, and the new token only informs the server', async () => {
  const session = tab()
  session.signIn(reply())
  clock += LIFE_S * 1_000
  const refreshing = session.token()
  session.signOut()
  expect(await refreshing).toBe(tokenFor(issued))
  expect(session.isSignedIn()).toBe(false)
  expect(await session.token()).toBeUndefined()
})

test('the desk and the patient app have separate storage keys', () => {
  app = 'desk'
  tab().signIn(reply())
  app = 'patient'
  expect([...stored.keys()]).toEqual(['desk.token', 'desk.refreshToken', 'desk.sessionId'])
  expect(tab().isSignedIn()).toBe(false)
})
