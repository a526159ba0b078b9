import { beforeEach, expect, test, vi } from 'vitest'
import { rememberSignReason, takeSignReason } from './sign-reason.ts'

beforeEach(() => {
  const entries = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  })
  return () => void vi.unstubAllGlobals()
})

test('the sign-in reason is returned once, and an account is new once [A3.15] [A4.4]', () => {
  expect(takeSignReason()).toBeUndefined()
  rememberSignReason('signup')
  expect([takeSignReason(), takeSignReason()]).toEqual(['signup', undefined])
  rememberSignReason('signin')
  expect(takeSignReason()).toBe('signin')
  sessionStorage.setItem('signed', 'somehow')
  expect(takeSignReason()).toBeUndefined()
})
