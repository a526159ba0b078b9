import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../ports.ts'

const PASSWORD = 'for-a-test'

export interface DebianCluster {
  version: string
  name: string
  /** A folder for the test, with the cluster's files in `data`. */
  folder: string
  directory: string
  url: string
  /** Connects with the role that owns the tables. */
  ownerUrl: string
  /** Connects with a role that may create databases and roles. */
  superuserUrl: string
  /** Settings that connect to a further, empty database. */
  createDatabase(name: string): { DATABASE_URL: string; DATABASE_OWNER_URL: string }
  /** Kills every process at once, as a power failure does. */
  kill(): void
  remove(): void
}

/** A cluster as docs/operate.md creates it, with Debian's programs. Needs root. */
export async function createDebianCluster(): Promise<DebianCluster> {
  const version = String(Math.max(...readdirSync('/usr/lib/postgresql').map(Number)))
  const folder = mkdtempSync(join(tmpdir(), 'cuida-cluster-'))
  chmodSync(folder, 0o755)
  const directory = join(folder, 'data')
  const name = `cuida${process.pid}`
  const port = await freePort()
  const runs = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: '/', encoding: 'utf8' })
  // The folder of the log must exist: the cluster's own would outlive the test.
  mkdirSync(join(folder, 'log'))
  runs('chown', 'postgres', join(folder, 'log'))
  const places = ['--datadir', directory, '--logfile', join(folder, 'log', 'postgres.log'), '--port', String(port)]
  runs('pg_createcluster', version, name, ...places, '--start', '--', '--data-checksums', '--encoding=UTF8')
  const psql = (text: string) =>
    runs('runuser', '-u', 'postgres', '--', 'psql', '--quiet', '-p', String(port), '-c', text)
  for (const role of ['cuida', 'cuida_owner']) psql(`create role ${role} login password '${PASSWORD}'`)
  psql(`create role cuida_superuser superuser login password '${PASSWORD}'`)
  psql('create role cuida_patient role cuida')
  const urlOf = (role: string, database: string) => `postgres://${role}:${PASSWORD}@127.0.0.1:${port}/${database}`
  const createDatabase = (database: string) => {
    psql(`create database "${database}" owner cuida_owner`)
    return { DATABASE_URL: urlOf('cuida', database), DATABASE_OWNER_URL: urlOf('cuida_owner', database) }
  }
  const first = createDatabase('cuida')
  const processes = () =>
    runs('pgrep', '--parent', readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')[0] ?? '')
  return {
    version,
    name,
    folder,
    directory,
    url: first.DATABASE_URL,
    ownerUrl: first.DATABASE_OWNER_URL,
    superuserUrl: urlOf('cuida_superuser', 'postgres'),
    createDatabase,
    kill() {
      const server = Number(readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')[0])
      const children = processes().trim().split('\n').map(Number)
      for (const pid of [server, ...children])
        try {
          process.kill(pid, 'SIGKILL')
        } catch {
          // It ended with the server.
        }
    },
    remove() {
      execFileSync('pg_dropcluster', ['--stop', version, name], { cwd: '/', stdio: 'ignore' })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
