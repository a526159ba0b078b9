import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isInstalled } from './install.mjs'

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
