import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { destinationOf, forgetPath, rememberArrival, rememberedPath, rememberPath } from './continue-path.ts'
import { hostilePaths } from './hostile-paths.ts'

const HOME = '/how-can-we-help'

test.each([
  ['/consultations', '/consultations'],
  ['/consultations/8f1c', '/consultations/8f1c'],
  ['/products/nutrition', '/products/nutrition'],
  ['/products/nutrition/questions?mode=now', '/products/nutrition/questions?mode=now'],
  ['/groups/endocrinology', '/groups/endocrinology'],
  ['/account', '/account/profile'],
  ['/account/profile', '/account/profile'],
  ['/orders', '/consultations'],
  ['/orders/8f1c', '/orders/8f1c'],
  ['/consultations/orders', '/consultations'],
  ['/checkout', '/checkout'],
  ['/how-can-we-help/8f1c', '/how-can-we-help/8f1c'],
])('a person who requested %s lands on %s [A2.41]', (requestedPath, landed) =>
  expect(destinationOf(requestedPath)).toBe(landed),
)

test.each([
  [null],
  [''],
  ['/'],
  ['/nowhere'],
  ['/redirect'],
  ['/redirect?reason=inactivity'],
  ['/welcome'],
  ['/account/create/profile'],
  ['/account/signin/mfa'],
  ['/account/logged-out'],
])('%s leads Home', (requestedPath) => expect(destinationOf(requestedPath)).toBe(HOME))

test('unsafe query parameters are dropped, the others stay', () =>
  expect(destinationOf('/profile/payment-details?utm=a%20b&id=8f1c-2&x=//evil')).toBe(
    '/profile/payment-details?id=8f1c-2',
  ))

test('an unsafe query is dropped, the screen stays', () => {
  for (const query of ['to=https://evil.example', 'a=%0d%0a', 'x=<script>'])
    expect(destinationOf(`/products/nutrition?${query}`)).toBe('/products/nutrition')
})

describe('a forged path', () => {
  const attacks = hostilePaths()
  test('the list of payloads has two hundred entries', () => expect(new Set(attacks).size).toBeGreaterThanOrEqual(200))

  test.each(attacks.map((path) => [path]))('%j stays within the app [A2.41]', (path) => {
    const landed = destinationOf(path)
    const url = new URL(landed, 'https://here.example')
    expect(url.origin).toBe('https://here.example')
    // Checked as written: nothing is left for a browser, a router or a proxy to decode into another URL.
    expect(url.pathname + url.search).toBe(landed)
    expect(landed).toMatch(/^(\/[\w-]+)+(\?[\w&=-]+)?$/)
  })

  test('generated payloads stay within the app', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const path of [text, `/${text}`, `/products/${text}`, `/consultations?${text}`]) {
          expect(new URL(destinationOf(path), 'https://here.example').origin).toBe('https://here.example')
          expect(destinationOf(path)).toMatch(/^(\/[\w-]+)+(\?[\w&=-]+)?$/)
        }
      }),
    )
  })
})

describe('the path of arrival', () => {
  const entries = new Map<string, string>()
  beforeEach(() => {
    entries.clear()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => entries.get(key) ?? null,
      setItem: (key: string, value: string) => void entries.set(key, value),
      removeItem: (key: string) => void entries.delete(key),
    })
  })

  test('the path is remembered until after sign-in [A2.12]', () => {
    rememberArrival('/products/nutrition')
    expect(rememberedPath()).toBe('/products/nutrition')
  })
  test('the path does not replace a remembered one [A2.12]', () => {
    rememberPath('/checkout')
    rememberArrival('/products/nutrition')
    expect(rememberedPath()).toBe('/checkout')
  })
  test.each(['/', '/welcome', '/redirect', '/nowhere', '//evil.example'])('%s is not remembered', (path) => {
    rememberArrival(path)
    expect(rememberedPath()).toBeNull()
  })
  test('the path is forgotten once it was reached', () => {
    rememberArrival('/support')
    forgetPath()
    expect(rememberedPath()).toBeNull()
  })
})
