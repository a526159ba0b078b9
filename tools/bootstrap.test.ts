import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import { runningPostgres, startPostgres } from './postgres.ts'
import { ROOT, runNode } from './run.ts'
import { temporaryDataDir } from './temporary-postgres.ts'

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
const bootstrap = readFileSync(join(ROOT, 'tools', 'bootstrap.mjs'), 'utf8')

/** Runs a script as npm does, without this test's own settings. */
function run(script: string, env: Record<string, string> = {}) {
  const [_, ...args] = (scripts[script] ?? '').replace('exec ', '').split(' ')
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
  })
  return { status, stdout, stderr }
}

test('every npm script starts on any Node version and leads to an existing program', () => {
  const named = [...bootstrap.matchAll(/'((?:tools|server|bench)\/[\w/-]+\.ts)'/g)].map(([_whole, file = '']) => file)
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  for (const script of Object.values(scripts))
    expect(script).toMatch(/^exec node tools\/bootstrap\.mjs [a-z-]+( [a-z]+)?$/)
})

test.each(['api', 'worker', 'migrate'])(
  'npm run %s without its settings says in one sentence what is missing',
  (name) => {
    const { status, stderr } = run(name)
    expect(status).toBe(1)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr).toContain('DATABASE_URL')
  },
)

test.each([
  ['api', '', true],
  ['api', '--max-old-space-size=700', false],
  ['worker', '', false],
])('npm run %s with the operator’s "%s" sets our heap limit: %s', (name, own, isBounded) => {
  const tellFlags = '--import=data:text/javascript,console.error(`flags:${process.execArgv}`)'
  const { stderr } = run(name, { NODE_OPTIONS: `${own} ${tellFlags}` })
  expect(stderr.includes('flags:--max-old-space-size=256')).toBe(isBounded)
})

test('a failing start step names its command, its exit code and its last lines', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cuida-step-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'step.mjs'), 'console.error("disk full"); process.exit(3)')
  await expect(runNode(['step.mjs', '--all'], 'The demo could not be loaded:', { cwd: folder })).rejects.toThrow(
    'The demo could not be loaded:\ndisk full\n("node step.mjs --all" ended with code 3.)',
  )
})

test('npm run secrets prints a new pair each time', () => {
  const first = run('secrets').stdout
  expect(first).toMatch(/^APP_SECRET=\d{4}a:[\w-]{43}\nTOKEN_KEY=\d{4}a:[\w-]{43}\n$/)
  expect(run('secrets').stdout).not.toBe(first)
})

test('npm start over https reports every problem at once and creates nothing', () => {
  const parent = mkdtempSync(join(tmpdir(), 'cuida-start-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  const DATA_DIR = join(parent, 'data')
  const { status, stderr } = run('start', { PUBLIC_URL: 'https://salud.example', DATA_DIR, PORT: '20999' })
  expect(status).toBe(1)
  for (const name of ['APP_SECRET', 'TOKEN_KEY', 'TRUSTED_PROXIES', 'PAYMENT_ORIGIN', 'MONEI_API_KEY', 'PARTNER'])
    expect(stderr).toContain(name)
  expect(stderr).not.toMatch(/DATA_DIR is not set|\n\s+at /)
  expect(readdirSync(parent)).toEqual([])
})

test('a demo in the embedded database is reported with the other problems, and the database is stopped again', {
  tags: ['nightly'],
}, async () => {
  const data = temporaryDataDir('refused')
  onTestFinished(() => data.remove())
  const before = await startPostgres({ dataDir: data.path, fast: true, say: () => {} })
  const db = postgres(before.url, { max: 1, onnotice: () => {} })
  await db`create table staff as select 'marta@vida-ligera.example' as email`
  await db.end()
  await before.stop()
  const settings = { PUBLIC_URL: 'https://salud.example', DATA_DIR: data.path, PORT: '20999' }
  const { status, stderr } = run('start', settings)
  expect(status).toBe(1)
  for (const reason of ['APP_SECRET', 'MONEI_API_KEY', 'The database contains demo data'])
    expect(stderr).toContain(reason)
  expect(runningPostgres(data.path)).toBeUndefined()
})
