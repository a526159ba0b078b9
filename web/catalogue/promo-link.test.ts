import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepPromoOfLink, takePromoOfLink } from './promo-link.ts'

beforeEach(() => {
  const entries = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('a code of a link is kept for the checkout of its product and used once', () => {
  keepPromoOfLink('better-sleep', '?promo=HOLA10&utm=x')
  expect(takePromoOfLink('general-consultation')).toBeUndefined()
  expect(takePromoOfLink('better-sleep')).toBe('HOLA10')
  expect(takePromoOfLink('better-sleep')).toBeUndefined()
})

test.each(['', '?promo=', '?promo=ab', '?promo=<script>', `?promo=${'A'.repeat(31)}`, '?code=HOLA10'])(
  'the URL %s has no code',
  (search) => {
    keepPromoOfLink('better-sleep', search)
    expect(takePromoOfLink('better-sleep')).toBeUndefined()
  },
)

test.each(['{', '"HOLA10"', '{"slug":"better-sleep"}', 'null'])('a damaged entry is ignored: %s', (storedText) => {
  sessionStorage.setItem('promo-link', storedText)
  expect(takePromoOfLink('better-sleep')).toBeUndefined()
})
