import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FIRST_SOURCES } from '../server/pages/preloads.ts'
import { buildProblems, importCycles } from './build-check.ts'

let dist = ''
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'cuida-built-'))
})
afterEach(() => rmSync(dist, { recursive: true }))

const MANIFEST = {
  ...Object.fromEntries(
    Object.values(FIRST_SOURCES)
      .flat()
      .map((source) => [source, { file: 'assets/screen.js' }]),
  ),
  'index.html': { file: 'assets/index.js', css: ['assets/all.css'] },
  'access/sign-in/WelcomeScreen.tsx': { file: 'assets/welcome.js' },
  'catalogue/front-door/FrontDoor.tsx': { file: 'assets/door.js' },
}
const FILES: Record<string, string> = {
  'client/index.html': '<link href="/uploads/favicon.svg"><script src="/assets/index.js"></script>',
  'client/assets/index.js': '',
  'client/assets/all.css': '',
  'client/assets/welcome.js': '',
  'client/assets/screen.js': '',
  'client/assets/door.js': '',
  'client/service-worker.js': '',
  'server/entry-server.js': '',
  'frame/index.html': '<script src="/payment-frame/assets/frame.js"></script>',
  'frame/assets/frame.js': '',
  'client/.vite/manifest.json': JSON.stringify(MANIFEST),
}
function faultsWith(changed: Record<string, string | undefined>): string[] {
  for (const [name, text] of Object.entries({ ...FILES, ...changed })) {
    if (text === undefined) continue
    mkdirSync(dirname(join(dist, name)), { recursive: true })
    writeFileSync(join(dist, name), text)
  }
  return buildProblems('web', dist)
}

test('a build in which every reference resolves has no fault', () => expect(faultsWith({})).toEqual([]))

test.each([
  ['client/assets/index.js', /index\.html refers to \/assets\/index\.js/],
  ['client/assets/all.css', /manifest refers to assets\/all\.css/],
  ['frame/assets/frame.js', /refers to \/payment-frame\/assets\/frame\.js/],
  ['client/service-worker.js', /service-worker\.js is missing, but the server opens it/],
  ['server/entry-server.js', /entry-server\.js is missing, but the server opens it/],
])('a build without %s is faulty', (name, sentence) => {
  expect(faultsWith({ [name]: undefined }).join('\n')).toMatch(sentence)
})

test('a first screen whose source moved is reported, not served without styles', () => {
  const { 'access/sign-in/WelcomeScreen.tsx': moved, ...rest } = MANIFEST
  const manifest = JSON.stringify({ ...rest, 'access/WelcomeScreen.tsx': moved })
  expect(faultsWith({ 'client/.vite/manifest.json': manifest }).join()).toContain('"access/sign-in/WelcomeScreen.tsx"')
})

test('import cycles are reported, each once', () => {
  const chunk = (...imports: string[]) => ({ file: '', imports })
  expect(importCycles({ a: chunk('b', 'c'), b: chunk('c'), c: chunk() })).toEqual([])
  expect(importCycles({ a: chunk('b'), b: chunk('c'), c: chunk('b', 'd'), d: chunk() })).toEqual([['b', 'c', 'b']])
  expect(importCycles({ a: chunk('a') })).toEqual([['a', 'a']])
})
