import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { credentials } from '../../../simulators/credentials.ts'
import { type RunningSimulators, startSimulators } from '../../../simulators/test-simulators.ts'
import { sentrySink } from '../../providers/errors/sentry.ts'
import { answerProblems } from '../http/problem.ts'
import { createLog } from '../log/log.ts'
import { readDsn } from './dsn.ts'
import { createErrorReporter, reportingLog } from './reporter.ts'

let simulators: RunningSimulators
let dsn: string
beforeAll(async () => {
  simulators = await startSimulators()
  const { publicKey, project } = credentials.sentry
  dsn = `${simulators.url.replace('://', `://${publicKey}@`)}/simulators/sentry/${project}`
})
afterAll(() => simulators.close())

const CANARY = 'canary'
const TRACE = '0123456789abcdef0123456789abcdef'
const items = async () =>
  (await (await fetch(`${simulators.url}/simulators/sentry/received`)).json()) as { payload: Record<string, unknown> }[]

test('a failed request is reported with route and trace id, and without its contents', async () => {
  const read = readDsn(dsn)
  if (!read) throw new Error('no DSN')
  const errorReporter = createErrorReporter({ program: 'api', release: '1', sink: sentrySink(read) })
  const app = Fastify()
  answerProblems(app, reportingLog(createLog('silent'), errorReporter))
  app.post('/v1/people/:id', async ({ body, url }) => {
    throw new TypeError(`${CANARY} ${url} ${JSON.stringify(body)}`)
  })
  const answer = await app.inject({
    method: 'POST',
    url: `/v1/people/${CANARY}?phone=${CANARY}`,
    payload: { name: CANARY },
    headers: { 'x-trace-id': TRACE, authorization: `Bearer ${CANARY}`, 'user-agent': CANARY, 'x-session-id': CANARY },
  })
  expect([answer.statusCode, answer.json().traceId]).toEqual([500, TRACE])
  await errorReporter.flush(5_000)
  const { payload } = (await items()).at(-1) ?? {}
  expect(payload).toMatchObject({
    transaction: '/v1/people/:id',
    tags: { trace_id: TRACE, method: 'POST', status: '500' },
  })
  expect(JSON.stringify(payload)).not.toContain(CANARY)
  await app.close()
})

const at = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
const program = (act: string) => `
  import { beforeItEnds, runUntilStopped } from ${at('../run.ts')}
  import { createErrorReporter } from ${at('./reporter.ts')}
  import { readDsn } from ${at('./dsn.ts')}
  import { sentrySink } from ${at('../../providers/errors/sentry.ts')}
  await runUntilStopped(async () => {
    const sink = sentrySink(readDsn(process.env.DSN))
    beforeItEnds(createErrorReporter({ program: 'worker', release: '1', sink }).lastWords)
    return { stop: async () => {} }
  })
  setInterval(() => {}, 1_000)
  ${act}`

test.each([
  ['an uncaught exception', `setTimeout(() => { throw new RangeError('${CANARY}') })`],
  ['an unhandled rejection', `setTimeout(() => void Promise.reject(new RangeError('${CANARY}')))`],
])('%s is reported, and ends the program as before', async (_, act) => {
  const before = (await items()).length
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program(act)], {
    env: { ...process.env, DSN: dsn },
  })
  await expect(run).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('program ended') })
  const result = (await items()).slice(before)
  expect(result).toMatchObject([
    { payload: { level: 'fatal', exception: { values: [{ type: 'RangeError', mechanism: { handled: false } }] } } },
  ])
  expect(JSON.stringify(result)).not.toContain(CANARY)
})
