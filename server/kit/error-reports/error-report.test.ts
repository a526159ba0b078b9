import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { errorReportOf, fingerprintOf } from './error-report.ts'

const OF = { program: 'api', release: '0.1.0' } as const
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const TRACE = '0123456789abcdef0123456789abcdef'
const CANARY = 'ana.canary@example.com +34600000001'

function planted(): Error {
  const error = new TypeError(`${CANARY}\n    at canary (${ROOT}server/canary.ts:1:1)`)
  error.stack = [
    `TypeError: ${error.message}`,
    `    at ${CANARY} (file://${ROOT}server/care/routes.ts:12:3)`,
    `    at async file://${ROOT}core/consultation/status/status.ts:4:9`,
    `    at next (file://${ROOT}node_modules/fastify/lib/hooks.js:1:1)`,
    `    at away (file:///home/canary/server/elsewhere.ts:1:1)`,
    '    at node:internal/process/task_queues:95:5',
  ].join('\n')
  return Object.assign(error, { code: 'canary@example.com', detail: CANARY, body: { name: CANARY } })
}

test('a report holds the error’s class, its frames in our own files, and the listed context', () => {
  const around = { route: '/v1/carts/:id', method: 'POST', status: 500, traceId: TRACE, orderId: 'canary', url: CANARY }
  expect(errorReportOf(planted(), around, OF)).toEqual({
    ...OF,
    name: 'TypeError',
    route: '/v1/carts/:id',
    method: 'POST',
    status: 500,
    traceId: TRACE,
    handled: true,
    frames: [
      { file: 'server/care/routes.ts', line: 12, column: 3 },
      { file: 'core/consultation/status/status.ts', line: 4, column: 9 },
    ],
  })
})

test('a value that does not match its field is dropped', () => {
  const error = Object.assign(new Error('x'), { name: 'Ana', code: '28013', stack: undefined })
  const odd = { route: '/v1/a?phone=+34600', method: 'POST canary', job: 'Ana Canary', traceId: 'canary', status: 5.5 }
  expect(errorReportOf(error, odd, OF)).toEqual({ ...OF, name: 'Error', handled: true, frames: [] })
})

test('a rejection may have any value', () => {
  expect(errorReportOf(CANARY, {}, OF)).toEqual({ ...OF, name: 'Error', handled: true, frames: [] })
})

test.each([
  ['ECONNRESET', 'Error', 'ECONNRESET'],
  ['UND_ERR_SOCKET', 'TypeError', 'UND_ERR_SOCKET'],
  ['23505', 'PostgresError', '23505'],
])('a known error code is kept: %s', (code, name, result) => {
  expect(errorReportOf(Object.assign(new Error('x'), { name, code }), {}, OF).code).toBe(result)
})

test('an error thrown here has its frames', () => {
  const { frames } = errorReportOf(new Error('server/kit/canary.ts'), {}, OF)
  expect(frames[0]).toMatchObject({ file: 'server/kit/error-reports/error-report.test.ts' })
})

test('the fingerprint is the same after a release that moved lines or rebuilt files', () => {
  const errorReport = errorReportOf(planted(), { route: '/v1/a' }, OF)
  const inFile = (file: string, line = 1) => fingerprintOf({ ...errorReport, frames: [{ file, line, column: 1 }] })
  expect(inFile('server/care/routes.ts', 12)).toBe(inFile('server/care/routes.ts', 31))
  expect(inFile('server/care/routes.ts')).not.toBe(inFile('server/care/jobs.ts'))
  expect(inFile('assets/3RKAq5T.js')).toBe(inFile('assets/91XxBT7.js'))
  expect(inFile('assets/3RKAq5T.js')).not.toBe(inFile('desk/assets/3RKAq5T.js'))
})

test('the fingerprint ignores the trace id and differs by file and route', () => {
  const errorReport = errorReportOf(planted(), { route: '/v1/a', traceId: TRACE }, OF)
  expect(fingerprintOf({ ...errorReport, traceId: 'f'.repeat(32) })).toBe(fingerprintOf(errorReport))
  expect(fingerprintOf({ ...errorReport, route: '/v1/b' })).not.toBe(fingerprintOf(errorReport))
  expect(fingerprintOf({ ...errorReport, frames: [{ file: 'core/a.ts', line: 1, column: 1 }] })).not.toBe(
    fingerprintOf(errorReport),
  )
})
