// scratch, deleted
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { catalogue } from '@cuida/content/words.ts'
import { twinsApp } from '@cuida/twins/app.ts'
import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { readEnv } from '../env.ts'
import { createAccessControl } from '../kit/access.ts'
import { listenForChanges } from '../kit/changes.ts'
import { connect } from '../kit/db.ts'
import { createLog } from '../kit/log.ts'
import { createMemo } from '../kit/memo.ts'
import { migrate } from '../kit/migrations.ts'
import { answerProblems, traceIdOf } from '../kit/problem.ts'
import { createSecrets } from '../kit/secrets.ts'
import { createTokens } from '../kit/tokens.ts'
import { profileRoutes } from '../profile/routes.ts'
import { chooseProviders } from '../providers/index.ts'
import { accessRoutes } from './routes.ts'
import { staffRoutes } from './staff-routes.ts'
export async function testWorld({ partner = 'vida-ligera', env: more = {} as Record<string, string> } = {}) {
  const server = process.env.TEST_DATABASE_URL ?? ''
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = connect(server, { max: 1 })
  await admin.unsafe(`create database ${name}`)
  await admin.end()
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).toString()
  const db = connect(url)
  await migrate(db, url)
  const dataDir = await mkdtemp(join(tmpdir(), 'cuida-test-'))
  const twins = await twinsApp({ dataDir, publicUrl: 'http://127.0.0.1' })
  const twinsUrl = await twins.listen({ port: 0, host: '127.0.0.1' })
  const key = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  const env = {
    DATABASE_URL: url,
    PARTNER: partner,
    APP_SECRET: randomBytes(32).toString('base64url'),
    TOKEN_KEY: JSON.stringify(key),
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    TWINS_URL: twinsUrl,
    ...more,
  }
  const read = readEnv(env)
  const changes = await listenForChanges(db)
  const tokens = createTokens(env.TOKEN_KEY)
  const config = {
    partnerName: 'Vida Ligera',
    enableMfa: partner === 'bem-leve',
    maxSessions: 3,
    patientSessionLengthInMins: 15,
    countryCodes: partner === 'bem-leve' ? ['BR'] : ['ES', 'PT'],
    documentTypes: partner === 'bem-leve' ? ['CPF'] : ['DNI', 'NIE', 'PASSPORT'],
    timeZone: 'Europe/Madrid',
  }
  const services = {
    env: read,
    log: createLog(read.LOG_LEVEL),
    db,
    pack: undefined,
    content: { policyDocument: async (slug: string) => ({ urlSlug: slug, title: 't' }) },
    config,
    changes,
    tokens,
    secrets: createSecrets(env.APP_SECRET),
    access: createAccessControl(db, tokens, changes, 15),
    memo: createMemo(changes),
    providers: chooseProviders({ env: read, paymentProvider: 'monei' }),
    words: (l: string) => catalogue(undefined, l),
    now: () => new Date(),
    async close() {
      await changes.close()
      await db.end({ timeout: 5 })
    },
  } as never as import('../services.ts').Services
  const app = Fastify({
    bodyLimit: 64 * 1024,
    ajv: { customOptions: { removeAdditional: 'all', coerceTypes: false, useDefaults: true, allErrors: true } },
  })
  answerProblems(app, services.log)
  app.addHook('onRequest', async ({ headers }) => {
    if (!headers['transfer-encoding'] && Number(headers['content-length'] ?? 0) === 0) delete headers['content-type']
  })
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-trace-id', traceIdOf(request))
  })
  await app.register(cookie)
  accessRoutes(app, services)
  staffRoutes(app, services)
  profileRoutes(app, services)
  await app.ready()
  return {
    app,
    services,
    db,
    twinsUrl,
    env,
    tell: (call: never, input: never, how = {}) => tellIt(app as never, call, input, how),
    async close() {
      await app.close()
      await services.close()
      await twins.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

import type { Call, Input } from '@cuida/core/kit/call.ts'
import type { FastifyInstance } from 'fastify'

interface TellOptions {
  token?: string
  headers?: Record<string, string>
}
type Told<C extends Call> = { status: number; body: any; headers: Record<string, unknown> }
async function tellIt<C extends Call>(
  app: FastifyInstance,
  call: C,
  input: Input<C>,
  { token, headers, from }: TellOptions & { from?: string },
): Promise<Told<C>> {
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
