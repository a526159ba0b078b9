import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Call, Input, Reply } from '@cuida/core/kit/call.ts'
import { simulatorsApp } from '@cuida/simulators/app.ts'
import type { FastifyInstance } from 'fastify'
import postgres from 'postgres'
import { createApp } from '../app.ts'
import { loadDemo } from '../demo/load.ts'
import { readEnv } from '../env.ts'
import { connect, type Db } from '../kit/db/db.ts'
import { patientRoleOf } from '../kit/db/row-security.ts'
import { migrate } from '../kit/migration/migrate.ts'
import { DEMO_IN_PUBLIC } from '../production.ts'
import { createServices, type Services } from '../services.ts'

/**
 * The whole server for a test: a database cloned from a migrated template, the simulators over HTTP, and the app.
 * `sendCall` sends a declared call through the whole stack. One per test file: `createTestContext` (test-contexts.ts)
 * creates and closes it.
 */
export interface TestContext {
  app: FastifyInstance
  services: Services
  db: Db
  /** The tables' owner, for what the application may not do. */
  owner: Db
  simulatorsUrl: string
  env: Record<string, string>
  sendCall<C extends Call>(call: C, input: Input<C>, how?: SendOptions): Promise<TestReply<C>>
  close(): Promise<void>
}
export interface SendOptions {
  token?: string
  headers?: Record<string, string>
  /** The client address of the request. */
  from?: string
}
export interface TestReply<C extends Call> {
  status: number
  body: Reply<C> & { code?: string; fields?: Record<string, string> } & Record<string, unknown>
  headers: Record<string, unknown>
}

const TEMPLATE = 'cuida_test_template'
/** As in production: the application owns no table, defines nothing and cannot change the audit log. */
const USER = 'cuida_test_user'

/**
 * `demo`: with the partner's demo clinicians, staff and patients. `listen`: also on a real port (for sockets and
 * races).
 */
export async function startTestContext({
  partner = 'vida-ligera',
  demo = true,
  env: more = {} as Record<string, string>,
} = {}): Promise<TestContext> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) throw new Error('TEST_DATABASE_URL is not set: run the tests through vitest.config.ts')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const url = await cloneTemplate(server, name)
  const dataDir = await mkdtemp(join(tmpdir(), 'cuida-test-'))
  const simulators = await simulatorsApp({ dataDir, publicUrl: more.PUBLIC_URL ?? 'http://127.0.0.1', smtpPort: 0 })
  const simulatorsUrl = await simulators.listen({ port: 0, host: '127.0.0.1' })
  const reach = { SIMULATORS_URL: simulatorsUrl, SIMULATORS_SMTP_URL: simulators.mailUrl ?? '' }
  const env = { ...testSettings(url, partner), ...reach, ...more, DATA_DIR: dataDir }
  const services = await createServices(readEnv(env), 'api')
  // Tests book "tomorrow", which may be a holiday of the partner.
  services.config.holidays = []
  if (demo) await loadDemo({ ...services, photoDrawer: undefined })
  const owner = connect(Object.assign(new URL(server), { pathname: `/${name}` }).href, { max: 2, name: 'owner' })
  const app = await createApp(services)
  await app.ready()
  return {
    app,
    services,
    db: services.db,
    owner,
    simulatorsUrl,
    env,
    sendCall: (call, input, how = {}) => sendCall(app, call, input, how),
    async close() {
      await app.close()
      await services.close()
      await owner.end()
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
    // A test must not depend on the load of the machine.
    LOAD_SHEDDING: 'off',
    PAYMENT_ORIGIN: 'http://cards.test',
    HELP_ORIGIN: 'http://help.test',
    PRESCRIPTION_ORIGIN: 'http://prescription.test',
  }
}

/** Settings for a test over https, where a context with simulators must declare itself a demo. */
export const httpsSettings = (PUBLIC_URL: string): Record<string, string> => ({
  PUBLIC_URL,
  DEMO_IN_PUBLIC,
  TRUSTED_PROXIES: 'none',
  DATA_DIR: tmpdir(),
})

/** The first process of a run creates the template. */
async function cloneTemplate(server: string, name: string): Promise<string> {
  // Without the timeouts of a production server: three workers may wait here for the one that creates the template.
  const admin = postgres(server, { max: 1, onnotice: () => {} })
  const at = (database: string) => Object.assign(new URL(server), { pathname: `/${database}` }).toString()
  try {
    await admin`select pg_advisory_lock(1)`
    const [template] = await admin`select 1 from pg_database where datname = ${TEMPLATE} and datistemplate`
    if (!template) {
      await admin.unsafe(`drop database if exists ${TEMPLATE}`)
      await admin.unsafe(`create database ${TEMPLATE}`)
      await admin.unsafe(
        `do $$ begin
          create role ${USER} login password '${USER}';
          create role ${patientRoleOf(USER)} role ${USER};
        exception when duplicate_object then end $$`,
      )
      await migrate(at(TEMPLATE), { user: USER })
      await admin.unsafe(`alter database ${TEMPLATE} is_template true`)
    }
    // Copied as files: the default strategy also writes every page to the WAL.
    await admin.unsafe(`create database ${name} template ${TEMPLATE} strategy file_copy`)
    return Object.assign(new URL(at(name)), { username: USER, password: USER }).toString()
  } finally {
    await admin`select pg_advisory_unlock(1)`.catch(() => {})
    await admin.end()
  }
}

/**
 * Dropped now, in parallel with other tests: a run leaves hundreds of databases of a thousand files each, and
 * dropping all at its end took a minute.
 */
async function dropDatabase(server: string, name: string): Promise<void> {
  const admin = postgres(server, { max: 1, onnotice: () => {} })
  // A database that a process of a test still uses is removed with the whole server.
  await admin`drop database if exists ${admin(name)}`.catch(() => {})
  await admin.end()
}

export async function sendCall<C extends Call>(
  app: FastifyInstance,
  call: C,
  input: Input<C>,
  { token, headers, from }: SendOptions,
): Promise<TestReply<C>> {
  const remainingInput: Record<string, unknown> = { ...(input as object) }
  const take = (key: string) => {
    const value = remainingInput[key]
    delete remainingInput[key]
    return value
  }
  const path = call.path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(take(key))))
  const inQuery =
    call.method === 'GET'
      ? Object.keys(remainingInput)
      : Object.keys((call.query as { entries?: object })?.entries ?? {})
  const query = new URLSearchParams()
  for (const key of inQuery)
    for (const value of [take(key)].flat()) if (value !== undefined) query.append(key, String(value))
  const answer = await app.inject({
    method: call.method,
    url: `/v1${path}${query.size > 0 ? `?${query}` : ''}`,
    ...(from ? { remoteAddress: from } : {}),
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
    ...(call.body ? { payload: remainingInput } : {}),
  })
  const body = answer.body && String(answer.headers['content-type']).includes('json') ? answer.json() : answer.body
  return { status: answer.statusCode, body, headers: answer.headers }
}
