import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { freePort } from './ports.ts'
import { binariesFor } from './postgres-account.ts'
import { findHome, type Home, makeHome } from './postgres-home.ts'
import { makeRole, ROLE, rolePassword, transferOwnership } from './postgres-role.ts'
import { Problem } from './preflight.mjs'
import { keepRunning, launch, type Program, type Running } from './program.ts'
import { run } from './run.ts'

export interface PostgresOptions {
  /** Absolute, existing. Holds the note of where the files are, and the files unless their user can't enter it. */
  dataDir: string
  /** For tests: nothing survives a power cut, and everything is quicker. */
  fast?: boolean
  log?: string
  say?: (line: string) => void
}

export interface Postgres {
  /** Of the database `cuida`, with a role that owns it, and its password. */
  url: string
  /** The same as the server's own superuser: for databases that come and go. */
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
  // What goes wrong with a statement is for whoever sent it: its words, its values and the row that it met are somebody's.
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

/** What gives tests another hour (`npm run test:hours`) gives it to the database too; nothing else of our environment does. */
const FAKE_CLOCK = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => name === 'LD_PRELOAD' || name.startsWith('FAKETIME')),
)

/** Starts PostgreSQL 18 from its npm package on a free port of this machine, making the cluster if there is none. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { dataDir, fast = false, log = join(dataDir, 'postgres.log'), say = console.error } = options
  const home = findHome(dataDir) ?? makeHome(dataDir)
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

/** Tries three times: the free port may be taken again meanwhile, the memory of a killed server not yet released. */
async function startSomewhere(programOn: (port: number) => Program, home: Home) {
  for (let tries = 1; ; tries++) {
    const port = await freePort()
    const program = programOn(port)
    const running = launch(program)
    if (await isReady(home.directory, port, running)) return { port, program, running }
    await running.stop()
    if (tries === 3) throw new Problem(`The embedded database did not start; it said:\n${running.lastWords()}`)
  }
}

async function isReady(directory: string, port: number, running: Running): Promise<boolean> {
  for (let tries = 0; tries < 1200 && !running.hasExited(); tries++) {
    if (runningPort(directory) === port && stateOf(directory) === 'ready') return true
    await sleep(50)
  }
  return false
}

/** Addresses of an embedded PostgreSQL that another process of ours runs on this data folder, if one does. */
export function runningPostgres(dataDir: string): Pick<Postgres, 'url' | 'adminUrl'> | undefined {
  const home = findHome(dataDir)
  const port = home && runningPort(home.directory)
  return port ? urlsOf(home, port) : undefined
}

const urlsOf = (home: Home, port: number) => ({
  url: `postgres://${ROLE}:${rolePassword(home.password)}@127.0.0.1:${port}/${NAME}`,
  adminUrl: adminUrlOf(home, port),
})

const adminUrlOf = ({ password }: Home, port: number, database = NAME) =>
  `postgres://${NAME}:${password}@127.0.0.1:${port}/${database}`

/** Made beside its place and moved there whole, so that an interrupted first start leaves nothing half done. */
async function initialise({ directory, password, account }: Home, binaries: string, fast: boolean): Promise<void> {
  const fresh = `${directory}.new`
  const secret = `${directory}.password`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { mode: 0o700 })
  writeFileSync(secret, password, { mode: 0o600 })
  if (account.uid && account.gid) for (const path of [fresh, secret]) chownSync(path, account.uid, account.gid)
  // The builtin locale depends on no operating system: the same order and the same upper case everywhere.
  const locale = ['--encoding=UTF8', '--no-locale', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const who = [`--username=${NAME}`, `--pwfile=${secret}`, '--auth=scram-sha-256', '--data-checksums']
  const args = ['-D', fresh, ...locale, ...who, ...(fast ? ['--no-sync'] : [])]
  const { code, output } = await run(join(binaries, 'bin', 'initdb'), args, { ...account, cwd: '/', env: {} })
  rmSync(secret)
  if (code !== 0)
    throw new Problem(`The embedded database could not be created: "initdb" ended with code ${code}.\n${output}`)
  renameSync(fresh, directory)
}

function programOf({ directory, account }: Home, binaries: string, port: number, fast: boolean, log: string): Program {
  const settings = [...SETTINGS, `port=${port}`, ...(fast ? FAST : [])]
  return {
    name: 'PostgreSQL',
    command: join(binaries, 'bin', 'postgres'),
    args: ['-D', directory, ...settings.flatMap((setting) => ['-c', setting])],
    ...account,
    cwd: '/',
    // None of the person's PG… variables.
    env: FAKE_CLOCK,
    // Fast shutdown: open connections are closed, committed work is on disk.
    signal: 'SIGINT',
    patience: 20,
    log,
  }
}

/** A start that died a moment ago may still be shutting its database down; a living one keeps it. */
async function waitForFormer(directory: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (!isRunning(directory)) return
    if (tries > 10 && stateOf(directory) !== 'stopping') break
    await sleep(200)
  }
  throw new Problem('Another Cuida runs on this data folder; stop it first, or choose another with DATA_DIR.')
}

async function createDatabase(home: Home, port: number): Promise<void> {
  await withAdmin(adminUrlOf(home, port, 'postgres'), async (admin) => {
    await makeRole(admin, home.password)
    const [found] = await admin`
      select datdba::regrole::text as owner from pg_database where datname = ${NAME}`
    if (!found) await admin`create database ${admin(NAME)} owner ${admin(ROLE)}`
    else if (found.owner !== ROLE) await admin`alter database ${admin(NAME)} owner to ${admin(ROLE)}`
  })
  await withAdmin(adminUrlOf(home, port), transferOwnership)
}

async function withAdmin(url: string, work: (admin: postgres.Sql) => Promise<void>): Promise<void> {
  const admin = postgres(url, { max: 1, onnotice: () => {} })
  await work(admin).finally(() => admin.end())
}

/** PostgreSQL's own lock file: process, folder, start, port, socket, address, memory, state; one a line. */
function lockLines(directory: string): string[] {
  const file = join(directory, 'postmaster.pid')
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
}

const stateOf = (directory: string) => lockLines(directory)[7]?.trim()

function runningPort(directory: string): number | undefined {
  return isRunning(directory) ? Number(lockLines(directory)[3]) : undefined
}

/**
 * Whether the lock file's process lives. A number that some other program got since, or a dead process that nobody has
 * cleared away, does not count; PostgreSQL would take it for a rival, so the file goes.
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
  // The file that everybody may read: `cwd` and `exe` are closed to a root without ptrace, as in most containers.
  const file = `/proc/${pid}/cmdline`
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}
