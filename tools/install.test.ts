import { type ChildProcess, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { installAll, isInstalled } from './install.mjs'
import { ROOT } from './run.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cuida-install-'))
  mkdirSync(join(root, 'node_modules'))
})
afterEach(() => rmSync(root, { recursive: true }))

const lock = (packages: object) => writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }))
const record = (packages: object) =>
  writeFileSync(join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }))
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

test('a package that was added or updated since needs an installation', () => {
  lock({ ...vite, 'node_modules/wouter': { version: '3.0.0' } })
  record(vite)
  expect(isInstalled(root)).toBe(false)
  lock({ 'node_modules/vite': { version: '8.0.1' } })
  expect(isInstalled(root)).toBe(false)
})

test('a package for another system may be missing', () => {
  lock({ ...vite, 'node_modules/fsevents': { version: '2.0.0', optional: true } })
  record(vite)
  expect(isInstalled(root)).toBe(true)
})

describe('a package that brings a script', () => {
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

  test('does not run it by being installed', async () => {
    npm('ci', '--ignore-scripts=false', '--dangerously-allow-all-scripts', '--foreground-scripts')
    expect(ran()).toBe(true)
    rmSync(join(root, 'ran'))
    await installAll(root, async (child: ChildProcess) => (await once(child, 'close'))[0])
    expect(existsSync(join(root, 'node_modules', 'guest', 'package.json'))).toBe(true)
    expect(ran()).toBe(false)
  })
})

test('nor does npm itself here: only those of allowScripts are run, by us, by name', () => {
  expect(readFileSync(join(ROOT, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m)
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const { allowScripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const withScripts = Object.entries<{ hasInstallScript?: boolean; os?: string[] }>(packages)
    .filter(([_, { hasInstallScript, os }]) => hasInstallScript && !os?.includes('win32'))
    .map(([path]) => path.replace(/.*node_modules\//, ''))
  expect(withScripts.sort()).toEqual(Object.keys(allowScripts).sort())
})
