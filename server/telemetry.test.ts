import { createServer } from 'node:http'
import { createOrder } from '@cuida/core/checkout/order/api.ts'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '../tools/ports.ts'
import { checkAudit } from './access/jobs.ts'
import { observeClinic } from './clinic-figures.ts'
import { jobHandlers } from './jobs.ts'
import { METRICS, type Metric, prometheusName, seriesNames } from './kit/telemetry/metrics.ts'
import { noTelemetry, watchJob } from './kit/telemetry/telemetry.ts'
import { MessageRefused } from './providers/messages/port.ts'
import { ProviderDown } from './providers/provider-down.ts'
import { outcomeOf } from './providers/watch-ports.ts'
import { closeAfterTests, createTestContext } from './testing/test-contexts.ts'

const CANARY = 'canary-of-a-person'
const PHONE = '+34600111222'
const ID = '6f1de7a2-0c5e-4d53-9a53-0f3c7ad3a111'
const TRACE_ID = 'ab'.repeat(16)

const port = await freePort()
const collector = closeAfterTests(await startCollector())
const context = await createTestContext({
  env: { METRICS_PORT: String(port), OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}` },
})
const { services, app } = context
const { telemetry } = services

interface Series {
  name: string
  labels: Record<string, string>
  value: number
}
const scrapeText = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
const scrape = async (): Promise<Series[]> =>
  (await scrapeText())
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', text = '']) => [key, text])
      return { name, labels: Object.fromEntries(pairs), value: Number(value) }
    })

const isRoute = ({ http_route: url = '', http_request_method: method }: Record<string, string>) =>
  url === 'unknown' || app.hasRoute({ url, method: method as 'GET' })

/** Receives what a real collector would. */
async function startCollector() {
  const received: { url: string; body: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      received.push({ url: request.url ?? '', body })
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' ? address?.port : 0,
    received,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

beforeAll(async () => {
  observeClinic(services, Object.keys(jobHandlers(services)))
  const get = (url: string) => app.inject({ url, headers: { 'x-trace-id': TRACE_ID } })
  await get(`/v1/order/${ID}?email=${CANARY}`)
  await get(`/v1/${CANARY}/${PHONE}`)
  await get(`/${CANARY}`)
  await get('/healthz')
  await app.inject({ method: 'POST', url: `/v1${createOrder.path}`, payload: { name: CANARY } })
  const message = { to: PHONE, key: CANARY, text: CANARY }
  await services.providers.messages.sms(message).catch(() => {})
  await services.providers.messages.sms({ ...message, to: CANARY }).catch(() => {})
  await watchJob(telemetry, 'sendNotification', async () => {})
  await watchJob(telemetry, 'reconcile', () => Promise.reject(new Error(CANARY))).catch(() => {})
  await checkAudit(services)
  telemetry.record('callJoinDuration', 1, {})
  telemetry.record('handoverDuration', 1, { channel: 'sms', outcome: 'sent' })
  await context.db`select graphile_worker.add_job('reconcile', run_at => clock_timestamp() - interval '1 minute')`
})

describe('a scrape', () => {
  test('a scrape returns every declared metric and no other', async () => {
    const declared = Object.values(METRICS).flatMap((metric: Metric) => seriesNames(metric))
    const found = new Set((await scrape()).map(({ name }) => name))
    expect([...found].filter((name) => name !== 'target_info').sort()).toEqual(declared.sort())
  })

  test('no label holds an id, a phone number or text of a request', async () => {
    const text = await scrapeText()
    for (const secret of [CANARY, PHONE, PHONE.slice(1), ID, TRACE_ID]) expect(text).not.toContain(secret)
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
  })

  test('every label is declared, and its value is in its list or a name of the source code', async () => {
    const byName = new Map<string, Metric>(
      Object.values(METRICS).flatMap((metric: Metric) => seriesNames(metric).map((name) => [name, metric] as const)),
    )
    for (const { name, labels } of await scrape()) {
      const declared = Object.entries(byName.get(name)?.labels ?? {}).map(
        ([label, values]) => [label.replaceAll('.', '_'), values] as const,
      )
      for (const [label, value] of Object.entries(labels)) {
        if (label === 'le' || name === 'target_info') continue
        const values = declared.find(([known]) => known === label)?.[1]
        expect(values, `${name} ${label}`).toBeDefined()
        if (label === 'http_route') expect(isRoute(labels), value).toBe(true)
        else if (values === 'code') expect(value).toMatch(/^[A-Za-z]{2,40}$/)
        else expect(values).toContain(value)
      }
    }
  })

  test('addresses that no route matches are one series', async () => {
    const before = (await scrape()).length
    for (let at = 0; at < 20; at++) await app.inject({ url: `/v1/${CANARY}-${at}` })
    expect(await scrape()).toHaveLength(before)
  })

  test('an overdue job, a failed job and a refused booking are counted', async () => {
    const series = await scrape()
    const reading = (metric: Metric, labels: Record<string, string>, part = '') =>
      series.find(
        (each) =>
          each.name === prometheusName(metric) + part &&
          Object.entries(labels).every(([label, value]) => each.labels[label] === value),
      )?.value
    expect(reading(METRICS.oldestJob, { task: 'reconcile' })).toBeGreaterThanOrEqual(60)
    expect(reading(METRICS.jobsDue, { task: 'keepCard' })).toBe(0)
    expect(reading(METRICS.jobDuration, { task: 'reconcile', outcome: 'failed' }, '_count')).toBe(1)
    expect(reading(METRICS.bookings, { outcome: 'refused' })).toBe(1)
    expect(reading(METRICS.bookings, { outcome: 'failed' })).toBe(0)
    expect(
      reading(METRICS.providerCallDuration, { capability: 'messages', operation: 'sms', outcome: 'ok' }, '_count'),
    ).toBe(1)
  })

  test('a request that an overloaded process refuses is counted apart, by its priority', async () => {
    const sum = (all: Series[], name: string, labels: Record<string, string>) =>
      all
        .filter(
          (each) => each.name === name && Object.entries(labels).every(([key, value]) => each.labels[key] === value),
        )
        .reduce((total, { value }) => total + value, 0)
    const figures = async () => {
      const all = await scrape()
      const failed = sum(all, 'http_server_request_duration_seconds_count', { http_response_status_class: '5xx' })
      const shed = (priority: string) => sum(all, 'cuida_requests_shed_total', { priority })
      return { failed, low: shed('low'), high: shed('high') }
    }
    const before = await figures()
    const refuses = vi.spyOn(services.load, 'refuses').mockReturnValue(true)
    expect((await app.inject({ url: '/v1/user/sessions' })).statusCode).toBe(503)
    expect((await app.inject({ method: 'POST', url: `/v1${createOrder.path}`, payload: {} })).statusCode).toBe(503)
    refuses.mockRestore()
    expect(await figures()).toEqual({ failed: before.failed, low: before.low + 1, high: before.high + 1 })
  })

  test('only /metrics is answered on the port', async () => {
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(404)
  })
})

test.each([
  ['down', new ProviderDown('x', 'HTTP 500')],
  ['timeout', new ProviderDown('x', 'no answer', Object.assign(new Error('late'), { code: 'ETIMEDOUT' }))],
  ['refused', new MessageRefused('NUMBER_INVALID')],
  ['failed', new TypeError('our fault')],
])('the outcome of a provider call is %s', (outcome, error) => expect(outcomeOf(error)).toBe(outcome))

test('without a receiver nothing is loaded, and a job runs as it is', async () => {
  expect(await watchJob(noTelemetry, 'x', async () => 1)).toBe(1)
})

describe('traces', () => {
  let spans: { traceId: string; name: string; kind: number; attributes: unknown }[]
  beforeAll(async () => {
    await telemetry.close()
    spans = collector.received
      .filter(({ url }) => url === '/v1/traces')
      .flatMap(({ body }) => JSON.parse(body).resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans)
      .flatMap((scope) => scope.spans)
  })
  test('the span of a request has its trace id and its route pattern', () => {
    expect(spans).toContainEqual(expect.objectContaining({ traceId: TRACE_ID, name: 'GET /v1/order/:id' }))
  })
  test('calls to providers and jobs have spans', () => {
    expect(spans.map(({ name }) => name)).toEqual(expect.arrayContaining(['messages sms', 'reconcile']))
  })
  test('neither spans nor exported metrics hold anything about a person', () => {
    const sent = collector.received.map(({ body }) => body).join('\n')
    expect(sent).toContain('http.server.request.duration')
    for (const secret of [CANARY, PHONE, ID]) expect(sent).not.toContain(secret)
  })
})
