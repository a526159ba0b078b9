import { existsSync, globSync } from 'node:fs'
import { Problem } from './preflight.mjs'
import { run } from './run.ts'

const canInstall = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/**
 * Installs the Debian package of a program, as root on Debian and its derivatives. Returns whether the program exists
 * afterwards.
 */
export async function installFromDebian(name: string, program: string): Promise<boolean> {
  if (!canInstall()) return false
  console.log(`Installing ${name} for the tests, once …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-q'], { env })
  await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], { env })
  return existsSync(program)
}

const fakeTime = (): string | undefined => globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0]

/** Path of the library that fakes a process's clock: an installed one, or one that this function installs. */
export async function ensureFakeTime(): Promise<string> {
  if (!fakeTime()) await installFromDebian('faketime', '/usr/bin/faketime')
  const library = fakeTime()
  if (library) return library
  throw new Problem('Tests at other hours need libfaketime (Debian: apt-get install faketime).')
}

const COTURN = '/usr/bin/turnserver'

/**
 * The TURN server for some tests; without it they are skipped, and the run says so. The package brings a service: on
 * a machine where systemd would start it, nothing is installed.
 */
export async function ensureCoturn(): Promise<void> {
  if (existsSync(COTURN) || existsSync('/run/systemd/system')) return
  await installFromDebian('coturn', COTURN)
}

/** For the operator's journey on bare Debian machines; installed under the same conditions as coturn. */
export async function ensureDebootstrap(): Promise<void> {
  if (existsSync('/usr/sbin/debootstrap') || existsSync('/run/systemd/system')) return
  await installFromDebian('debootstrap', '/usr/sbin/debootstrap')
}

const NGINX = '/usr/sbin/nginx'

/** The reverse proxy for one journey; installed under the same conditions as coturn. */
export async function ensureNginx(): Promise<void> {
  if (existsSync(NGINX) || existsSync('/run/systemd/system')) return
  await installFromDebian('nginx', NGINX)
}

const PROMTOOL = '/usr/bin/promtool'

/** The checker of Prometheus's rules; installed under the same conditions as coturn. */
export async function ensurePromtool(): Promise<string | undefined> {
  if (!existsSync(PROMTOOL) && !existsSync('/run/systemd/system')) await installFromDebian('prometheus', PROMTOOL)
  return existsSync(PROMTOOL) ? PROMTOOL : undefined
}

/** PostgreSQL's own programs, pgBackRest and age, for the tests of backups; installed under the same conditions as coturn. */
export async function ensureBackupPrograms(): Promise<boolean> {
  const programs = { postgresql: '/usr/bin/pg_createcluster', pgbackrest: '/usr/bin/pgbackrest', age: '/usr/bin/age' }
  for (const [name, program] of Object.entries(programs)) {
    if (existsSync(program)) continue
    if (existsSync('/run/systemd/system') || !(await installFromDebian(name, program))) return false
  }
  return process.getuid?.() === 0
}
