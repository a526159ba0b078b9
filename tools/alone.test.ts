import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const inFolders = '{core,content,twins,ui,web,desk,native,tools}/**/*.test.{ts,tsx}'
const MOCKS = new RegExp(String.raw`\bvi\.${'mock'}\(`)
/** A rendered screen leaves the English messages loaded. */
const RENDERS = /\/(render-screen|test-(patient|desk)-screen)\.ts'/

test.each([
  // Others would get the mock, or it the module.
  ['mocks a module', MOCKS],
  // Other files expect no messages.
  ['renders a screen', RENDERS],
])('a test that %s has a worker for itself', (_, does) => {
  const files = globSync(inFolders, { cwd: root, exclude: (path) => path.includes('node_modules') })
  const found = files.filter((file) => does.test(readFileSync(`${root}/${file}`, 'utf8')))
  expect(found.length).toBeGreaterThan(0)
  expect(found.filter((file) => !file.includes('.alone.test.'))).toEqual([])
})
