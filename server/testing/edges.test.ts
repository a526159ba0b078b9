import { type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startUpstream, type Upstream } from '@cuida/content/remote/test-upstream.ts'
import { startContentApp } from '@cuida/content/test-bundle.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { linkOf } from '../access/team/invitation.ts'
import { createApp } from '../app.ts'
import { insertClinician } from '../care/test-people.ts'
import { httpsSettings, startTestContext, type TestContext } from './test-context.ts'
import { closeAfterTests, createTestContext } from './test-contexts.ts'

/** The product as a clinic deploys it: https, and a host for every origin, including the desk. */
const HOSTS = {
  PUBLIC_URL: 'https://salud.example',
  PAYMENT_ORIGIN: 'https://cards.example',
  HELP_ORIGIN: 'https://help.example',
  PRESCRIPTION_ORIGIN: 'https://prescription.example',
  DESK_URL: 'https://desk.example',
}
const SETTINGS = { ...httpsSettings(HOSTS.PUBLIC_URL), ...HOSTS }
type Name = keyof typeof HOSTS
const NAMES = Object.keys(HOSTS) as Name[]
const hostOf = (name: Name) => new URL(HOSTS[name]).host

const routes: { method: string; url: string }[] = []
// This partner has both windows: a help widget and the prescription provider's module.
const context = await createTestContext({ partner: 'bem-leve', env: SETTINGS })
const app = closeAfterTests(
  await createApp(context.services, ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, url })
  }),
)
await app.listen({ port: 0, host: '127.0.0.1' })

interface Knock {
  host?: string
  method?: string
  headers?: Record<string, string>
  from?: string
}
const knock = (url: string, { host = hostOf('PUBLIC_URL'), method = 'GET', headers = {}, from }: Knock = {}) =>
  app.inject({
    url,
    method: method as 'GET',
    headers: { host, ...headers },
    ...(from ? { remoteAddress: from } : {}),
  })

/** Sends the path over a raw connection, so that no client normalises it. */
function rawly(path: string, name: Name, method: string, more: Record<string, string> = {}) {
  const { port } = app.server.address() as AddressInfo
  const headers = { host: hostOf(name), ...more }
  return new Promise<{ status: number | undefined; headers: IncomingHttpHeaders }>((resolve, reject) => {
    const clientRequest = request({ host: '127.0.0.1', port, path, method, headers }, (reply) => {
      resolve({ status: reply.statusCode, headers: reply.headers })
      reply.destroy()
    })
    clientRequest.on('upgrade', ({ statusCode: status, headers: result }, socket) => {
      resolve({ status, headers: result })
      socket.destroy()
    })
    clientRequest.on('error', reject).end()
  })
}

/** A sample address for a route, with a value for every parameter. */
const addressOf = (url: string) =>
  url.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000').replace('*', 'nothing')
const ownerOf = (url: string): Name => {
  if (/^\/(payment-frame|to-the-app)(\/|$)/.test(url)) return 'PAYMENT_ORIGIN'
  if (/^\/help-window(\/|$)/.test(url)) return 'HELP_ORIGIN'
  if (/^\/prescription-window(\/|$)/.test(url)) return 'PRESCRIPTION_ORIGIN'
  return /^(\/v1)?\/desk(\/|$)/.test(url) ? 'DESK_URL' : 'PUBLIC_URL'
}

const SAFE = {
  'strict-transport-security': 'max-age=63072000',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
}
/** A 404 in JSON: problem+json, or Strapi's format below `/api`. */
const isClear404 = ({ statusCode, headers }: { statusCode: number; headers: Record<string, unknown> }) =>
  statusCode === 404 && /^application\/(problem\+)?json/.test(String(headers['content-type']))

test('every reply of every route, on every host, has the security headers', async () => {
  const wrong: string[] = []
  for (const { method, url } of routes.filter((route) => route.method !== 'OPTIONS'))
    for (const name of NAMES) {
      // Event streams stay open; their headers are tested below.
      if (url.endsWith('/events') || url.startsWith('/simulators')) continue
      const { headers, statusCode } = await knock(addressOf(url), { method, host: hostOf(name) })
      const missing = Object.entries(SAFE).filter(([header, value]) => headers[header] !== value)
      if (missing.length > 0 || statusCode === 500) wrong.push(`${method} ${url} at ${name}: ${statusCode} ${missing}`)
      const isHtml = String(headers['content-type']).startsWith('text/html')
      if (isHtml && !headers['permissions-policy']) wrong.push(`${method} ${url} at ${name}: no permissions policy`)
      if (isHtml && !String(headers['content-security-policy']).includes("object-src 'none'"))
        wrong.push(`${method} ${url} at ${name}: no content policy`)
    }
  expect(wrong).toEqual([])
  expect(routes.length).toBeGreaterThan(300)
})

test('an event stream has the security headers', async () => {
  const { token } = await insertClinician(context)
  const { headers } = await rawly('/v1/desk/events', 'DESK_URL', 'GET', { authorization: `Bearer ${token}` })
  expect(headers).toMatchObject({ ...SAFE, 'content-type': 'text/event-stream' })
})

test('every route is served on its own host and on no other', async () => {
  const wrong: string[] = []
  const shared = /^\/(v1\/locales|v1\/patient\/locales|api|uploads|healthz)(\/|$)/
  for (const { method, url } of routes.filter((route) => route.method === 'GET' || route.method === 'POST')) {
    if (url.startsWith('/simulators')) continue
    for (const name of NAMES) {
      if (name === ownerOf(url) || (name === 'DESK_URL' && shared.test(url))) continue
      const result = await knock(addressOf(url), { method, host: hostOf(name) })
      if (!isClear404(result)) wrong.push(`${method} ${url} at ${name}: ${result.statusCode}`)
    }
  }
  expect(wrong).toEqual([])
})

test.each([
  ['PAYMENT_ORIGIN', '/payment-frame'],
  ['HELP_ORIGIN', '/help-window'],
  ['HELP_ORIGIN', '/help-window/window.js'],
  ['PRESCRIPTION_ORIGIN', '/prescription-window'],
  ['PRESCRIPTION_ORIGIN', '/prescription-window/window.js'],
  ['DESK_URL', '/desk'],
  ['DESK_URL', '/desk/people'],
  ['DESK_URL', '/v1/patient/locales/es'],
  ['DESK_URL', '/api/backend-config?populate=*'],
  ['DESK_URL', '/uploads/favicon.svg'],
  ['PUBLIC_URL', '/'],
  ['PUBLIC_URL', '/welcome'],
  ['PUBLIC_URL', '/v1/locales'],
] as const)('at %s stands %s, however its name is written', async (name, url) => {
  const host = hostOf(name)
  for (const hostHeader of [host, host.toUpperCase(), `${host}.`, `${host}:443`])
    expect((await knock(url, { host: hostHeader })).statusCode).toBe(200)
})

describe('a person on the wrong host is redirected to the right one', () => {
  const visit = { 'sec-fetch-dest': 'document' }
  test.each([
    ['DESK_URL', '/', 'https://desk.example/desk'],
    ['DESK_URL', '/welcome?lang=es', 'https://salud.example/welcome?lang=es'],
    ['DESK_URL', '/guest', 'https://salud.example/guest'],
    ['PUBLIC_URL', '/desk', 'https://desk.example/desk'],
    ['PUBLIC_URL', '/desk/join', 'https://desk.example/desk/join'],
    ['HELP_ORIGIN', '/', 'https://salud.example/'],
    ['PAYMENT_ORIGIN', '//evil.example/x', 'https://salud.example//evil.example/x'],
  ] as const)('%s %s leads to %s', async (name, url, location) => {
    const result = await knock(url, { host: hostOf(name), headers: visit })
    expect([result.statusCode, result.headers.location]).toEqual([307, location])
    const frame = await knock(url, { host: hostOf(name), headers: { 'sec-fetch-dest': 'iframe' } })
    expect(frame.statusCode).toBe(404)
  })
})

test.each([
  '/v1',
  '/v1/',
  '/v1/nope',
  '/v1/desk/nope',
  '/v1/%6eope',
  '/%76%31/nope',
  '/v1/consultations/../nope',
  '/v1/locales/../../etc/passwd',
  '/uploads/nope.png',
  '/uploads/..%2f..%2fpackage.json',
  '/assets/nope.js',
  '/assets/',
  '/assets/../../package.json',
  '/assets/..%2f..%2fetc/passwd',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/assets/..%5c..%5cpackage.json',
  '/assets/%00',
  '/assets/x%00.js',
  '/assets/%',
  '/assets/%ff',
  '/assets/%zz',
  `/assets/${'a'.repeat(150)}`,
  `/assets/${'a/'.repeat(90)}x`,
  '/desk/assets/..%2f..%2findex.html',
  '/desk/assets/%00',
  '/%',
  '/%ff',
  '/simulators/%',
  '/.well-known/assetlinks.json',
  '/payment-frame/nope',
  '/payment-frame/assets/..%2f..%2fpackage.json',
])('%s is a clear 404', async (url) => {
  for (const name of NAMES)
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await rawly(url, name, method)
      // On a route that takes the parameter, a NUL is refused as invalid text (kit/text-guard.ts).
      const result = url.includes('%00') && status === 400 ? 404 : status
      expect([name, method, result]).toEqual([name, method, 404])
      expect(headers).toMatchObject({ ...SAFE, 'content-type': 'application/problem+json; charset=utf-8' })
    }
})

test('the call socket is on the app’s host and on the desk’s', async () => {
  const upgrade = { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
  const key = { 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==' }
  for (const name of NAMES)
    for (const origin of [HOSTS.PUBLIC_URL, HOSTS.DESK_URL, HOSTS.HELP_ORIGIN]) {
      const { status } = await rawly('/v1/calls', name, 'GET', { ...upgrade, ...key, origin })
      const isOurs = name === 'PUBLIC_URL' || name === 'DESK_URL'
      expect([name, origin, status]).toEqual([name, origin, isOurs ? (origin === HOSTS.HELP_ORIGIN ? 403 : 101) : 404])
    }
})

test('desk invitations and sign-in stay on the desk’s host', async () => {
  expect(linkOf(context.services, 'anybody')).toMatch(/^https:\/\/desk\.example\/desk\/join#/)
  const desk = await knock('/desk', { host: hostOf('DESK_URL') })
  expect(desk.body).toContain('<meta name="app" content="https://salud.example"')
  expect(desk.headers['content-security-policy']).toContain('frame-src https://prescription.example;')
  const page = await knock('/')
  expect(page.headers['content-security-policy']).toContain('frame-src https://cards.example https://help.example;')
  for (const { headers } of [desk, page])
    expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'; trusted-types ")
})

describe('a remote content service', () => {
  let cms: Upstream
  let behind: FastifyInstance
  let over: TestContext
  beforeAll(async () => {
    behind = await startContentApp()
    cms = await startUpstream()
    cms.does((request, response) => {
      behind.inject({ url: request.url ?? '', method: 'GET' }).then(({ statusCode, headers, rawPayload }) => {
        const type = String(headers['content-type'])
        response.writeHead(statusCode, { 'content-type': type, 'set-cookie': 'rt=theirs; Path=/' }).end(rawPayload)
      })
    })
    over = await startTestContext({ demo: false, env: { ...SETTINGS, CONTENT_URL: cms.url } })
  })
  afterAll(async () => {
    await over.close()
    await cms.close()
    await behind.close()
  })

  test('no route forwards a caller’s cookie or bearer to it, or passes on a cookie from it', async () => {
    const all: { method: string; url: string }[] = []
    const probe = await createApp(over.services, ({ method, url }) => {
      for (const one of [method].flat()) all.push({ method: one, url })
    })
    await probe.ready()
    cms.heard.length = 0
    for (const { method, url } of all.filter((route) => !/events$|^\/simulators/.test(route.url))) {
      const headers = { host: hostOf('PUBLIC_URL'), cookie: '__Host-rt=c.secret', authorization: 'Bearer secret' }
      const result = await probe.inject({ url: addressOf(url), method: method as 'GET', headers })
      expect(String(result.headers['set-cookie'])).not.toContain('theirs')
    }
    expect(all.some(({ url }) => url === '/v1/content/changed')).toBe(false)
    for (const url of ['/uploads/favicon.svg', '/uploads/logo.svg'])
      await probe.inject({ url, headers: { cookie: '__Host-rt=c.secret', authorization: 'Bearer secret' } })
    expect(cms.heard.map(({ url }) => url)).toContain('/uploads/logo.svg')
    expect(cms.heard.filter(({ url }) => !url.startsWith('/uploads/'))).toEqual([])
    expect(JSON.stringify(cms.heard)).not.toContain('secret')
    expect(new Set(cms.heard.map(({ method }) => method))).toEqual(new Set(['GET', 'HEAD']))
    await probe.close()
  })
})
