import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../ports.ts'
import { Problem } from '../preflight.mjs'
import { launch, type RunningProgram } from '../program.ts'
import { lastLines, ROOT, run, runNode } from '../run.ts'

const SHIPPED = join(ROOT, 'content', 'strapi')
const PLACE = join(ROOT, '.cache', 'strapi')

/**
 * Installs our Strapi app into a folder of its own: Strapi is no dependency of the product. The registry is asked
 * only when `package.json` changed.
 */
async function installStrapi(report: (line: string) => void): Promise<string> {
  mkdirSync(PLACE, { recursive: true })
  for (const name of readdirSync(PLACE)) if (!KEPT.has(name)) rmSync(join(PLACE, name), { recursive: true })
  cpSync(SHIPPED, PLACE, {
    recursive: true,
    filter: (path) => !/\/(node_modules|\.strapi|build|dist)(\/|$)/.test(path.slice(SHIPPED.length)),
  })
  const packageJson = readFileSync(join(SHIPPED, 'package.json'), 'utf8')
  const note = join(PLACE, 'node_modules', '.installed.json')
  if (existsSync(note) && readFileSync(note, 'utf8') === packageJson) return PLACE
  report('Installing Strapi (about 700 MB, two minutes) …')
  // No install script is needed: the PostgreSQL client is plain JavaScript.
  const args = ['install', '--omit=dev', '--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund']
  const { code, output } = await run('npm', args, { cwd: PLACE, env: ownEnv() })
  if (code !== 0) throw new Problem(`Strapi could not be installed:\n${lastLines(output)}`)
  writeFileSync(note, packageJson)
  return PLACE
}
const KEPT = new Set(['node_modules'])

/** The environment without npm's variables about this project. */
const ownEnv = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_(package|lifecycle|config_local_prefix)|INIT_CWD)/i.test(name),
    ),
  )

export interface Strapi {
  url: string
  /** `read` for reading content, `full` for writing it. */
  tokens: { read: string; full: string }
  start(): Promise<void>
  /** Kills it, like a power failure. */
  kill(): Promise<void>
  stop(): Promise<void>
}

interface Place {
  /** An empty PostgreSQL database. */
  databaseUrl: string
  log: string
  /** Where Strapi sends its change webhook, and the shared secret. */
  webhook: { url: string; secret: string }
}

const READY_SECONDS = 120

/** A real Strapi with our schemas on this machine, without its admin panel, which a test does not need. */
export async function makeStrapi(
  { databaseUrl, log, webhook }: Place,
  report: (line: string) => void,
): Promise<Strapi> {
  const app = await installStrapi(report)
  const port = await freePort()
  const secret = () => randomBytes(32).toString('base64url')
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    SERVE_ADMIN: 'false',
    APP_KEYS: secret(),
    ADMIN_JWT_SECRET: secret(),
    API_TOKEN_SALT: secret(),
    TRANSFER_TOKEN_SALT: secret(),
    ENCRYPTION_KEY: secret(),
    CUIDA_WEBHOOK_URL: webhook.url,
    CUIDA_WEBHOOK_SECRET: webhook.secret,
    STRAPI_TELEMETRY_DISABLED: 'true',
    STRAPI_DISABLE_UPDATE_NOTIFICATION: 'true',
  }
  const tokenOf = async (kind: string) => {
    const output = await runNode(['scripts/token.js', kind], 'Strapi made no token:', { cwd: app, env })
    return output.split('\n').at(-1) ?? ''
  }
  // Sequential: the first call creates the tables.
  const tokens = { read: await tokenOf('read'), full: await tokenOf('full') }
  const url = `http://127.0.0.1:${port}`
  let life: RunningProgram | undefined
  return {
    url,
    tokens,
    async start() {
      const args = [join('node_modules', '@strapi', 'strapi', 'bin', 'strapi.js'), 'start']
      life = launch({
        name: 'strapi',
        command: process.execPath,
        args,
        cwd: app,
        env,
        signal: 'SIGTERM',
        stopSeconds: 15,
        log,
      })
      await untilReady(url, life)
    },
    async kill() {
      life?.kill()
      await life?.exited
    },
    stop: async () => life?.stop(),
  }
}

async function untilReady(url: string, life: RunningProgram): Promise<void> {
  for (const limit = Date.now() + READY_SECONDS * 1000; Date.now() < limit; ) {
    if (life.hasExited()) break
    const isUp = await fetch(`${url}/_health`, { method: 'HEAD' }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
    await sleep(100)
  }
  throw new Problem(`Strapi did not start; its output was:\n${life.lastWords()}`)
}
