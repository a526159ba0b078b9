import { randomInt } from 'node:crypto'
import type { Call, TokenPurpose } from '@cuida/core/kit/call.ts'
import * as fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { openSession } from '../access/session/sessions.ts'
import { TEST_SITE } from '../access/social/test-google.ts'
import { purposesOf } from '../kit/http/access.ts'
import { jsonSchemaOf } from '../kit/http/schema.ts'
import { servedCalls } from '../kit/http/serve.ts'
import { POLICY } from './policy/test-policy.ts'
import { callName, createActors } from './test-actors.ts'
import { createTestContext } from './test-contexts.ts'
import { arbitraryOf } from './test-samples.ts'

/** The gate sends 200 requests, `npm run test:all` 2,000; FUZZ_REQUESTS sets another number. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? (process.env.TEST_GATE ? 200 : 2_000))
const SEED = Number(process.env.FUZZ_SEED ?? 1)

const context = await createTestContext({ env: { PUBLIC_URL: TEST_SITE } })
const cast = await createActors(context)

interface Shot {
  call: Call
  path: string
  query: string
  body: unknown
  headers: Record<string, string>
}

const json = fc.jsonValue({ maxDepth: 3 })
const junk = fc.oneof(
  json,
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom<unknown>("' or 1=1 --", '../../etc/passwd', '\u0000', '٣', 1e308, -0, '{{7*7}}', '%00', null, [], {}),
)

/** Valid and nearly valid bodies: one member replaced, added or left out; also a body where none is declared. */
function bodyOf(call: Call): fc.Arbitrary<unknown> {
  if (!call.body) return fc.oneof(fc.constant(undefined), fc.record({ id: junk, sessionKey: junk, kind: junk }))
  const good = fc
    .tuple(arbitraryOf(jsonSchemaOf(call.body)) as fc.Arbitrary<Record<string, unknown>>, fc.boolean())
    .map(([body, isReal]) => (isReal ? { ...body, ...realIds(call, 'body', Object.keys(body)) } : body))
  const spoiled = fc.tuple(good, fc.nat(), junk).map(([body, at, value]) => {
    const names = Object.keys(body)
    return { ...body, [names[at % Math.max(1, names.length)] ?? 'x']: value }
  })
  const poor = fc.tuple(good, fc.nat()).map(([body, at]) => {
    const { [Object.keys(body)[at % Math.max(1, Object.keys(body).length)] ?? '']: _, ...rest } = body
    return rest
  })
  const rich = fc.tuple(good, json).map(([body, more]) => ({ ...body, id: more, status: more, __proto__: more }))
  return fc.oneof({ weight: 4, arbitrary: good }, spoiled, poor, rich, json)
}

/** The holder's own ids, where the policy knows what an id of this call names. */
function realIds(call: Call, part: 'path' | 'body', names: string[]): Record<string, string> {
  const ids = POLICY[callName(call)]?.ids ?? {}
  const real = names.flatMap((name) => {
    const kind = ids[`${part}.${name}`]
    return kind ? [[name, cast.holder[kind]] as const] : []
  })
  return Object.fromEntries(real)
}

/** Existing ids, plausible ids and junk. */
function pathOf(call: Call): fc.Arbitrary<string> {
  const names = [...call.path.matchAll(/:(\w+)/g)].map(([_whole, name]) => name ?? '')
  const fitting = (name: string) => {
    const { properties = {} } = jsonSchemaOf(call.params as v.GenericSchema) as { properties?: Record<string, object> }
    return arbitraryOf((properties[name] ?? {}) as Record<string, unknown>).map(String)
  }
  const values = names.map((name) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(realIds(call, 'path', [name])[name] ?? cast.holder.patient) },
      { weight: 2, arbitrary: fitting(name) },
      fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
    ),
  )
  return fc
    .tuple(...values)
    .map((idValues) => names.reduce((path, name, at) => path.replace(`:${name}`, encoded(idValues[at])), call.path))
}

/** A lone surrogate cannot be encoded in a URL. */
const encoded = (value = ''): string => encodeURIComponent(value.toWellFormed()) || '-'

function queryOf(call: Call): fc.Arbitrary<string> {
  if (!call.query) return fc.constantFrom('', '?id=1&id=2', '?sessionKey=x&kind[]=y', '?__proto__=1')
  const good = arbitraryOf(jsonSchemaOf(call.query)) as fc.Arbitrary<Record<string, unknown>>
  const pairs = fc.oneof(
    good,
    fc.tuple(good, junk).map(([query, value]) => ({ ...query, page: value, status: value })),
  )
  return pairs.map((query) => {
    const params = Object.entries(query).flatMap(([key, value]) =>
      value === undefined ? [] : [value].flat().map((one) => `${key}=${encoded(String(one))}`),
    )
    return params.length > 0 ? `?${params.join('&')}` : ''
  })
}

const shotOf = (call: Call): fc.Arbitrary<Shot> =>
  fc.record({
    call: fc.constant(call),
    path: pathOf(call),
    query: queryOf(call),
    body: bodyOf(call),
    headers: fc.constantFrom<Record<string, string>[]>(
      {},
      { 'x-locale': 'es' },
      { 'x-locale': '../es', 'if-none-match': '*' },
    ),
  })

/** Fuzzed calls may end sessions, so each request has a session of its own. */
async function tokenFor(call: Call, nth: number): Promise<string | undefined> {
  const purposes = purposesOf(call.access)
  const purpose = purposes[nth % Math.max(1, purposes.length)] as TokenPurpose | undefined
  if (!purpose || nth % 17 === 0) return undefined
  const { db, services } = context
  if (purpose !== 'access' && purpose !== 'staff')
    return services.tokens.sign(purpose, { subject: await subjectOf(purpose) })
  const staff = [cast.staff.inCare, cast.staff.manager, cast.staff.notInCare][nth % 3] ?? ''
  // Undoes a block by an earlier request, which would lock out the later ones.
  await db`update account set status = 'active' where id = ${cast.holder.account} and status = 'blocked'`
  await db`update staff set status = 'active' where id = ${staff}`
  const owner = purpose === 'access' ? { accountId: cast.holder.account } : { staffId: staff }
  const session = await db.begin((tx) => openSession(tx, owner))
  return services.tokens.sign(purpose, { subject: Object.values(owner)[0] ?? '', sessionId: session.id })
}

/** A pending verification for the tokens that belong to one; otherwise the account or the member of staff. */
async function subjectOf(purpose: TokenPurpose): Promise<string> {
  if (purpose === 'staff-totp') return cast.staff.inCare
  if (purpose === 'max-sessions' || purpose === 'reset') return cast.holder.account
  const of = purpose === 'mfa' || purpose === 'recovery' ? purpose : 'phone'
  const [row] = await context.db<{ id: string }[]>`
    insert into verification (purpose, sent_to, account_id, expires_at, used_at)
    values (${of}, ${`+3461${randomInt(1e7, 1e8) % 1e7}`}, ${of === 'phone' ? null : cast.holder.account}, now() + interval '10 min',
      ${purpose === 'registration' ? new Date() : null}) returning id`
  return row?.id ?? ''
}

const ALWAYS = [
  'INVALID',
  'UNAUTHORIZED',
  'NOT_FOUND',
  'TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMITED',
  'IDEMPOTENCY_MISMATCH',
]

/** Why a reply breaks its declaration; undefined when it does not. */
function wrongWith(call: Call, status: number, body: string): string | undefined {
  if (status >= 500) return 'fails'
  if (status === 204 || status === 304) return body === '' ? undefined : 'has a body'
  const result = JSON.parse(body)
  if (status < 400) return replyProblem(call, status, result)
  // The FHIR API answers with an OperationOutcome.
  const code: string = result.code ?? result.issue?.[0]?.details.text
  if (call.role && code === 'NOT_ALLOWED') return status === 403 ? secretIn(body) : `says ${code} with ${status}`
  if (![...ALWAYS, ...Object.keys(call.refusals ?? {})].includes(code)) return `says ${code}`
  const declared = call.refusals?.[code]
  if (declared && declared !== status) return `says ${code} with ${status}`
  return secretIn(body)
}

function replyProblem(call: Call, status: number, result: unknown): string | undefined {
  if (status !== (call.status ?? 200)) return `answers ${status}`
  if (!call.reply) return 'has a body'
  const parsed = v.safeParse(call.reply, result)
  if (!parsed.success) return `breaks its schema at ${parsed.issues.map((issue) => v.getDotPath(issue)).join()}`
  // The schema drops undeclared fields, so a difference means that the reply had some.
  return JSON.stringify(sorted(parsed.output)) === JSON.stringify(sorted(result))
    ? undefined
    : 'says more than its schema'
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort()
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}

function secretIn(body: string): string | undefined {
  const { APP_SECRET = '', TOKEN_KEY = '', DATABASE_URL = '' } = context.env
  const secrets = [APP_SECRET, JSON.parse(TOKEN_KEY).d, DATABASE_URL, ...cast.canaries]
  if (secrets.some((secret) => body.includes(secret))) return 'tells a secret'
  return /postgres|select |insert |\bat \/|node_modules|\.ts:\d|argon2/i.test(body) ? 'tells how it is made' : undefined
}

test(`${REQUESTS} valid or nearly valid requests: no reply fails, breaks its schema or leaks a secret`, async () => {
  const each = Math.ceil(REQUESTS / servedCalls.length)
  const problems = new Map<string, string>()
  const reached = new Set<string>()
  let sent = 0
  for (const call of servedCalls)
    for (const shot of fc.sample(shotOf(call), { numRuns: each, seed: SEED })) {
      const token = await tokenFor(call, sent)
      const { statusCode, body } = await context.app.inject({
        method: call.method,
        url: `/v1${shot.path}${shot.query}`,
        // A new address for each request, so that no rate limit applies.
        remoteAddress: `10.${sent % 200}.${(sent >> 8) % 200}.9`,
        headers: {
          ...shot.headers,
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          'content-type': 'application/json',
        },
        ...(shot.body === undefined ? {} : { payload: JSON.stringify(shot.body) }),
      })
      sent++
      if (!['INVALID', 'UNAUTHORIZED'].some((code) => body.includes(code))) reached.add(callName(call))
      const problem = wrongWith(call, statusCode, body)
      if (problem)
        problems.set(
          `${callName(call)} ${problem}`,
          `${shot.path}${shot.query} ${JSON.stringify(shot.body)} ${body.slice(0, 200)}`,
        )
    }
  expect(Object.fromEntries(problems)).toEqual({})
  expect(sent).toBeGreaterThanOrEqual(REQUESTS)
  // Nearly every route is reached beyond authentication and validation; the exceptions are refresh, which has no
  // valid token here, and registration, which has no valid document.
  expect(reached.size / servedCalls.length, missing(reached)).toBeGreaterThan(0.8)
}, 240_000)

const missing = (reached: Set<string>) =>
  servedCalls
    .map(callName)
    .filter((name) => !reached.has(name))
    .join(', ')
