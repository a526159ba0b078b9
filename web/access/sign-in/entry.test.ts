import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { awaitEntry, markEntryNew, takeEntry } from './entry.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('who left checkout to sign in hears that they are in, once [B4.24]', () => {
  awaitEntry()
  expect(takeEntry()).toBe('login')
  expect(takeEntry()).toBeUndefined()
})

test('who made an account on the way hears that it is ready [B4.24]', () => {
  awaitEntry()
  markEntryNew()
  expect(takeEntry()).toBe('newAccount')
})

test('who registered without coming from checkout hears nothing there later', () => {
  markEntryNew()
  expect(takeEntry()).toBeUndefined()
})
