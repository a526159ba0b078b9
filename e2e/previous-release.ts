import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { git, previousRelease } from '../tools/previous-release.ts'
import { ROOT } from '../tools/run.ts'

/** Until the first tag: a commit whose programs work on the tables of this one. */
const FIRST = '71701d4a'
const OWN = '@cuida'

/**
 * Lays out the sources of the previous release in a temporary folder, with the packages and the built apps of this
 * checkout. Returns why not when they need other packages.
 */
export function layOutPreviousRelease(): { name: string; folder: string; remove(): void } | string {
  const name = previousRelease() ?? FIRST
  const lock = git('show', `${name}:package-lock.json`)
  if (lock === undefined) return `${name} is not in this checkout`
  if (packagesOf(lock) !== packagesOf(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')))
    return `${name} needs other packages`
  const folder = mkdtempSync(join(tmpdir(), 'cuida-previous-'))
  const { status, stderr } = spawnSync(
    'sh',
    ['-c', 'git archive "$0" | tar --extract --directory "$1"', name, folder],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  )
  if (status !== 0) throw new Error(stderr)
  linkPackages(folder)
  for (const dist of ['web/dist', 'desk/dist']) symlinkSync(join(ROOT, dist), join(folder, dist))
  return { name, folder, remove: () => rmSync(folder, { recursive: true }) }
}

/** The versions of all packages but our own. */
function packagesOf(lock: string): string {
  const { packages } = JSON.parse(lock) as { packages: Record<string, { version?: string; link?: boolean }> }
  const entries = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)
  return entries.map(([path, { version }]) => `${path} ${version}`).join('\n')
}

/** Every package is the checkout's, but those of our own, which are the release's. */
function linkPackages(folder: string): void {
  for (const place of ['node_modules', ...readdirSync(folder).map((name) => join(name, 'node_modules'))]) {
    if (!existsSync(join(ROOT, place))) continue
    mkdirSync(join(folder, place))
    for (const name of readdirSync(join(ROOT, place)).filter((each) => each !== OWN))
      symlinkSync(join(ROOT, place, name), join(folder, place, name))
  }
  const own = join(ROOT, 'node_modules', OWN)
  mkdirSync(join(folder, 'node_modules', OWN))
  for (const name of readdirSync(own))
    symlinkSync(readlinkSync(join(own, name)), join(folder, 'node_modules', OWN, name))
}
