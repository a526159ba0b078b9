import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { markNewAccount, rememberCheckoutExit, takeEntry } from './entry.ts'

beforeEach(() => {
  const entries = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('a guest who left checkout to sign in gets one confirmation [B4.24]', () => {
  rememberCheckoutExit()
  expect(takeEntry()).toBe('login')
  expect(takeEntry()).toBeUndefined()
})

test('a guest who registered on the way gets the confirmation of a new account [B4.24]', () => {
  rememberCheckoutExit()
  markNewAccount()
  expect(takeEntry()).toBe('newAccount')
})

test('a registration that did not start at checkout gets no confirmation there', () => {
  markNewAccount()
  expect(takeEntry()).toBeUndefined()
})
