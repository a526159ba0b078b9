import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from '../../tools/files.ts'

const ROOT = new URL('../../', import.meta.url)
const sources = sourceFiles(ROOT.pathname, ['web'])
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.ts|vite\./.test(path))
  .map((path) => ({ path, text: readFileSync(new URL(path, ROOT), 'utf8') }))
const thatHave = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

test("no request uses the page's own origin: native apps have the API elsewhere (fromApi)", () => {
  expect(sources.length).toBeGreaterThan(100)
  expect(thatHave(/fetch\(\s*[`'"]\//)).toEqual([])
})

test("no link uses the page's own origin: others cannot open a native app's (linkTo)", () => {
  expect(thatHave(/location\.origin/)).toEqual(['web/platform/platform.ts'])
})

test('every file is saved by saveFile: native pages cannot download (saveFile)', () => {
  expect(thatHave(/\bdownload=|\.download = /)).toEqual(['web/kit/save-file.ts'])
})

test('only the native entry and its own files import Capacitor, so that no web page loads it', () => {
  const files = ['native-files', 'native-push', 'native', 'secure-storage']
  const known = files.map((name) => `web/platform/${name}.ts`)
  expect(thatHave(/from '(@capacitor\/|@aparajita\/|@ebarooni\/)/)).toEqual(known)
  expect(thatHave(/from '[./]*(platform\/)?native\.ts'/)).toEqual(['web/native.tsx'])
})
