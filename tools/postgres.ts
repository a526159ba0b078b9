import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { freePort } from './ports.ts'
import { binariesFor } from './postgres-account.ts'
import { createPostgresHome, findPostgresHome, type PostgresHome } from './postgres-home.ts'
import { APP_ROLE, makeRole, rolePassword, transferOwnership } from './postgres-role.ts'
import { Problem } from './preflight.mjs'
import { keepRunning, launch, type Program, type RunningProgram } from './program.ts'
import { run } from './run.ts'

export interface PostgresOptions {
  /**
   * An absolute, existing path. Contains the record of where the database files are, and the files themselves unless
   * PostgreSQL's user cannot enter it.
   */
  dataDir: string
  /** For tests: faster, without durability. */
  fast?: boolean
  log?: string
  say?: (line: string) => void
}

export interface Postgres {
  /** Connects to the database `cuida` with the role that owns it; includes the password. */
  url: string
  /** Connects as the superuser: for databases that are created and dropped. */
  adminUrl: string
  /** Folder of the database's files. */
  directory: string
  stop(): Promise<void>
  kill(): void
}

const NAME = 'cuida'
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'timezone=UTC',
  'log_timezone=UTC',
  // Error details go to the client alone: a statement, its values and the conflicting row may contain personal data.
  'log_min_messages=log',
  'log_error_verbosity=terse',
  'log_min_error_statement=panic',
  'log_parameter_max_length=0',
  'log_parameter_max_length_on_error=0',
]
const FAST = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
  'jit=off',
  // Several systems of a test run share one server.
  'max_connections=500',
]

/**
 * The fake clock of the tests (`npm run test:hours`) applies to the database too; nothing else of our environment
 * does.
 */
const FAKE_CLOCK = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => name === 'LD_PRELOAD' || name.startsWith('FAKETIME')),
)

/** Starts PostgreSQL 18 from its npm package on a free local port, creating the cluster if there is none. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { dataDir, fast = false, log = join(dataDir, 'postgres.log'), say = console.error } = options
  const home = findPostgresHome(dataDir) ?? createPostgresHome(dataDir)
  const binaries = binariesFor(home.account)
  if (!existsSync(home.directory)) await initialise(home, binaries, fast)
  await waitForFormer(home.directory)
  const { port, program, running } = await startSomewhere((port) => programOf(home, binaries, port, fast, log), home)
  await createDatabase(home, port).catch(async (error) => {
    await running.stop()
    throw error
  })
  const { stop, kill } = keepRunning(program, running, say)
  return { ...urlsOf(home, port), directory: home.directory, stop, kill }
}

/**
 * Tries three times: another process may take the port, and the shared memory of a killed server may not be released
 * yet.
 */
async function startSomewhere(programOn: (port: number) => Program, home: PostgresHome) {
  for (let tries = 1; ; tries++) {
    const port = await freePort()
    const program = programOn(port)
    const running = launch(program)
    if (await isReady(home.directory, port, running)) return { port, program, running }
    await running.stop()
    if (tries === 3) throw new Problem(`The embedded database did not start; its output was:\n${running.lastWords()}`)
  }
}

async function isReady(directory: string, port: number, running: RunningProgram): Promise<boolean> {
  for (let tries = 0; tries < 1200 && !running.hasExited(); tries++) {
    if (runningPort(directory) === port && stateOf(directory) === 'ready') return true
    await sleep(50)
  }
  return false
}

/** Addresses of an embedded PostgreSQL that another process runs on this data folder, if any. */
export function runningPostgres(dataDir: string): Pick<Postgres, 'url' | 'adminUrl'> | undefined {
  const home = findPostgresHome(dataDir)
  const port = home && runningPort(home.directory)
  return port ? urlsOf(home, port) : undefined
}

const urlsOf = (home: PostgresHome, port: number) => ({
  url: `postgres://${APP_ROLE}:${rolePassword(home.password)}@127.0.0.1:${port}/${NAME}`,
  adminUrl: adminUrlOf(home, port),
})

const adminUrlOf = ({ password }: PostgresHome, port: number, database = NAME) =>
  `postgres://${NAME}:${password}@127.0.0.1:${port}/${database}`

/**
 * Created beside its final path and renamed when complete, so that an interrupted first start leaves nothing half
 * done.
 */
async function initialise(
  { directory, password, account }: PostgresHome,
  binaries: string,
  fast: boolean,
): Promise<void> {
  const fresh = `${directory}.new`
  const secret = `${directory}.password`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { mode: 0o700 })
  writeFileSync(secret, password, { mode: 0o600 })
  if (account.uid && account.gid) for (const path of [fresh, secret]) chownSync(path, account.uid, account.gid)
  // The builtin locale is independent of the operating system: sorting and upper case are the same everywhere.
  const locale = ['--encoding=UTF8', '--no-locale', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const authArgs = [`--username=${NAME}`, `--pwfile=${secret}`, '--auth=scram-sha-256', '--data-checksums']
  const args = ['-D', fresh, ...locale, ...authArgs, ...(fast ? ['--no-sync'] : [])]
  const { code, output } = await run(join(binaries, 'bin', 'initdb'), args, { ...account, cwd: '/', env: {} })
  rmSync(secret)
  if (code !== 0)
    throw new Problem(`The embedded database could not be created: "initdb" ended with code ${code}.\n${output}`)
  renameSync(fresh, directory)
}

function programOf(
  { directory, account }: PostgresHome,
  binaries: string,
  port: number,
  fast: boolean,
  log: string,
): Program {
  const settings = [...SETTINGS, `port=${port}`, ...(fast ? FAST : [])]
  return {
    name: 'PostgreSQL',
    command: join(binaries, 'bin', 'postgres'),
    args: ['-D', directory, ...settings.flatMap((setting) => ['-c', setting])],
    ...account,
    cwd: '/',
    // Without the user's own PG… variables.
    env: FAKE_CLOCK,
    // Fast shutdown: open connections are closed, committed work is on disk.
    signal: 'SIGINT',
    stopSeconds: 20,
    log,
  }
}

/** A process that was just killed may still be shutting its database down; the database of a live one stays. */
async function waitForFormer(directory: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (!isRunning(directory)) return
    if (tries > 10 && stateOf(directory) !== 'stopping') break
    await sleep(200)
  }
  throw new Problem(
    'Another Cuida process uses this data folder; stop it first, or choose another folder with DATA_DIR.',
  )
}

async function createDatabase(home: PostgresHome, port: number): Promise<void> {
  await withAdmin(adminUrlOf(home, port, 'postgres'), async (admin) => {
    await makeRole(admin, home.password)
    const [found] = await admin`
      select datdba::regrole::text as owner from pg_database where datname = ${NAME}`
    if (!found) await admin`create database ${admin(NAME)} owner ${admin(APP_ROLE)}`
    else if (found.owner !== APP_ROLE) await admin`alter database ${admin(NAME)} owner to ${admin(APP_ROLE)}`
  })
  await withAdmin(adminUrlOf(home, port), transferOwnership)
}

async function withAdmin(url: string, work: (admin: postgres.Sql) => Promise<void>): Promise<void> {
  const admin = postgres(url, { max: 1, onnotice: () => {} })
  await work(admin).finally(() => admin.end())
}

/** PostgreSQL's lock file: process, folder, start, port, socket, address, memory, state; one a line. */
function lockLines(directory: string): string[] {
  const file = join(directory, 'postmaster.pid')
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
}

const stateOf = (directory: string) => lockLines(directory)[7]?.trim()

function runningPort(directory: string): number | undefined {
  return isRunning(directory) ? Number(lockLines(directory)[3]) : undefined
}

/**
 * Whether the process of the lock file is alive. A process id that another program got since, or a zombie, does not
 * count; PostgreSQL would mistake it for a running server, so the file is removed.
 */
function isRunning(directory: string): boolean {
  const pid = lockLines(directory)[0]?.trim()
  if (!pid) return false
  if (commandLine(pid).includes(directory)) return true
  rmSync(join(directory, 'postmaster.pid'), { force: true })
  return false
}

function commandLine(pid: string): string {
  if (process.platform !== 'linux') return spawnSync('ps', ['-o', 'command=', '-p', pid], { encoding: 'utf8' }).stdout
  // `cmdline` is readable for everybody: `cwd` and `exe` are closed to a root without ptrace, as in most containers.
  const file = `/proc/${pid}/cmdline`
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}
