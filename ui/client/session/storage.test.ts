import { expect, onTestFinished, test } from 'vitest'
import { browserStorage } from './storage.ts'

/** The local storage of a browser, behind the property that a page reads. */
function browser(localStorage: () => Partial<Storage> | undefined): void {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
  Object.defineProperty(globalThis, 'localStorage', { get: localStorage, configurable: true })
  onTestFinished(() => {
    if (before) Object.defineProperty(globalThis, 'localStorage', before)
    else Reflect.deleteProperty(globalThis, 'localStorage')
  })
}
const refuse = (): never => {
  throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
}

test('stored values outlive the page', () => {
  const disk = new Map<string, string>()
  browser(() => ({
    getItem: (key) => disk.get(key) ?? null,
    setItem: (key, value) => void disk.set(key, value),
    removeItem: (key) => void disk.delete(key),
  }))
  browserStorage().set('token', 'one')
  expect(browserStorage().get('token')).toBe('one')
  browserStorage().remove('token')
  expect(browserStorage().get('token')).toBeNull()
})

test('a full storage is replaced by memory for the life of the page, so that signing in works', () => {
  browser(() => ({ getItem: () => null, setItem: refuse, removeItem: () => {} }))
  const storage = browserStorage()
  storage.set('token', 'one')
  expect(storage.get('token')).toBe('one')
  storage.remove('token')
  expect(storage.get('token')).toBeNull()
})

test('a successful write replaces the copy in memory of an earlier failed one', () => {
  const disk = new Map<string, string>()
  let isFull = true
  browser(() => ({
    getItem: (key) => disk.get(key) ?? null,
    setItem: (key, value) => (isFull ? refuse() : void disk.set(key, value)),
    removeItem: (key) => void disk.delete(key),
  }))
  const storage = browserStorage()
  storage.set('token', 'one')
  isFull = false
  storage.set('token', 'two')
  disk.set('token', 'three, of another tab')
  expect(storage.get('token')).toBe('three, of another tab')
})
