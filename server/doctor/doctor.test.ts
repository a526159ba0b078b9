import { createSocket } from 'node:dgram'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CAPABILITIES } from '@cuida/core/kit/capability.ts'
import { expect, onTestFinished, test } from 'vitest'
import type { InspectedProvider } from '../providers/index.ts'
import { createTestContext } from '../testing/test-contexts.ts'
import { createEmptyDatabase } from '../testing/test-empty-database.ts'
import { certificateOutcome, healthOutcome, webhookOutcome } from './address-checks.ts'
import { type Check, ok, problem, runChecks } from './check.ts'
import { clockOutcome } from './clock.ts'
import { databaseChecks } from './database-checks.ts'
import { checksOf, examine } from './doctor.ts'
import { documentCheck } from './document-check.ts'
import { diskOutcome, heapOutcome, nodeOutcome, pagesOutcome, zoneOutcome } from './machine-checks.ts'
import { providerChecks } from './provider-checks.ts'
import { exitCodeOf, jsonReport, textReport, withoutSecrets } from './report.ts'
import { turnCheck } from './turn-check.ts'

/** Nothing listens there. */
const PUBLIC_URL = 'http://127.0.0.1:9'
const context = await createTestContext({ env: { PUBLIC_URL } })

const deploymentOf = (env: Record<string, string | undefined>, url = context.env.DATABASE_URL) => ({
  env: { ...context.env, ...env },
  publicUrl: PUBLIC_URL,
  dataDir: context.env.DATA_DIR ?? '',
  partner: 'vida-ligera',
  database: { url, reach: async () => {} },
  staleBuilds: () => ({ missing: [], stale: [] }),
})

const resultOf = async (checks: readonly Check[], id: string) =>
  (await runChecks(checks.filter((check) => check.id === id)))[0]

test('a deployment has one check for each provider, and each check its own id', () => {
  const ids = checksOf(deploymentOf({})).map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)])
  expect(ids.filter((id) => id.startsWith('provider.'))).toEqual(CAPABILITIES.map((name) => `provider.${name}`))
})

test('a deployment with simulators has no problem beside its stopped app', async () => {
  const results = await examine(deploymentOf({}))
  expect(results.filter(({ status }) => status === 'problem')).toEqual([])
  expect(results.find(({ id }) => id === 'provider.payments')?.message).toMatch(/answers as expected$/)
})

test('an invalid setting is a problem that names it', async () => {
  const result = await resultOf(checksOf(deploymentOf({ LOG_LEVEL: 'loud' })), 'settings')
  expect(result).toMatchObject({ status: 'problem', todo: expect.stringContaining('LOG_LEVEL') })
})

test('unreadable content is a problem of the content and of every provider', async () => {
  const checks = checksOf({ ...deploymentOf({}), partner: 'nobody' })
  for (const id of ['content', 'provider.mail'])
    expect(await resultOf(checks, id)).toMatchObject({
      status: 'problem',
      message: expect.stringContaining('cannot be read'),
    })
})

test('a check that fails or hangs is a problem, and the others still run', async () => {
  const checks: Check[] = [
    { id: 'fails', run: () => Promise.reject(new TypeError('secret')) },
    { id: 'hangs', run: () => new Promise(() => {}) },
    { id: 'works', run: () => ok('fine') },
  ]
  expect(await runChecks(checks, 20)).toMatchObject([
    { id: 'fails', status: 'problem', message: 'the check failed: TypeError' },
    { id: 'hangs', status: 'problem', message: 'no result within 0.02 s' },
    { id: 'works', status: 'ok' },
  ])
})

const inspected = (more: object) => async () =>
  [{ capability: 'payments', settings: ['MONEI_API_KEY'], ...more }] as unknown as InspectedProvider[]
const portAnswering = (answer: object) => ({
  state: 'configured',
  port: { check: { host: 'pay.example', run: async () => answer } },
})

test.each([
  ['is accepted', portAnswering({ state: 'accepted' }), 'ok', ''],
  ['is refused', portAnswering({ state: 'refused', detail: 'HTTP 401' }), 'problem', 'MONEI_API_KEY'],
  ['gets no answer', portAnswering({ state: 'down', detail: 'no answer' }), 'problem', 'pay.example'],
  ['is missing', { state: 'invalid', error: new Error('These settings are missing') }, 'problem', 'DISABLED_PROVIDERS'],
  ['is not needed', { state: 'not needed' }, 'ok', ''],
  ['is disabled by choice', { state: 'disabled' }, 'ok', ''],
])('a provider whose key %s', async (_, more, status, todo) => {
  const result = await resultOf(providerChecks(inspected(more)), 'provider.payments')
  expect(result).toMatchObject({ status, todo: expect.stringContaining(todo) })
})

const databaseOutcomes = (url: string | undefined) =>
  runChecks(databaseChecks({ url, reach: async () => {} })).then((results) =>
    Object.fromEntries(results.map((each) => [each.id, each])),
  )

test('a migrated database is well', async () => {
  const found = await databaseOutcomes(context.env.DATABASE_URL)
  expect(found['database.migrations']).toMatchObject({ status: 'ok' })
  expect(found['database.connections']).toMatchObject({ status: 'ok' })
  expect(found['database.clock']).toMatchObject({ status: 'ok' })
})

test('an empty database lacks every migration, and one of a later version is named', async () => {
  const { url, db } = await createEmptyDatabase()
  expect((await databaseOutcomes(url))['database.migrations']).toMatchObject({
    status: 'problem',
    message: expect.stringContaining('001_catalogue.sql'),
    todo: expect.stringContaining('npm run migrate'),
  })
  await db.unsafe('create table migration (name text, checksum text)')
  await context.db`select name, checksum from migration`.then((rows) => db`insert into migration ${db([...rows])}`)
  await db`insert into migration values ('999_later.sql', 'x')`
  expect((await databaseOutcomes(url))['database.migrations']).toMatchObject({
    status: 'warning',
    message: expect.stringContaining('999_later.sql'),
  })
})

test('an unreachable database is a problem of each of its checks, and a stopped embedded one of none', async () => {
  const statuses = async (url: string | undefined) => [
    ...new Set(Object.values(await databaseOutcomes(url)).map(({ status }) => status)),
  ]
  expect(await statuses('postgres://a:b@127.0.0.1:9/x')).toEqual(['ok', 'problem'])
  expect(await statuses(undefined)).toEqual(['ok'])
})

const MB = 1024 * 1024
test.each([
  ['a clock that differs by 2 s', clockOutcome('x', new Date(2_000), 0), 'ok'],
  ['a clock that differs by 3 s', clockOutcome('x', new Date(0), 3_000), 'warning'],
  ['a clock that differs by 31 s', clockOutcome('x', new Date(31_000), 0), 'problem'],
  ['the pinned Node.js', nodeOutcome('24.1.0'), 'ok'],
  ['an old Node.js', nodeOutcome('20.19.0'), 'problem'],
  ['no heap limit', heapOutcome('', 1_000 * MB), 'ok'],
  ['a heap limit above the memory', heapOutcome('--max-old-space-size=2048', 1_000 * MB), 'problem'],
  ['a tiny heap limit', heapOutcome('--max-old-space-size=64', 1_000 * MB), 'problem'],
  ['a disk with room', diskOutcome('/tmp', () => 3_000 * MB), 'ok'],
  ['a disk with 1 GB', diskOutcome('/tmp', () => 1_000 * MB), 'warning'],
  ['a full disk', diskOutcome('/tmp', () => 100 * MB), 'problem'],
  ['built pages', pagesOutcome({ missing: [], stale: [] }), 'ok'],
  ['stale pages', pagesOutcome({ missing: [], stale: ['web'] }), 'warning'],
  ['missing pages', pagesOutcome({ missing: ['web'], stale: [] }), 'problem'],
  ['known zones', zoneOutcome(() => true), 'ok'],
  ['an unknown zone', zoneOutcome(() => false), 'problem'],
  [
    'a certificate for 90 days',
    certificateOutcome({ validTo: 'Apr 1 00:00:00 2026 GMT' }, new Date('2026-01-01')),
    'ok',
  ],
  [
    'a certificate for 9 days',
    certificateOutcome({ validTo: 'Jan 10 00:00:00 2026 GMT' }, new Date('2026-01-01')),
    'warning',
  ],
  [
    'an expired certificate',
    certificateOutcome({ validTo: 'Jan 1 00:00:00 2025 GMT' }, new Date('2026-01-01')),
    'problem',
  ],
  ['an untrusted certificate', certificateOutcome({ error: 'SELF_SIGNED' }, new Date()), 'problem'],
])('%s', (_, { status, todo }, expected) => {
  expect(status).toBe(expected)
  expect(todo === '').toBe(expected === 'ok')
})

async function serverWith(reply: (path: string) => [status: number, body: string]): Promise<string> {
  const server = createServer((request, response) => {
    const [status, body] = reply(request.url ?? '')
    response.writeHead(status).end(body)
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const away = (message: string) => problem(message, 'start it')

test('the address must be answered by the app itself', async () => {
  expect(await healthOutcome(await serverWith(() => [200, '{"ok":true}']), away)).toMatchObject({ status: 'ok' })
  expect(await healthOutcome(await serverWith(() => [200, '<h1>nginx</h1>']), away)).toMatchObject({
    status: 'problem',
  })
  expect(await healthOutcome('http://127.0.0.1:9', away)).toMatchObject({
    message: expect.stringContaining('cannot be reached'),
  })
})

test('a webhook path that a proxy does not pass on is a problem', async () => {
  const url = await serverWith((path) => (path === '/v1/webhooks/monei' ? [400, ''] : [404, '']))
  expect(await webhookOutcome(url, ['/v1/webhooks/monei'], away)).toMatchObject({ status: 'ok' })
  expect(await webhookOutcome(url, ['/v1/webhooks/monei', '/v1/webhooks/twilio'], away)).toMatchObject({
    status: 'problem',
    message: '/v1/webhooks/twilio is answered with 404',
  })
})

/** A TURN server that knows no credentials (RFC 8656): error 401 with its realm and nonce. */
async function refusingTurn(): Promise<string> {
  const socket = createSocket('udp4')
  const attribute = (type: number, value: Buffer) => {
    const head = Buffer.alloc(4)
    head.writeUInt16BE(type)
    head.writeUInt16BE(value.length, 2)
    return Buffer.concat([head, value])
  }
  const body = Buffer.concat([
    attribute(0x0009, Buffer.from([0, 0, 4, 1])),
    attribute(0x0014, Buffer.from('turn')),
    attribute(0x0015, Buffer.from('once')),
  ])
  socket.on('message', (sent, from) => {
    const head = Buffer.from(sent.subarray(0, 20))
    head.writeUInt16BE(0x0113)
    head.writeUInt16BE(body.length, 2)
    socket.send(Buffer.concat([head, body]), from.port, from.address)
  })
  await new Promise<void>((bound) => socket.bind(0, '127.0.0.1', bound))
  onTestFinished(() => void socket.close())
  return `turn:127.0.0.1:${socket.address().port}`
}

test('a TURN server that refuses the secret is a problem, and none is fine', async () => {
  const check = (env: Record<string, string>) => resultOf([turnCheck(env)], 'turn')
  expect(await check({})).toMatchObject({ status: 'ok' })
  expect(await check({ TURN_SECRET: 'guessed', TURN_URLS: await refusingTurn() })).toMatchObject({
    status: 'problem',
    message: expect.stringContaining('refuses the credentials'),
    todo: expect.stringContaining('TURN_SECRET'),
  })
})

test('the report has no secret, whatever a check quotes', () => {
  const secrets = ['pk_live_12345', 'smtp://clinic:p%40ssword@mail.example']
  const quoted = [{ id: 'a', ...problem('key pk_live_12345 for smtp://clinic:p%40ssword@mail.example', 'p@ssword') }]
  const report = textReport(withoutSecrets(quoted, secrets))
  for (const secret of [...secrets, 'p@ssword', 'p%40ssword']) expect(report).not.toContain(secret)
})

test('a problem ends the command with 1, and JSON has every check', () => {
  const fine = { id: 'disk', ...ok('3 GB free') }
  const broken = { id: 'mail', ...problem('no answer', 'Start it.') }
  expect([exitCodeOf([fine]), exitCodeOf([fine, broken])]).toEqual([0, 1])
  expect(JSON.parse(jsonReport([fine, broken]))).toEqual({
    checks: [
      { id: 'disk', status: 'ok', message: '3 GB free', todo: '' },
      { id: 'mail', status: 'problem', message: 'no answer', todo: 'Start it.' },
    ],
  })
  expect(textReport([broken])).toContain('problem  mail: no answer\n         Start it.')
})

test('documents: a folder that nobody may enter, a silent bucket and an incomplete set are problems', async () => {
  const documents = async (env: Record<string, string>) => resultOf([documentCheck({ DATA_DIR, ...env })], 'documents')
  const DATA_DIR = context.env.DATA_DIR ?? ''
  const bucket = { DOCUMENTS_S3_URL: 'http://127.0.0.1:9/documents', DOCUMENTS_S3_REGION: 'eu' }
  expect(await documents({})).toMatchObject({ status: 'ok', message: expect.stringContaining(DATA_DIR) })
  expect(await documents({ DATA_DIR: import.meta.filename })).toMatchObject({ status: 'problem' })
  expect(await documents(bucket)).toMatchObject({
    status: 'problem',
    message: expect.stringContaining('DOCUMENTS_S3_KEY_ID, DOCUMENTS_S3_SECRET_KEY'),
  })
  const whole = { ...bucket, DOCUMENTS_S3_KEY_ID: 'id', DOCUMENTS_S3_SECRET_KEY: 'key' }
  expect(await documents(whole)).toMatchObject({ status: 'problem', message: expect.stringContaining('127.0.0.1:9') })
})
