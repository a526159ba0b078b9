import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const inFolders = '{core,content,twins,ui,web,desk,native,tools}/**/*.test.{ts,tsx}'
const MOCKS = new RegExp(String.raw`\bvi\.${'mock'}\(`)

test('a test that mocks a module has a worker for itself: others would get the mock, or it the module', () => {
  const files = globSync(inFolders, { cwd: root, exclude: (path) => path.includes('node_modules') })
  const mocking = files.filter((file) => MOCKS.test(readFileSync(`${root}/${file}`, 'utf8')))
  expect(mocking.length).toBeGreaterThan(0)
  expect(mocking.filter((file) => !file.includes('.alone.test.'))).toEqual([])
})
