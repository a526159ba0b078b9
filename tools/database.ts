import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { type Postgres, type PostgresOptions, runningPostgres, startPostgres } from './postgres.ts'
import { Problem, type Settings } from './preflight.mjs'

export type Database = Omit<Postgres, 'directory'> & { directory?: string }

const OLDEST = 15

/** The database of the settings: DATABASE_URL, checked once, or the embedded one, started. */
export async function openDatabase(settings: Settings, options: Partial<PostgresOptions> = {}): Promise<Database> {
  const { databaseUrl, dataDir } = settings
  if (!databaseUrl) return startPostgres({ dataDir, ...options })
  await checkDatabase(databaseUrl)
  return notOurs({ url: databaseUrl, adminUrl: databaseUrl })
}

/** Opens the database for a short command; uses the embedded PostgreSQL of a running Cuida if there is one. */
export async function borrowDatabase(settings: Settings): Promise<Database> {
  mkdirSync(settings.dataDir, { recursive: true, mode: 0o711 })
  const running = settings.databaseUrl ? undefined : runningPostgres(settings.dataDir)
  return running ? notOurs(running) : openDatabase(settings, { log: join(settings.dataDir, 'postgres.log') })
}

const notOurs = (urls: Pick<Postgres, 'url' | 'adminUrl'>): Database => ({ ...urls, stop: async () => {}, kill() {} })

/** Throws one sentence when DATABASE_URL cannot be reached. The sentence never contains the password. */
export async function checkDatabase(url: string): Promise<void> {
  const db = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} })
  try {
    const [row] = await db<{ version: number }[]>`select current_setting('server_version_num')::int / 10000 as version`
    if ((row?.version ?? 0) < OLDEST) {
      throw new Problem(`DATABASE_URL points to PostgreSQL ${row?.version}; Cuida needs ${OLDEST} or newer.`)
    }
  } catch (error) {
    throw error instanceof Problem ? error : new Problem(`DATABASE_URL does not work: ${databaseTrouble(error, url)}`)
  } finally {
    await db.end({ timeout: 0 })
  }
}

function databaseTrouble(error: unknown, text: string): string {
  const url = new URL(text)
  const server = `${url.hostname || 'localhost'}:${url.port || 5432}`
  const { code = '', message } = error as { code?: string; message: string }
  if (code === '28P01' || code === '28000') return `${server} refused the user "${url.username}" or the password.`
  if (code === '3D000') return `${server} has no database "${url.pathname.slice(1) || url.username}".`
  if (code === 'ECONNREFUSED') return `nothing listens on ${server}.`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `there is no host "${url.hostname}".`
  if (code === 'CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return `${server} does not answer.`
  return `${server} says: ${message}.`
}
