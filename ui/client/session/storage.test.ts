import { expect, onTestFinished, test } from 'vitest'
import { browserStorage } from './storage.ts'

/** A browser's local storage, as a page comes by it. */
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

test('what is kept outlives the page', () => {
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

test('in a browser that is full it is kept as long as the page, so that one can sign in', () => {
  browser(() => ({ getItem: () => null, setItem: refuse, removeItem: () => {} }))
  const storage = browserStorage()
  storage.set('token', 'one')
  expect(storage.get('token')).toBe('one')
  storage.remove('token')
  expect(storage.get('token')).toBeNull()
})

test('what did not fit before, and does now, is said once', () => {
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
