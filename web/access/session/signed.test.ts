import { beforeEach, expect, test, vi } from 'vitest'
import { markSigned, takeSigned } from './signed.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  return () => void vi.unstubAllGlobals()
})

test('the sign-in reason is returned once, and an account is new once [A3.15] [A4.4]', () => {
  expect(takeSigned()).toBeUndefined()
  markSigned('signup')
  expect([takeSigned(), takeSigned()]).toEqual(['signup', undefined])
  markSigned('signin')
  expect(takeSigned()).toBe('signin')
  sessionStorage.setItem('signed', 'somehow')
  expect(takeSigned()).toBeUndefined()
})
