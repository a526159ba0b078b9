import { randomUUID } from 'node:crypto'
import type { Call, TokenPurpose } from '@cuida/core/kit/call.ts'
import { providers } from '@cuida/simulators/kit/faults.ts'
import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { insertClinician } from '../../care/test-people.ts'
import { randomKey } from '../../kit/crypto/secrets.ts'
import { createAnswerCache } from '../../kit/db/answer-cache.ts'
import { connect } from '../../kit/db/db.ts'
import { createAccessControl, needsCaller, purposesOf } from '../../kit/http/access.ts'
import { servedCalls } from '../../kit/http/serve.ts'
import { guardOf } from '../../testing/policy/test-open-routes.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { sampleOf } from '../../testing/test-samples.ts'
import { newProgram } from '../api-key/test-programs.ts'
import { createValidToken, FORGERIES } from '../social/test-forgeries.ts'
import { newPatient, newSession } from '../test-people.ts'

const PURPOSES: TokenPurpose[] = [
  'access',
  'staff',
  'phone',
  'email',
  'registration',
  'social',
  'recovery',
  'reset',
  'mfa',
  'totp',
  'max-sessions',
  'staff-totp',
  'machine',
]

/** A second source beside the declarations: where each token may be used (product 3.1). */
const MAY_OPEN: Record<TokenPurpose, RegExp> = {
  access: /^\/(?!desk\/)/,
  staff: /^\/(desk|fhir)\//,
  email: /^no call$/,
  phone: /^\/auth\/(register\/confirmation|mfa\/resend-[a-z-]+)$/,
  registration: /^\/(auth\/register\/patient(\/validate)?|patients)$/,
  social: /^\/auth\/register\/patient\/validate$/,
  recovery: /^\/auth\/(recover\/confirmation|mfa\/resend-[a-z-]+)$/,
  reset: /^\/auth\/recover\/password$/,
  mfa: /^\/auth\/(login\/mfa(\/[a-z-]+)?|mfa\/resend-[a-z-]+|logout)$/,
  totp: /^\/auth\/login\/mfa(\/[a-z-]+)?$/,
  'max-sessions': /^\/auth\/login\/force$/,
  'staff-totp': /^\/desk\/auth\/totp$/,
  machine: /^\/(fhir|program)\//,
}

const routes: { method: string; url: string }[] = []
/** Every kind of bearer, by name. The first ones are valid for some calls. */
const bearers = new Map<string, string>()

const context = await createTestContext()
const app = await createApp(context.services, ({ method, url }) => {
  for (const one of [method].flat()) routes.push({ method: one, url })
})
await app.ready()
await app.close()
const { accountId } = await newPatient(context)
const session = await newSession(context, accountId)
const ended = await newSession(context, accountId)
await context.db`update session set ended_at = now(), end_reason = 'logout' where id = ${ended.id}`
const { sign } = context.services.tokens
for (const purpose of PURPOSES) bearers.set(purpose, await sign(purpose, { subject: accountId, sessionId: session.id }))
bearers.set('access', session.token)
const manager = await insertClinician(context, { role: 'clinician-and-clinical-manager' })
bearers.set('staff', manager.token)
const program = await newProgram(context, manager.staffId, (await insertClinician(context)).staffId)
bearers.set('machine', program.token)
bearers.set('access of an ended session', ended.token)
bearers.set('refresh token', session.refreshToken)
bearers.set('cart key', randomKey(160))
const claimed = { key: JSON.parse(context.env.TOKEN_KEY ?? ''), accountId, sessionId: session.id, good: session.token }

const nameOf = ({ method, path }: Call) => `${method} ${path}`

function knock(app: FastifyInstance, call: Call, authorization: string | undefined) {
  const path = call.path.replaceAll(/:\w+/g, () => randomUUID())
  return app.inject({
    method: call.method,
    url: `/v1${path}`,
    headers: authorization === undefined ? {} : { authorization },
  })
}

test('every route is declared in core, or listed with its guard [A3.3]', () => {
  const declared = new Set(servedCalls.map(({ method, path }) => `${method} /v1${path}`))
  const unknown = routes
    .filter(({ method }) => method !== 'HEAD' && method !== 'OPTIONS')
    .filter(({ method, url }) => !declared.has(`${method} ${url}`) && !guardOf(method, url))
    .map(({ method, url }) => `${method} ${url}`)
  expect([...new Set(unknown)]).toEqual([])
  expect(declared.size).toBeGreaterThan(30)
  for (const { method, path } of servedCalls) expect(routes).toContainEqual({ method, url: `/v1${path}` })
})

test('no token is declared for calls beyond its purpose', () => {
  const wrong = servedCalls.flatMap((call) =>
    purposesOf(call.access)
      .filter((purpose) => !MAY_OPEN[purpose].test(call.path))
      .map((purpose) => `${purpose} on ${nameOf(call)}`),
  )
  expect(wrong).toEqual([])
  const publicCalls = servedCalls.filter(({ path, access }) => path.startsWith('/desk/') && access === 'public')
  expect(publicCalls.map(({ path }) => path).sort()).toEqual([
    '/desk/auth/login',
    '/desk/auth/passkey',
    '/desk/auth/passkey/options',
    '/desk/join',
    '/desk/join/open',
  ])
})

describe('every route with every kind of bearer', () => {
  test('the declared pairs pass', async () => {
    const wrong: string[] = []
    for (const call of servedCalls)
      for (const purpose of purposesOf(call.access)) {
        const caller = await context.services.access.callerOf(call, `Bearer ${bearers.get(purpose)}`)
        if (!caller) wrong.push(`${purpose} on ${nameOf(call)}`)
      }
    expect(wrong).toEqual([])
  })

  test('all other pairs answer 401, and none fails', async () => {
    const wrong: string[] = []
    let tried = 0
    for (const call of servedCalls.filter(({ access }) => needsCaller(access) || access === 'refresh'))
      for (const [name, token] of [...bearers, ['no token', undefined] as const]) {
        if (purposesOf(call.access).includes(name as TokenPurpose)) continue
        if (call.access === 'refresh' && name === 'refresh token') continue
        tried++
        const { statusCode } = await knock(context.app, call, token && `Bearer ${token}`)
        // The valid token of an ended session is 410 where the call declares it.
        const saysEnded = name === 'access of an ended session' && call.access === 'access'
        const expected = saysEnded && call.refusals && 'SESSION_ENDED' in call.refusals ? 410 : 401
        if (statusCode !== expected) wrong.push(`${name} on ${nameOf(call)}: ${statusCode}`)
      }
    expect(wrong).toEqual([])
    expect(tried).toBeGreaterThan(200)
  })

  test('a guest route treats any other bearer as a guest', async () => {
    const wrong: string[] = []
    for (const call of servedCalls.filter(({ access }) => access === 'guest'))
      for (const [name, token] of bearers) {
        if (name === 'access') continue
        if (await context.services.access.callerOf(call, `Bearer ${token}`)) wrong.push(`${name} on ${nameOf(call)}`)
      }
    expect(wrong).toEqual([])
  })

  test('a bearer is read from the header only, in its exact spelling', async () => {
    const token = bearers.get('access') ?? ''
    const meCall = servedCalls.find(({ path }) => path === '/user/me') as Call
    for (const authorization of [
      token,
      `bearer ${token}`,
      `Basic ${token}`,
      `Bearer  ${token}`,
      `Bearer ${token} x`,
      '',
    ])
      expect((await knock(context.app, meCall, authorization)).statusCode, authorization.slice(0, 10)).toBe(401)
    const sneaky = await context.app.inject({
      url: `/v1/user/me?access_token=${token}`,
      headers: { cookie: `access=${token}; rt=${token}`, 'x-authorization': `Bearer ${token}` },
    })
    expect(sneaky.statusCode).toBe(401)
    expect((await knock(context.app, meCall, `Bearer ${token}`)).statusCode).toBe(200)
  })
})

describe('a forged token', () => {
  test('the forger of these tests can also create a valid token', async () => {
    const meCall = servedCalls.find(({ path }) => path === '/user/me') as Call
    expect((await knock(context.app, meCall, `Bearer ${createValidToken(claimed)}`)).statusCode).toBe(200)
    expect(FORGERIES.length).toBeGreaterThanOrEqual(40)
  })

  test.each(FORGERIES)('%s is unauthorised on every route', async (_, forge) => {
    const wrong: string[] = []
    for (const call of servedCalls) {
      const authorization = `Bearer ${forge(claimed)}`
      if (needsCaller(call.access)) {
        const { statusCode } = await knock(context.app, call, authorization)
        // A valid signature with an unknown session counts as an ended session.
        const ended = statusCode === 410 && call.refusals && 'SESSION_ENDED' in call.refusals
        if (statusCode !== 401 && !(ended && /session/.test(_))) wrong.push(`${nameOf(call)}: ${statusCode}`)
      } else if (call.access === 'guest' && (await context.services.access.callerOf(call, authorization)))
        wrong.push(nameOf(call))
    }
    expect(wrong).toEqual([])
  })

  test.each([
    ['/v1/events', 'access'],
    ['/v1/desk/events', 'staff'],
  ] as const)('a forged token opens no stream at %s', async (url, purpose) => {
    const others = [...bearers].filter(([name]) => name !== purpose).map(([_, token]) => token)
    for (const token of [...others, ...FORGERIES.map(([_, forge]) => forge(claimed))])
      expect((await context.app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode).toBe(401)
  })
})

describe('401 for invalid tokens only', () => {
  /** Every call with its own valid bearer and valid input, on an app with a failing dependency. */
  async function runJob(app: FastifyInstance): Promise<{ name: string; status: number; retry: unknown }[]> {
    const result: { name: string; status: number; retry: unknown }[] = []
    for (const call of servedCalls) {
      if (call.access === 'refresh' || /logout$/.test(call.path)) continue
      const purpose = purposesOf(call.access)[0]
      const path = call.path.replaceAll(/:(\w+)/g, (_, key: string) => pathValue(call, key))
      const query = call.query ? `?${new URLSearchParams(sampleOf(call.query) as Record<string, string>)}` : ''
      const answer = await app.inject({
        method: call.method,
        url: `/v1${path}${query}`,
        headers: purpose ? { authorization: `Bearer ${bearers.get(purpose)}` } : {},
        ...(call.body ? { payload: sampleOf(call.body) as object } : {}),
      })
      result.push({ name: nameOf(call), status: answer.statusCode, retry: answer.headers['retry-after'] })
    }
    return result
  }
  const pathValue = (call: Call, key: string) =>
    encodeURIComponent(String((sampleOf(call.params as never) as Record<string, unknown>)[key]))

  /** Tokens whose verification does not exist count as invalid. */
  const isBegun = ({ name }: { name: string }) =>
    !/\/auth\/(register\/(confirmation|patient)|login\/(mfa|force)|mfa\/|recover\/|\w*\/?totp)/.test(name)

  test('an unreachable database is 503 with Retry-After, not 401 [A4.6]', async () => {
    // A separate connection for each call: a failed one waits before it reconnects.
    const dead = connect('postgres://nobody@127.0.0.1:1/none', { max: 300 })
    const { services } = context
    const access = createAccessControl(dead, services.tokens, services.changes, () => 15)
    const app = await createApp({ ...services, db: dead, access, cache: createAnswerCache(services.changes) })
    const result = await runJob(app)
    await app.close()
    await dead.end({ timeout: 1 })
    expect(result.filter(({ status }) => status === 401 || (status >= 500 && status !== 503))).toEqual([])
    const away = result.filter(({ status }) => status === 503)
    expect(away.length).toBeGreaterThan(25)
    expect(away.filter(({ retry }) => retry === undefined)).toEqual([])
  })

  test('failing providers are not 401 [A4.6]', async () => {
    const faults = (method: string, body: unknown) =>
      fetch(`${context.simulatorsUrl}/simulators/faults`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    for (const provider of providers)
      expect((await faults('PUT', { provider, fault: '5xx', times: 1_000 })).ok).toBe(true)
    const result = (await runJob(context.app)).filter(isBegun)
    expect(result.filter(({ status }) => status === 401 || status === 500)).toEqual([])
    expect(result.length).toBeGreaterThan(20)
  })
})
