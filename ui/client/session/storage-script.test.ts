import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { storageScript } from './storage-script.ts'

const refuse = (): never => {
  throw new DOMException('The operation is insecure', 'SecurityError')
}
const NAMES = ['localStorage', 'sessionStorage', 'indexedDB'] as const
type Page = { localStorage: Storage; sessionStorage: Storage; indexedDB: unknown }

/** The globals of a page after its head script ran, in a browser whose storage is what `found` returns. */
function pageWhere(found: () => unknown): Page {
  const page = Object.defineProperties(
    {},
    Object.fromEntries(NAMES.map((name) => [name, { get: found, configurable: true }])),
  )
  Object.assign(page, { self: page })
  runInNewContext(storageScript, page)
  return page as Page
}

test('a browser’s own storage stays as it is', () => {
  const own = { length: 0, open: () => {} }
  const page = pageWhere(() => own)
  for (const name of NAMES) expect(page[name]).toBe(own)
})

test.each([
  ['blocks storage', refuse],
  ['has no storage', () => null],
])('in a browser that %s an in-memory storage replaces it for the life of the page', (_, found) => {
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

test('inherited property names are no stored keys', () => {
  expect(pageWhere(refuse).localStorage.getItem('constructor')).toBeNull()
})
