import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { storageScript } from './storage-script.ts'

const refuse = (): never => {
  throw new DOMException('The operation is insecure', 'SecurityError')
}
const NAMES = ['localStorage', 'sessionStorage', 'indexedDB'] as const
type Page = { localStorage: Storage; sessionStorage: Storage; indexedDB: unknown }

/** A page's global names after its head ran, in a browser whose storage is what `found` says. */
function pageWhere(found: () => unknown): Page {
  const page = Object.defineProperties(
    {},
    Object.fromEntries(NAMES.map((name) => [name, { get: found, configurable: true }])),
  )
  Object.assign(page, { self: page })
  runInNewContext(storageScript, page)
  return page as Page
}

test('a browser’s own storage is left as it is', () => {
  const own = { length: 0, open: () => {} }
  const page = pageWhere(() => own)
  for (const name of NAMES) expect(page[name]).toBe(own)
})

test.each([
  ['forbids it', refuse],
  ['has none', () => null],
])('in a browser that %s a memory stands in for it, as long as the page', (_, found) => {
  const { localStorage, sessionStorage, indexedDB } = pageWhere(found)
  expect(indexedDB).toBeUndefined()
  localStorage.setItem('theme', 'dark')
  localStorage.setItem('empty', '')
  sessionStorage.setItem('theme', 1 as never)
  expect(localStorage.getItem('theme')).toBe('dark')
  expect(localStorage.getItem('empty')).toBe('')
  expect(sessionStorage.getItem('theme')).toBe('1')
  expect([localStorage.length, localStorage.key(1), localStorage.key(2)]).toEqual([2, 'empty', null])
  localStorage.removeItem('theme')
  expect(localStorage.getItem('theme')).toBeNull()
  sessionStorage.clear()
  expect(sessionStorage.getItem('theme')).toBeNull()
})

test('what a name of every object is called is no key that somebody kept', () => {
  expect(pageWhere(refuse).localStorage.getItem('constructor')).toBeNull()
})
