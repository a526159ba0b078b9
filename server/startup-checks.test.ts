import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from './app.ts'
import { readEnv } from './env.ts'
import { DEMO_IN_PUBLIC } from './production.ts'
import { findStartProblems } from './startup-checks.ts'
import type { TestContext } from './testing/test-context.ts'
import { createTestContext } from './testing/test-contexts.ts'

const context = await createTestContext({ demo: true })
const empty = await createTestContext()

const PUBLIC_URL = 'https://salud.example'
const PROGRAMS = ['main.ts', 'worker.ts']

async function run(program: string, env: Record<string, string | undefined>) {
  const file = fileURLToPath(new URL(program, import.meta.url))
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  child.stderr.on('data', (text) => {
    output += text
  })
  const [code] = await once(child, 'close')
  return { code, output }
}

test.each(PROGRAMS)('%s prints every problem over https in one message and ends', async (program) => {
  const { DATABASE_URL, SIMULATORS_URL, SIMULATORS_SMTP_URL } = context.env
  const { code, output } = await run(program, { PUBLIC_URL, DATABASE_URL, SIMULATORS_URL, SIMULATORS_SMTP_URL })
  expect(code).toBe(1)
  const expectedNames = [
    'DATA_DIR',
    'APP_SECRET',
    'TOKEN_KEY',
    'TRUSTED_PROXIES',
    'SIMULATORS_URL',
    'NO_SECOND_FACTOR_BECAUSE',
  ]
  const providers = ['MONEI_API_KEY', 'TWILIO_AUTH_TOKEN', 'SMTP_URL', 'DISABLED_PROVIDERS']
  for (const name of [...expectedNames, ...providers, 'set PARTNER to', 'The database contains demo data'])
    expect(output).toContain(name)
  expect(output).not.toContain(DATABASE_URL)
  expect(output).not.toMatch(/\n\s+at /)
})

test('a database that once held the demo is recognised after its file is gone', async () => {
  const ready = {
    ...context.env,
    PUBLIC_URL,
    TRUSTED_PROXIES: 'none',
    SIMULATORS_URL: undefined,
    SIMULATORS_SMTP_URL: undefined,
  }
  const result = async (DATABASE_URL: string | undefined) =>
    (await findStartProblems({ ...ready, DATABASE_URL })).join('\n')
  expect(await result(context.env.DATABASE_URL)).toContain('The database contains demo data')
  expect(await result(empty.env.DATABASE_URL)).not.toContain('The database contains')
})

test('a demo runs over https only with the exact value of DEMO_IN_PUBLIC', async () => {
  const demoEnv = {
    ...context.env,
    PUBLIC_URL,
    TRUSTED_PROXIES: 'none',
    DEMO_IN_PUBLIC,
    NO_SECOND_FACTOR_BECAUSE: 'a demo is signed in to with one step',
  }
  expect(await findStartProblems(demoEnv)).toEqual([])
  expect((await findStartProblems({ ...demoEnv, DEMO_IN_PUBLIC: undefined })).length).toBeGreaterThan(2)
})

test('a second factor by code without a channel that sends codes would lock everybody out and prevents the start', async () => {
  const baseEnv = {
    ...context.env,
    PUBLIC_URL,
    TRUSTED_PROXIES: 'none',
    DEMO_IN_PUBLIC,
    DISABLED_PROVIDERS: 'messages',
  }
  const result = async (PARTNER: string) => (await findStartProblems({ ...baseEnv, PARTNER })).join('\n')
  expect(await result('bem-leve')).toContain('no patient could sign in')
  expect(await result('vida-ligera')).not.toContain('no patient could sign in')
})

test('over http on this machine nothing is required', async () => {
  expect(await findStartProblems(context.env)).toEqual([])
})

test('the simulators refuse outside requests when PUBLIC_URL is unset behind https', async () => {
  const fetchOutbox = (headers = {}) => context.app.inject({ url: '/simulators/outbox', headers })
  expect((await fetchOutbox()).statusCode).toBe(200)
  for (const headers of [{ 'x-forwarded-proto': 'https' }, { forwarded: 'for=192.0.2.1;proto=https' }])
    expect((await fetchOutbox(headers)).statusCode).toBe(404)
})

test('the simulators are never mounted over https', async () => {
  const { DEMO_IN_PUBLIC: _, ...env } = { ...readEnv(context.env), PUBLIC_URL }
  const mounted = async (services: TestContext['services']) => {
    const urls: string[] = []
    const app = await createApp(services, ({ url }) => urls.push(url))
    await app.close()
    return urls.filter((url) => url.startsWith('/simulators'))
  }
  expect(await mounted(context.services)).toContain('/simulators/*')
  expect(await mounted({ ...context.services, env })).toEqual([])
})
