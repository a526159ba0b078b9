import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CMS_TOKEN, startTestCms } from '@cuida/content/cms/test-cms.ts'
import { type ContentBundle, loadPartner } from '@cuida/content/service.ts'
import type { FastifyInstance } from 'fastify'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createApp } from '../app.ts'
import { createSecondProcess } from '../booking/test-people.ts'
import { readEnv } from '../env.ts'
import { createServices, type Services } from '../services.ts'
import { findStartProblems } from '../startup-checks.ts'
import { closeAfterTests, createTestContext } from '../testing/test-contexts.ts'

const SECRET = 'secret-of-the-webhook-in-this-test'

/** The product over a remote content service, in two processes. */
const bundle = await loadPartner('vida-ligera')
const cms = closeAfterTests(await startTestCms(bundle))
const context = await createTestContext({
  env: { CONTENT_URL: cms.url, CONTENT_TOKEN: CMS_TOKEN, CONTENT_WEBHOOK_SECRET: SECRET },
})
const other = closeAfterTests(await createSecondProcess(context))
beforeEach(async () => {
  cms.serve(bundle)
  await Promise.all([context.services.live?.refresh(), other.services.live?.refresh()])
})

const priced = (price: number, more: Partial<ContentBundle['config']> = {}): ContentBundle => ({
  ...bundle,
  config: { ...bundle.config, ...more },
  products: bundle.products.map((product) => (product.id === 101 ? { ...product, price } : product)),
})
const tellOf = (secret: string | undefined, app = context.app) =>
  app.inject({
    method: 'POST',
    url: '/v1/content/changed',
    headers: { 'content-type': 'application/json', ...(secret ? { 'x-content-secret': secret } : {}) },
    payload: '{"event":"entry.update","model":"product","entry":{"id":1}}',
  })
/** Resolves when a process next reports that it serves other content. */
const nextChange = (services: Services, times = 1) =>
  new Promise<void>((resolve) => {
    let remaining = times
    const stop = services.changes.onChange((topics) => {
      if (!topics.includes('content') || --remaining > 0) return
      stop()
      resolve()
    })
  })
const priceAt = async (app: FastifyInstance) =>
  (await app.inject('/api/products?filters[slug][$eq]=general-consultation')).json().data[0].attributes.price

test('a change reaches both processes, in what they sell and show, once the service notifies one of them [A3.1]', async () => {
  cms.serve(priced(3100, { emergencyPhoneNumber: '061' }))
  const result = nextChange(context.services, 2)
  expect((await tellOf(SECRET)).statusCode).toBe(202)
  await result
  for (const { app, services } of [context, other]) {
    expect(await priceAt(app)).toBe(3100)
    expect(services.content.product('101', 'es')?.price.amount).toBe(3100)
    expect(services.config.emergencyPhoneNumber).toBe('061')
  }
})

test.each([
  ['no secret', undefined],
  ['a wrong secret', 'secret-of-the-webhook-in-this-tesT'],
])('a change webhook with %s is refused', async (_, secret) => {
  const { statusCode, body } = await tellOf(secret)
  expect([statusCode, JSON.parse(body).code]).toEqual([400, 'FORGED_WEBHOOK'])
})

test('without the secret no byte of the body is read, and with it no more than the size of an entry', async () => {
  const headers = { 'content-type': 'application/json' }
  const url = '/v1/content/changed'
  const { port } = new URL(await context.app.listen({ port: 0, host: '127.0.0.1' }))
  const answered = await new Promise<number | undefined>((resolve, reject) => {
    const long = { ...headers, 'content-length': 4_000_000, 'x-content-secret': 'no' }
    const clientRequest = request(
      { host: '127.0.0.1', port, path: url, method: 'POST', headers: long },
      ({ statusCode }) => {
        resolve(statusCode)
        clientRequest.destroy()
      },
    )
    clientRequest.on('error', reject)
    // The body is never sent.
    clientRequest.flushHeaders()
  })
  expect(answered).toBe(400)
  const sent = { method: 'POST', url, headers: { ...headers, 'x-content-secret': SECRET } } as const
  expect((await context.app.inject({ ...sent, payload: 'x'.repeat(5 * 1024 * 1024) })).statusCode).toBe(413)
})

test('without a configured secret the webhook is closed', async () => {
  const env = { ...context.env, CONTENT_WEBHOOK_SECRET: undefined }
  const services = await createServices(readEnv(env), 'api')
  const app = await createApp(services)
  expect([(await tellOf(undefined, app)).statusCode, (await tellOf('undefined', app)).statusCode]).toEqual([404, 404])
  expect(services.live?.status().isCurrent).toBe(true)
  await app.close()
  await services.close()
})

test('a startup check creates no folder', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'cuida-refused-'))
  onTestFinished(() => rm(parent, { recursive: true }))
  const env = { ...context.env, PUBLIC_URL: 'https://clinic.example', DATA_DIR: join(parent, 'data') }
  expect((await findStartProblems(env)).length).toBeGreaterThan(0)
  expect(await readdir(parent)).toEqual([])
})

test('a process that finds a change by polling notifies the other one', async () => {
  cms.serve(priced(3200))
  const result = nextChange(other.services, 2)
  await context.services.follower?.refresh()
  await result
  expect([await priceAt(context.app), await priceAt(other.app)]).toEqual([3200, 3200])
})

test('open pages are notified of a change, signed in or not', async () => {
  const address = await other.app.listen({ port: 0, host: '127.0.0.1' })
  const stop = new AbortController()
  const { body, headers } = await fetch(`${address}/v1/content/events`, { signal: stop.signal })
  expect(headers.get('content-type')).toBe('text/event-stream')
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  cms.serve(priced(3300))
  await tellOf(SECRET)
  while (!text.includes('"content"')) text += (await reader?.read())?.value ?? ''
  stop.abort()
  // Not cacheable: a browser would show the old price for a minute.
  const reply = await other.app.inject('/api/products?populate=*')
  expect(reply.headers['cache-control']).toBe('no-cache')
})

describe('a content service that is down or returns invalid content', () => {
  test('the last good content is served, and the operator reads why in the log', async () => {
    expect((await context.app.inject('/readyz')).json()).toEqual({ ready: true, content: 'current' })
    for (const bad of ['away', priced(-1)] as const) {
      cms.serve(bad)
      await context.services.follower?.refresh()
      expect(await priceAt(context.app)).toBe(2900)
      expect(context.services.content.product('101', 'en')?.price.amount).toBe(2900)
      const { statusCode, body } = await context.app.inject('/readyz')
      expect([statusCode, JSON.parse(body)]).toEqual([200, { ready: true, content: 'last good' }])
    }
  })
  test('messages, languages and settings are answered as before', async () => {
    cms.serve('away')
    for (const url of [
      '/v1/locales',
      '/v1/patient/locales/es',
      '/v1/patient/locales/pt-BR',
      '/api/backend-config?populate=*',
    ])
      expect((await context.app.inject(url)).statusCode, url).toBe(200)
    expect((await context.app.inject('/v1/locales')).json()).toEqual([
      { code: 'es-ES', name: 'Español (España)' },
      { code: 'en', name: 'English' },
    ])
  })
  test('a process that starts serves the last good content', async () => {
    cms.serve('away')
    const late = await createServices(readEnv(context.env), 'worker')
    expect(late.content.product('101', 'en')?.price.amount).toBe(2900)
    await late.close()
  })
})
