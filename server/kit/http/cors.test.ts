import { login } from '@cuida/core/access/api.ts'
import { refreshSession } from '@cuida/core/access/session/session-api.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { describe, expect, test } from 'vitest'
import { newPatient, newSession, PASSWORD } from '../../access/test-people.ts'
import { createApp } from '../../app.ts'
import { openSocket, portOf } from '../../care/call/test-caller.ts'
import { readEnv } from '../../env.ts'
import { createTestContext } from '../../testing/test-contexts.ts'

const IOS = 'capacitor://localhost'
const ANDROID = 'https://localhost'

const context = await createTestContext()
await context.app.listen({ port: 0, host: '127.0.0.1' })

const preflight = (origin: string, headers = 'authorization,x-token-mode') =>
  context.app.inject({
    method: 'OPTIONS',
    url: '/v1/auth/login',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': headers },
  })

describe.each([
  ['an iPhone', IOS],
  ['an Android phone', ANDROID],
])('the app on %s', (_, origin) => {
  test('the preflight allows every header that the app sends, for two hours', async () => {
    const { statusCode, headers } = await preflight(origin)
    expect({ statusCode, allowed: headers['access-control-allow-origin'] }).toEqual({
      statusCode: 204,
      allowed: origin,
    })
    const sent =
      'authorization content-type idempotency-key x-app x-cart-key x-device x-locale x-page x-session-id x-token-mode x-trace-id x-work'
    for (const name of sent.split(' '))
      expect(String(headers['access-control-allow-headers']).split(', ')).toContain(name)
    expect(headers['access-control-max-age']).toBe('7200')
  })

  test('the app can read replies and refusals, and no cookie is sent either way', async () => {
    for (const path of ['/v1/user/me', '/v1/locales', '/v1/nowhere']) {
      const { headers } = await context.app.inject({ url: path, headers: { origin } })
      expect(headers).toMatchObject({ 'access-control-allow-origin': origin, vary: expect.stringContaining('origin') })
      expect(headers['access-control-expose-headers']).toContain('retry-after')
      expect(headers).not.toHaveProperty('access-control-allow-credentials')
    }
  })
})

test('the change event stream accepts the app’s origin', async () => {
  const { accountId } = await newPatient(context)
  const { token } = await newSession(context, accountId)
  const headers = { authorization: `Bearer ${token}`, origin: IOS }
  const reply = await fetch(`http://127.0.0.1:${portOf(context.app)}/v1/events`, { headers })
  expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([200, IOS])
  await reply.body?.cancel()
})

test('the call’s WebSocket accepts the app’s origin, and no other site’s', async () => {
  for (const origin of [IOS, ANDROID]) (await openSocket(context.app, { origin })).ws.close()
  for (const origin of ['https://localhost:8443', 'ionic://localhost', 'https://vida.example'])
    await expect(openSocket(context.app, { origin })).rejects.toThrow('refused with 403')
})

describe('a page of another origin', () => {
  test.each([
    'null',
    'http://localhost',
    'https://localhost:8443',
    'https://localhost.example',
    'https://evil-localhost',
    'capacitor://localhost.example',
    'ionic://localhost',
    'HTTPS://LOCALHOST',
  ])('the origin %s is refused', async (origin) => {
    for (const answer of [
      await preflight(origin),
      await context.app.inject({ url: '/v1/locales', headers: { origin } }),
    ])
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
  })

  test('a shared cache cannot be poisoned: every response varies by origin', async () => {
    const { headers } = await context.app.inject({ url: '/v1/locales' })
    expect(String(headers.vary).split(', ')).toEqual(expect.arrayContaining(['accept-encoding', 'origin']))
  })
})

test('only the configured origins are allowed', async () => {
  const env = { ...context.services.env, APP_ORIGINS: ['https://app.vida.example'] }
  const app = await createApp({ ...context.services, env })
  const answer = async (origin: string) => (await app.inject({ url: '/v1/locales', headers: { origin } })).headers
  expect(await answer('https://app.vida.example')).toHaveProperty('access-control-allow-origin')
  expect(await answer(IOS)).not.toHaveProperty('access-control-allow-origin')
  await app.close()
})

test.each(['*', 'null', 'https://app.example/', 'https://app.example/path', ''])(
  'APP_ORIGINS cannot be "%s"',
  (origins) => expect(() => readEnv({ ...context.env, APP_ORIGINS: origins })).toThrow('APP_ORIGINS'),
)

describe('tokens of the native app', () => {
  const headers = { 'x-token-mode': 'bearer', origin: IOS }
  const enter = async () => {
    const { phone } = await newPatient(context)
    return context.sendCall(login, { identifier: phone, password: PASSWORD }, { headers })
  }

  test('sign-in and refresh return both tokens in the body and no cookie, and every refresh a new one [A3.3]', async () => {
    const first = await enter()
    expect(first).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': IOS } })
    const tokens = [String(first.body.refreshToken)]
    for (let turn = 0; turn < 2; turn++) {
      const next = await context.sendCall(refreshSession, {}, { token: tokens.at(-1) ?? '', headers })
      expect(next.status).toBe(200)
      expect(next.headers).not.toHaveProperty('set-cookie')
      expect((await context.sendCall(me, {}, { token: next.body.accessToken, headers })).status).toBe(200)
      tokens.push(next.body.refreshToken)
    }
    expect(first.headers).not.toHaveProperty('set-cookie')
    expect(new Set(tokens).size).toBe(3)
  })

  test('the app’s refresh token is refused in a browser’s cookie mode', async () => {
    const { body } = await enter()
    const asBrowser = { 'x-token-mode': 'cookie' }
    const reply = await context.sendCall(refreshSession, {}, { token: String(body.refreshToken), headers: asBrowser })
    expect(reply.status).toBe(401)
  })
})
