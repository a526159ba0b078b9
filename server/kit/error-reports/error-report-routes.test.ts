import { reportClientError } from '@cuida/core/kit/error-report-api.ts'
import { expect, test } from 'vitest'
import { credentials } from '../../../simulators/credentials.ts'
import { startSimulators } from '../../../simulators/test-simulators.ts'
import { closeAfterTests, createTestContext } from '../../testing/test-contexts.ts'
import { ERROR_REPORTS_PER_ADDRESS } from './error-report-routes.ts'

const simulators = closeAfterTests(await startSimulators())
const { publicKey, project } = credentials.sentry
const SENTRY_DSN = `${simulators.url.replace('://', `://${publicKey}@`)}/simulators/sentry/${project}`
const context = await createTestContext({ env: { SENTRY_DSN } })

const TRACE = '0123456789abcdef0123456789abcdef'
const frame = { file: 'assets/a1B2.js', line: 1, column: 2345 }
const errorReport = { name: 'TypeError', traceId: TRACE, isHandled: true, frames: [frame] }
async function arrived() {
  await context.services.errorReporter.flush(5_000)
  const items = await (await fetch(`${simulators.url}/simulators/sentry/received`)).json()
  return (items as { payload: object }[]).map(({ payload }) => payload)
}

test.each(['app', 'desk'] as const)(
  'an error of a page of the %s arrives, and nothing else of the page',
  async (program) => {
    const result = {
      ...errorReport,
      program,
      screen: 'profile',
      message: 'canary',
      url: 'https://x/?canary',
      user: { id: 'canary' },
    }
    const headers = { 'user-agent': 'canary', referer: 'https://x/canary', 'x-session-id': 'canary' }
    expect((await context.sendCall(reportClientError, result, { headers, from: '203.0.113.77' })).status).toBe(204)
    const event = (await arrived()).at(-1)
    expect(event).toMatchObject({
      platform: 'javascript',
      level: 'error',
      transaction: 'profile',
      tags: { program, trace_id: TRACE },
      exception: {
        values: [{ type: 'TypeError', stacktrace: { frames: [{ filename: 'assets/a1B2.js', lineno: 1 }] } }],
      },
    })
    expect(JSON.stringify(event)).not.toMatch(/canary|203\.0/)
  },
)

test.each([
  ['a file outside the project', { frames: [{ ...frame, file: 'assets/../canary@example.com' }] }, 'frames.0.file'],
  ['a URL instead of a screen', { screen: '/people?name=canary' }, 'screen'],
  ['an invalid trace id', { traceId: 'canary' }, 'traceId'],
  ['too many frames', { frames: Array(13).fill(frame) }, 'frames'],
])('%s is refused', async (_, wrong, field) => {
  const result = await context.sendCall(reportClientError, { ...errorReport, program: 'app', ...wrong })
  const { status, body }: { status: number; body: { fields?: object } } = result
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]])
})

test('an error name invented by a page is dropped', async () => {
  await context.sendCall(reportClientError, { ...errorReport, program: 'app', name: 'Ana Canary', screen: 'home' })
  expect(JSON.stringify((await arrived()).at(-1))).toMatch(/"type":"Error"/)
})

test('an oversized body is not read', async () => {
  const big = { ...errorReport, program: 'app' as const, name: 'x'.repeat(100_000) }
  expect((await context.sendCall(reportClientError, big)).status).toBe(413)
})

test('one address can send a limited number of reports', async () => {
  const from = '203.0.113.78'
  const sendCall = () => context.sendCall(reportClientError, { ...errorReport, program: 'app' }, { from })
  for (let n = 0; n < ERROR_REPORTS_PER_ADDRESS.most; n += 1) expect((await sendCall()).status).toBe(204)
  const { status, headers } = await sendCall()
  expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true])
  expect(
    (await context.sendCall(reportClientError, { ...errorReport, program: 'app' }, { from: '203.0.113.79' })).status,
  ).toBe(204)
})
