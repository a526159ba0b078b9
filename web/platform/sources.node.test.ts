import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from '../../tools/files.ts'

const ROOT = new URL('../../', import.meta.url)
const sources = sourceFiles(ROOT.pathname, ['web'])
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.ts|vite\./.test(path))
  .map((path) => ({ path, text: readFileSync(new URL(path, ROOT), 'utf8') }))
const thatHave = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

test('nothing is asked of the page’s own origin: on a phone the API is elsewhere (fromApi)', () => {
  expect(sources.length).toBeGreaterThan(100)
  expect(thatHave(/fetch\(\s*[`'"]\//)).toEqual([])
})

test('no link is made of the page’s own origin: on a phone nobody else can open it (linkTo)', () => {
  expect(thatHave(/location\.origin/)).toEqual(['web/platform/platform.ts'])
})

test('every file goes to the person by one way: on a phone a page cannot download (saveFile)', () => {
  expect(thatHave(/\bdownload=|\.download = /)).toEqual(['web/kit/save-file.ts'])
})

test('only the native entry and its own files know Capacitor, so that no page on the web loads it', () => {
  const files = ['native-files', 'native-push', 'native', 'secure-storage']
  const known = files.map((name) => `web/platform/${name}.ts`)
  expect(thatHave(/from '(@capacitor\/|@aparajita\/|@ebarooni\/)/)).toEqual(known)
  expect(thatHave(/from '[./]*(platform\/)?native\.ts'/)).toEqual(['web/native.tsx'])
})
