import { existsSync, globSync } from 'node:fs'
import { Problem } from './preflight.mjs'
import { run } from './run.ts'

const canInstall = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Debian's package that brings a program, for root on Debian and its kin. Whether the program is there afterwards. */
export async function installFromDebian(name: string, program: string): Promise<boolean> {
  if (!canInstall()) return false
  console.log(`Installing ${name} for the tests: only this once …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-q'], { env })
  await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], { env })
  return existsSync(program)
}

const fakeTime = (): string | undefined => globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0]

/** Path of the library that gives a process another clock: the one that is there, else one that this installs. */
export async function ensureFakeTime(): Promise<string> {
  if (!fakeTime()) await installFromDebian('faketime', '/usr/bin/faketime')
  const library = fakeTime()
  if (library) return library
  throw new Problem('Tests at other hours need libfaketime (Debian: apt-get install faketime).')
}

const COTURN = '/usr/bin/turnserver'

/**
 * The relay that some tests speak to; without it they are skipped, and that is said. Its package brings a service:
 * where the machine would start that by itself, nobody asked for one, and it is left to them.
 */
export async function ensureCoturn(): Promise<void> {
  if (existsSync(COTURN) || existsSync('/run/systemd/system')) return
  await installFromDebian('coturn', COTURN)
}

const NGINX = '/usr/sbin/nginx'

/** The proxy that a journey goes through; the same holds for it as for coturn. */
export async function ensureNginx(): Promise<void> {
  if (existsSync(NGINX) || existsSync('/run/systemd/system')) return
  await installFromDebian('nginx', NGINX)
}
