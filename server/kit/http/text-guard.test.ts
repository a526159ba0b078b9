import type { Call } from '@cuida/core/kit/call.ts'
import * as fc from 'fast-check'
import type { RouteOptions } from 'fastify'
import type * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { TEST_SITE } from '../../access/social/test-google.ts'
import { createApp } from '../../app.ts'
import { POLICY } from '../../testing/policy/test-policy.ts'
import { callName, createActors } from '../../testing/test-actors.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { arbitraryOf } from '../../testing/test-samples.ts'
import { purposesOf } from './access.ts'
import { jsonSchemaOf } from './schema.ts'
import { servedCalls } from './serve.ts'
import { findMalformedText } from './text-guard.ts'

const routes: RouteOptions[] = []
const context = await createTestContext({ env: { PUBLIC_URL: TEST_SITE } })
const cast = await createActors(context)
const again = await createApp(context.services, (route) => routes.push(route))
await again.ready()
await again.close()

/** Text that no column accepts: NUL, and unpaired surrogates. */
const UNFIT = ['a\0b', '\0', '\ud800', 'x\udc00']
/** JSON values with extreme sizes and special names. */
const HOSTILE = [
  '1e308',
  '-1e308',
  '9007199254740993',
  '1e-320',
  '1e999',
  `${'['.repeat(6_000)}${']'.repeat(6_000)}`,
  `${'{"a":'.repeat(6_000)}1${'}'.repeat(6_000)}`,
  '{"__proto__":{"status":"ACTIVE"}}',
  '{"constructor":{"prototype":{"status":"ACTIVE"}}}',
  '{"toString":1,"length":-1}',
  '"0000-01-01T00:00:00.000Z"',
  '"9999-12-31T23:59:59.999Z"',
  '"2026-02-30T00:00:00Z"',
  '"2026-01-01T24:00:00Z"',
  '"0000-01-01"',
  '"9999-12-31"',
]

function fullest(schema: v.GenericSchema): Record<string, unknown> {
  const some = fc.sample(arbitraryOf(jsonSchemaOf(schema)), { seed: 3, numRuns: 25 })
  return some.reduce<object>(
    (best, one) => (JSON.stringify(one).length > JSON.stringify(best).length ? (one as object) : best),
    {},
  ) as Record<string, unknown>
}

type Path = (string | number)[]
/** Paths of all primitive values. An empty name has no place in a dotted path. */
const placesIn = (value: unknown, at: Path = []): Path[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => (key === '' ? [] : placesIn(inner, [...at, key])))
    : [at]

function withAt(value: unknown, [key, ...rest]: Path, put: unknown): unknown {
  if (key === undefined) return put
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string | number, unknown>
  copy[key] = withAt(copy[key], rest, put)
  return copy
}

async function bearerOf(call: Call): Promise<Record<string, string>> {
  const purpose = purposesOf(call.access)[0]
  if (!purpose) return {}
  const actor =
    POLICY[callName(call)]?.opens[0] ??
    (purpose !== 'staff' ? 'holder' : call.role === 'clinician' ? 'inCare' : 'manager')
  const own = purpose === 'access' || purpose === 'staff' ? cast.tokens[actor] : undefined
  if (purpose === 'machine') return { authorization: `Bearer ${cast.tokens.machine}` }
  const token = own ?? (await context.services.tokens.sign(purpose, { subject: cast.holder.account }))
  return { authorization: `Bearer ${token}` }
}

const pathOf = (call: Call): string =>
  call.path.replaceAll(/:(\w+)/g, (_, key: string) => {
    const kind = POLICY[callName(call)]?.ids?.[`path.${key}`]
    return encodeURIComponent(kind ? cast.holder[kind] : '1')
  })

let sent = 0
async function sendRequest(method: Call['method'], url: string, headers: Record<string, string>, payload?: string) {
  const { statusCode, body } = await context.app.inject({
    method,
    url,
    // A new address for each request, so that rate limits do not interfere.
    remoteAddress: `10.${sent % 200}.${(sent++ >> 8) % 200}.7`,
    headers: { ...headers, ...(payload === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(payload === undefined ? {} : { payload }),
  })
  return { status: statusCode, body }
}

describe('text that cannot be stored', () => {
  test('malformed text in any body is refused with its path', async () => {
    const wrong: string[] = []
    let tried = 0
    for (const call of servedCalls.filter((call) => call.body && !call.upload)) {
      const good = fullest(call.body as v.GenericSchema)
      const headers = await bearerOf(call)
      for (const path of [...placesIn(good), ['nobodyDeclaredIt']])
        for (const unfit of UNFIT) {
          const payload = JSON.stringify(withAt(good, path, unfit))
          const { status, body } = await sendRequest(call.method, `/v1${pathOf(call)}`, headers, payload)
          const { code, fields = {} } = JSON.parse(body)
          const fits = status === 400 && code === 'INVALID' && fields[path.join('.')] === 'INVALID'
          if (!fits) wrong.push(`${callName(call)} ${path.join('.')} ${JSON.stringify(unfit)}: ${status} ${body}`)
          tried++
        }
    }
    expect(wrong).toEqual([])
    expect(tried).toBeGreaterThan(1_000)
  })

  test('malformed text in any path or query is refused with its name', async () => {
    const wrong: string[] = []
    let tried = 0
    for (const call of servedCalls) {
      const headers = await bearerOf(call)
      const inPath = [...call.path.matchAll(/:(\w+)/g)].map(([_whole, name]) => name ?? '')
      const inQuery = Object.keys((call.query as { entries?: object } | undefined)?.entries ?? {})
      const urls = [
        ...inPath.map((name) => [name, call.path.replace(`:${name}`, 'ab%00').replaceAll(/:\w+/g, '1')] as const),
        ...[...inQuery, 'nobodyDeclaredIt'].map((name) => [name, `${pathOf(call)}?${name}=a%00b`] as const),
      ]
      for (const [name, url] of urls) {
        const { status, body } = await sendRequest(call.method, `/v1${url}`, headers)
        const problem = JSON.parse(body)
        // The FHIR API answers with an OperationOutcome.
        const isNamed = problem.fields?.[name] === 'INVALID' || problem.issue?.[0]?.expression.includes(name)
        const fits = status === 400 && isNamed
        if (!fits) wrong.push(`${call.method} ${url}: ${status} ${body}`)
        tried++
      }
    }
    expect(wrong).toEqual([])
    expect(tried).toBeGreaterThan(200)
  })

  test('malformed text fails no route: pages, files, content, webhooks', async () => {
    const failed: string[] = []
    for (const { method, url } of routes)
      for (const each of [method].flat().filter((each) => each !== 'HEAD' && each !== 'OPTIONS'))
        for (const spoiled of ['ab%00', '%ED%A0%80', '%', '%C0%80']) {
          const path = url.replaceAll(/:\w+|\*/g, spoiled)
          const query = `?filters[slug][$eq]=${spoiled}&${spoiled}=1&sort=${spoiled}&locale=${spoiled}`
          for (const address of [path, path + query, `${url.replaceAll(/:\w+|\*/g, '1')}${query}`]) {
            // A change event stream would never end.
            if (url.endsWith('/events') && !address.includes('%00')) continue
            const { status } = await sendRequest(each as Call['method'], address, {})
            if (status >= 500) failed.push(`${each} ${address}: ${status}`)
          }
        }
    expect(failed).toEqual([])
    expect(routes.length).toBeGreaterThan(servedCalls.length)
  })
})

describe('malformed headers', () => {
  /** Non-ASCII bytes as Node passes them on, percent-encoded malformed text, and quoting characters. */
  const ODD = ['\xff\xfe\xed\xa0\x80', '%00%ED%A0%80%', 'é'.repeat(1_000), `'"\\{}[]();--`, '__proto__']

  /** The headers that the API reads from our own pages, by its CORS preflight. */
  async function headersRead(): Promise<string[]> {
    const origin = context.services.env.APP_ORIGINS[0] ?? ''
    const requestHeaders = { origin, 'access-control-request-method': 'POST' }
    const { headers } = await context.app.inject({ method: 'OPTIONS', url: '/v1/me', headers: requestHeaders })
    const allowedHeaders = String(headers['access-control-allow-headers']).split(', ')
    const standardHeaders = [
      'user-agent',
      'accept-language',
      'accept-encoding',
      'cookie',
      'range',
      'x-forwarded-proto',
      'forwarded',
    ]
    return [...allowedHeaders.filter((name) => name !== 'authorization' && name !== 'content-type'), ...standardHeaders]
  }

  test('a malformed header fails no call and reaches no column', { tags: ['nightly'] }, async () => {
    const names = await headersRead()
    expect(names.length).toBeGreaterThan(15)
    const failed: string[] = []
    for (const call of servedCalls.filter(({ upload, path }) => !upload && !path.endsWith('/events'))) {
      const bearer = await bearerOf(call)
      const payload = call.body && JSON.stringify(fullest(call.body))
      for (const odd of ODD) {
        const all = Object.fromEntries(
          names.map((name) => [name, name === 'cookie' ? `locale=${odd}; refresh=${odd}` : odd]),
        )
        for (const headers of [
          { ...all, ...bearer },
          { ...all, authorization: `Bearer ${odd}` },
        ]) {
          const { status, body } = await sendRequest(call.method, `/v1${pathOf(call)}`, headers, payload)
          if (status >= 500) failed.push(`${callName(call)} ${JSON.stringify(odd.slice(0, 20))}: ${status} ${body}`)
        }
      }
    }
    expect(failed).toEqual([])
  })
})

test('extreme numbers and dates, deep nesting and special property names fail no call', {
  tags: ['nightly'],
}, async () => {
  const failed: string[] = []
  for (const call of servedCalls.filter(({ method, upload }) => method !== 'GET' && !upload)) {
    const good = call.body ? fullest(call.body) : {}
    const headers = await bearerOf(call)
    const tops = Object.keys(good)
    for (const hostile of HOSTILE) {
      const bodies = [
        hostile,
        ...tops.map((name) => JSON.stringify({ ...good, [name]: 'HERE' }).replace('"HERE"', hostile)),
      ]
      const deep = placesIn(good).filter((path) => path.length > 1)
      bodies.push(...deep.map((path) => JSON.stringify(withAt(good, path, 'HERE')).replace('"HERE"', hostile)))
      for (const payload of bodies) {
        const { status } = await sendRequest(call.method, `/v1${pathOf(call)}`, headers, payload)
        if (status >= 500) failed.push(`${callName(call)} ${payload.slice(0, 300)}: ${status}`)
      }
    }
  }
  expect(failed).toEqual([])
})

test('extreme values in a URL fail no call', { tags: ['nightly'] }, async () => {
  const failed: string[] = []
  let tried = 0
  for (const call of servedCalls) {
    const entries = (call.query as { entries?: object } | undefined)?.entries
    if (!entries || call.path.endsWith('/events')) continue
    const headers = await bearerOf(call)
    const good = Object.entries(fullest(call.query as v.GenericSchema))
    for (const name of Object.keys(entries))
      for (const hostile of HOSTILE.filter((value) => value.length < 100)) {
        const put = [name, hostile.replaceAll('"', '')]
        const pairs = [...good.filter(([other]) => other !== name), put] as [string, string][]
        const { status } = await sendRequest(call.method, `/v1${pathOf(call)}?${new URLSearchParams(pairs)}`, headers)
        if (status >= 500) failed.push(`${callName(call)} ${name} ${hostile}: ${status}`)
        tried++
      }
  }
  expect(failed).toEqual([])
  expect(tried).toBeGreaterThan(300)
})

test('the path of malformed text is found at any depth, and well-formed text is left alone', () => {
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => findMalformedText(value) === undefined))
  expect(findMalformedText({ a: [{ b: ['fits', 'un\0fit'] }] })).toBe('a.0.b.1')
  expect(findMalformedText({ a: { 'na\0me': 1 } })).toBe('a.na\0me')
  expect(findMalformedText('\ud83d\ude00')).toBeUndefined()
})

test('a body for a simulator is passed on unchecked', async () => {
  const url = await context.app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${url}/simulators/monei/v1/tokens`, { method: 'POST', headers, body: '{"card":{}}' })
  // The simulator's own error about a missing header; ours would be INVALID.
  expect(await reply.json()).toMatchObject({ message: 'Client-Env header is missing or malformed' })
})
