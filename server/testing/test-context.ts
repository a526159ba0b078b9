import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Call, Input, Reply } from '@cuida/core/kit/call.ts'
import { simulatorsApp } from '@cuida/simulators/app.ts'
import type { FastifyInstance } from 'fastify'
import postgres from 'postgres'
import { createApp } from '../app.ts'
import { loadDemo } from '../demo/load.ts'
import { readEnv } from '../env.ts'
import type { Db } from '../kit/db/db.ts'
import { migrate } from '../kit/migration/migrate.ts'
import { DEMO_IN_PUBLIC } from '../production.ts'
import { createServices, type Services } from '../services.ts'

/**
 * The real thing, small: a database cloned from a migrated template, the simulators over HTTP, and the app. `tell` sends a
 * declared call through the whole stack. One world a test file: `createTestContext` (test-worlds.ts) makes and closes it.
 */
export interface TestContext {
  app: FastifyInstance
  services: Services
  db: Db
  simulatorsUrl: string
  env: Record<string, string>
  sendCall<C extends Call>(call: C, input: Input<C>, how?: SendOptions): Promise<TestReply<C>>
  close(): Promise<void>
}
export interface SendOptions {
  token?: string
  headers?: Record<string, string>
  /** The address that the request comes from. */
  from?: string
}
export interface TestReply<C extends Call> {
  status: number
  body: Reply<C> & { code?: string; fields?: Record<string, string> } & Record<string, unknown>
  headers: Record<string, unknown>
}

const TEMPLATE = 'cuida_test_template'

/** Rate limits count in windows of the database's clock, the most common of them a quarter of an hour. */
const WINDOW_MS = 15 * 60_000
/** Longer than the tests of any file that counts attempts. */
const ROOM_MS = 15_000

/** A test that counts attempts must not run across the end of a window: one that begins just before it waits. */
async function waitForRoomInWindow(): Promise<void> {
  const left = WINDOW_MS - (Date.now() % WINDOW_MS)
  if (left < ROOM_MS) await sleep(left)
}

/** `demo`: with the partner's demo clinicians, staff and patients. `listen`: also on a real port (sockets, races). */
export async function startTestContext({
  partner = 'vida-ligera',
  demo = true,
  env: more = {} as Record<string, string>,
} = {}): Promise<TestContext> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) throw new Error('TEST_DATABASE_URL is not set: run the tests through vitest.config.ts')
  await waitForRoomInWindow()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const url = await cloneTemplate(server, name)
  const dataDir = await mkdtemp(join(tmpdir(), 'cuida-test-'))
  const simulators = await simulatorsApp({ dataDir, publicUrl: more.PUBLIC_URL ?? 'http://127.0.0.1', smtpPort: 0 })
  const simulatorsUrl = await simulators.listen({ port: 0, host: '127.0.0.1' })
  const reach = { SIMULATORS_URL: simulatorsUrl, SIMULATORS_SMTP_URL: simulators.mailUrl ?? '' }
  const env = { ...testSettings(url, partner), ...reach, ...more, DATA_DIR: dataDir }
  const services = await createServices(readEnv(env), 'api')
  // Tests book "tomorrow", which is a holiday of the partner's on some days of the year.
  services.config.holidays = []
  if (demo) await loadDemo({ ...services, photoDrawer: undefined })
  const app = await createApp(services)
  await app.ready()
  return {
    app,
    services,
    db: services.db,
    simulatorsUrl,
    env,
    sendCall: (call, input, how = {}) => sendCall(app, call, input, how),
    async close() {
      await app.close()
      await services.close()
      await simulators.close()
      await rm(dataDir, { recursive: true, force: true })
      await dropDatabase(server, name)
    },
  }
}

export function testSettings(url: string, partner: string): Record<string, string> {
  const key = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  return {
    DATABASE_URL: url,
    PARTNER: partner,
    APP_SECRET: randomBytes(32).toString('base64url'),
    TOKEN_KEY: JSON.stringify(key),
    LOG_LEVEL: 'silent',
    PAYMENT_ORIGIN: 'http://cards.test',
    HELP_ORIGIN: 'http://help.test',
    PRESCRIPTION_ORIGIN: 'http://prescription.test',
  }
}

/** For a test of what is different over https: there a world with simulators must say that it is one. */
export const overHttps = (PUBLIC_URL: string): Record<string, string> => ({
  PUBLIC_URL,
  DEMO_IN_PUBLIC,
  TRUSTED_PROXIES: 'none',
  DATA_DIR: tmpdir(),
})

/** The template is made once a run, whoever comes first. */
async function cloneTemplate(server: string, name: string): Promise<string> {
  // Without the limits of a server that people wait for: three workers may wait here for the one that makes it.
  const admin = postgres(server, { max: 1, onnotice: () => {} })
  const at = (database: string) => Object.assign(new URL(server), { pathname: `/${database}` }).toString()
  try {
    await admin`select pg_advisory_lock(1)`
    const [made] = await admin`select 1 from pg_database where datname = ${TEMPLATE} and datistemplate`
    if (!made) {
      await admin.unsafe(`drop database if exists ${TEMPLATE}`)
      await admin.unsafe(`create database ${TEMPLATE}`)
      await migrate(at(TEMPLATE))
      await admin.unsafe(`alter database ${TEMPLATE} is_template true`)
    }
    // Copied as files: the default writes every page to the log as well.
    await admin.unsafe(`create database ${name} template ${TEMPLATE} strategy file_copy`)
    return at(name)
  } finally {
    await admin`select pg_advisory_unlock(1)`.catch(() => {})
    await admin.end()
  }
}

/** Now, beside tests that think: a run leaves hundreds of them, a thousand files each, and took a minute over it at its end. */
async function dropDatabase(server: string, name: string): Promise<void> {
  const admin = postgres(server, { max: 1, onnotice: () => {} })
  // One that a process of a test still uses goes with the whole server.
  await admin`drop database if exists ${admin(name)}`.catch(() => {})
  await admin.end()
}

export async function sendCall<C extends Call>(
  app: FastifyInstance,
  call: C,
  input: Input<C>,
  { token, headers, from }: SendOptions,
): Promise<TestReply<C>> {
  const rest: Record<string, unknown> = { ...(input as object) }
  const take = (key: string) => {
    const value = rest[key]
    delete rest[key]
    return value
  }
  const path = call.path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(take(key))))
  const inQuery =
    call.method === 'GET' ? Object.keys(rest) : Object.keys((call.query as { entries?: object })?.entries ?? {})
  const query = new URLSearchParams()
  for (const key of inQuery)
    for (const value of [take(key)].flat()) if (value !== undefined) query.append(key, String(value))
  const answer = await app.inject({
    method: call.method,
    url: `/v1${path}${query.size > 0 ? `?${query}` : ''}`,
    ...(from ? { remoteAddress: from } : {}),
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
    ...(call.body ? { payload: rest } : {}),
  })
  const body = answer.body && String(answer.headers['content-type']).includes('json') ? answer.json() : answer.body
  return { status: answer.statusCode, body, headers: answer.headers }
}
