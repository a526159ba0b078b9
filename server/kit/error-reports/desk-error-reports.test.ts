import { listErrorReports, resolveErrorReport } from '@cuida/core/kit/desk-error-report-api.ts'
import { beforeEach, expect, test } from 'vitest'
import { insertClinician } from '../../care/test-people.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { type ErrorReport, fingerprintOf } from './error-report.ts'
import { deleteOldErrorReports, findErrorReports, MAX_ERROR_REPORTS, saveErrorReport } from './error-report-store.ts'

const context = await createTestContext()
const manager = await insertClinician(context, { role: 'clinical-manager', isClinician: false })
beforeEach(() => context.db`delete from error_report`)

const TRACE = '0123456789abcdef0123456789abcdef'
const FAULT: ErrorReport = {
  program: 'api',
  release: '0.1.0',
  name: 'TypeError',
  route: '/v1/orders/:id',
  method: 'GET',
  status: 500,
  traceId: TRACE,
  handled: true,
  frames: [{ file: 'server/app.ts', line: 1, column: 2 }],
}
const note = (errorReport: Partial<ErrorReport> = {}) => {
  const whole = { ...FAULT, ...errorReport }
  return saveErrorReport(context.db, fingerprintOf(whole), whole)
}
const list = () => context.sendCall(listErrorReports, {}, { token: manager.token })
const done = (fingerprint: string, token = manager.token) =>
  context.sendCall(resolveErrorReport, { fingerprint }, { token })

test('an error of the API is listed for managers, with its trace id for the log', async () => {
  context.services.log.error('request failed', {
    error: new TypeError('canary'),
    traceId: TRACE,
    route: '/v1/orders/:id',
  })
  await context.services.errorReporter.flush(5_000)
  const { body } = await list()
  expect(body.items).toMatchObject([
    { program: 'api', name: 'TypeError', route: '/v1/orders/:id', traceId: TRACE, times: 1 },
  ])
  expect(body.toldTo).toBeNull()
  expect(JSON.stringify(body)).not.toContain('canary')
})

test('repeated errors are one row with the details of the latest', async () => {
  await note()
  await note({ traceId: 'f'.repeat(32), release: '0.2.0' })
  const { body } = await list()
  expect(body.items).toMatchObject([
    { times: 2, traceId: 'f'.repeat(32), release: '0.2.0', frames: ['server/app.ts:1:2'] },
  ])
})

test('a report shows the first manager who marked it done, and opens again when the error recurs', async () => {
  const second = await insertClinician(context, { role: 'clinical-manager', isClinician: false })
  await note()
  const fingerprint = fingerprintOf(FAULT)
  const { body: first } = await done(fingerprint)
  expect(first.doneAt).not.toBeNull()
  expect((await done(fingerprint, second.token)).body).toEqual(first)
  await note()
  expect((await list()).body.items).toMatchObject([{ doneAt: null, doneBy: null, times: 2 }])
})

test('open reports come first, the latest before the others', async () => {
  for (const name of ['RangeError', 'TypeError', 'SyntaxError']) await note({ name })
  await done(fingerprintOf({ ...FAULT, name: 'SyntaxError' }))
  expect((await list()).body.items.map(({ name }) => name)).toEqual(['TypeError', 'RangeError', 'SyntaxError'])
})

test('an unknown report cannot be marked done', async () => {
  expect(await done('0'.repeat(32))).toMatchObject({ status: 404, body: { code: 'ERROR_REPORT_NOT_FOUND' } })
})

test('a clinician without the manager role cannot read reports', async () => {
  const clinician = await insertClinician(context)
  expect((await context.sendCall(listErrorReports, {}, { token: clinician.token })).status).toBe(403)
})

test('the table is bounded: the report with the oldest occurrence is dropped', async () => {
  await context.db`
    insert into error_report (fingerprint, program, name, release, handled, frames, last_at)
    select md5(n::text), 'api', 'Error', '0.1.0', true, '[]', clock_timestamp() - make_interval(mins => n)
    from generate_series(1, ${MAX_ERROR_REPORTS}) n`
  await note()
  const { items, total } = await findErrorReports(context.db, { page: '1', pageSize: '1' })
  expect([items[0]?.name, total]).toEqual(['TypeError', MAX_ERROR_REPORTS])
  const [row] = await context.db`select 1 from error_report where fingerprint = md5(${String(MAX_ERROR_REPORTS)})`
  expect(row).toBeUndefined()
})

test.each([
  [89, 1],
  [91, 0],
])('a report last seen %s days ago: %s is kept', async (days, expectedTotal) => {
  await note()
  await context.db`update error_report set last_at = clock_timestamp() - make_interval(days => ${days})`
  await deleteOldErrorReports(context.db)
  expect((await list()).body.total).toBe(expectedTotal)
})

test('an unreachable database loses the report and nothing else', async () => {
  const { tableSink } = await import('./error-report-store.ts')
  expect(await tableSink(() => undefined).take(FAULT, fingerprintOf(FAULT), 0)).toBe(false)
})
