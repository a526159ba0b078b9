import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { credentials } from '../../../simulators/credentials.ts'
import { jsonRequest, type RunningSimulators, startSimulators } from '../../../simulators/test-simulators.ts'
import { readDsn } from '../../kit/error-reports/dsn.ts'
import { errorReportOf } from '../../kit/error-reports/error-report.ts'
import { createErrorReporter } from '../../kit/error-reports/reporter.ts'
import { sentrySink } from './sentry.ts'

let simulators: RunningSimulators
const START = Date.UTC(2026, 10, 23)
const clock = { at: START }
beforeAll(async () => {
  simulators = await startSimulators()
})
beforeEach(async () => {
  clock.at = START
  await simulators.clearFaults()
})
afterAll(() => simulators.close())

const { publicKey, project } = credentials.sentry
const dsnOf = (key: string = publicKey) => `${simulators.url.replace('://', `://${key}@`)}/simulators/sentry/${project}`
function sinkOf(dsn = dsnOf()) {
  const read = readDsn(dsn)
  if (!read) throw new Error('no DSN')
  return sentrySink(read, () => new Date(clock.at))
}
const TRACE = '0123456789abcdef0123456789abcdef'
const fault = () =>
  errorReportOf(
    Object.assign(new TypeError('canary@example.com'), { body: 'canary' }),
    { route: '/v1/a', traceId: TRACE },
    {
      program: 'api',
      release: '0.1.0',
    },
  )
interface Item {
  header: { type: string }
  payload: Record<string, unknown>
}
const items = async () => (await (await fetch(`${simulators.url}/simulators/sentry/received`)).json()) as Item[]
const limit = (body: object) => fetch(`${simulators.url}/simulators/sentry/limit`, jsonRequest('PUT', body))

test('a report arrives with its identifying fields, and without the error’s message', async () => {
  expect(await sinkOf().take(fault(), 'f'.repeat(32), 2)).toBe(true)
  const [event, lossReport] = (await items()).slice(-2)
  expect(event?.payload).toMatchObject({
    platform: 'node',
    level: 'error',
    release: 'cuida@0.1.0',
    transaction: '/v1/a',
    fingerprint: ['f'.repeat(32)],
    exception: { values: [{ type: 'TypeError', stacktrace: { frames: expect.any(Array) } }] },
    tags: { program: 'api', trace_id: TRACE },
    contexts: { trace: { trace_id: TRACE } },
  })
  expect(JSON.stringify(event)).not.toMatch(/canary|server_name|"user"|"request"/)
  expect(lossReport?.payload).toMatchObject({ discarded_events: [{ category: 'error', quantity: 2 }] })
})

test.each([
  ['an unknown key', () => dsnOf('abc')],
  ['another project', () => dsnOf().replace(/1$/, '2')],
])('%s is refused, and affects nothing else', async (_, dsn) => {
  expect(await sinkOf(dsn()).take(fault(), 'f', 0)).toBe(false)
})

test.each([
  ['Retry-After in seconds', { retryAfter: '30' }, 30],
  ['Retry-After as a date', { retryAfter: new Date(clock.at + 90_000).toUTCString() }, 90],
  ['a limit of errors among others', { rateLimits: '5:transaction:key, 40:error;default:organization' }, 40],
  ['a limit of all categories', { rateLimits: '20::organization' }, 20],
  ['without a header', {}, 60],
])('after a 429 nothing is sent for as long as the server says: %s', async (_, headers, seconds) => {
  const sink = sinkOf()
  await limit({ times: 1, ...headers })
  expect(await sink.take(fault(), 'f', 0)).toBe(false)
  const before = (await items()).length
  clock.at += seconds * 1_000 - 1
  expect(await sink.take(fault(), 'f', 0)).toBe(false)
  expect(await items()).toHaveLength(before)
  clock.at += 1
  expect(await sink.take(fault(), 'f', 0)).toBe(true)
})

test('a limit of another category is ignored', async () => {
  const sink = sinkOf()
  await limit({ times: 1, rateLimits: '600:transaction;session:key' })
  await sink.take(fault(), 'f', 0)
  expect(await sink.take(fault(), 'f', 0)).toBe(true)
})

test.each(['5xx', 'redirect', 'reset'] as const)(
  '%s loses that report, which is counted in the next one',
  async (kind) => {
    const faults = createErrorReporter({ program: 'worker', release: '1', sink: sinkOf() })
    await simulators.plan({ provider: 'sentry', fault: kind, path: '/envelope/' })
    faults.report(new Error('canary'), { job: 'processOrder' })
    await faults.flush(5_000)
    faults.report(new RangeError('canary'), { job: 'processOrder' })
    await faults.flush(5_000)
    expect((await items()).at(-1)?.payload).toMatchObject({ discarded_events: [{ quantity: 1 }] })
  },
)

test.each([
  ['https://abc@errors.example/7', 'https://errors.example/api/7/envelope/'],
  ['http://abc@127.0.0.1:9000/under/here/7', 'http://127.0.0.1:9000/under/here/api/7/envelope/'],
])('the DSN %s has the endpoint %s', (dsn, endpoint) => {
  expect(readDsn(dsn)).toEqual({ endpoint, publicKey: 'abc' })
})

test.each([
  'errors.example/7',
  'https://errors.example/7',
  'https://abc@errors.example/',
  'https://abc@errors.example/seven',
  'https://abc:secret@errors.example/7',
  'ftp://abc@errors.example/7',
  'https://abc@errors.example:99999/7',
  'https://abc@errors.example/7?x=1',
])('%s is no DSN', (dsn) => {
  expect(readDsn(dsn)).toBeUndefined()
})
