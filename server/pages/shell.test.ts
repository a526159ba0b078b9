import { expect, test } from 'vitest'
import { pageOf } from './shell.ts'

const SCREENS: Record<string, string> = {
  '/': 'welcome',
  '/welcome': 'welcome',
  '/how-can-we-help': 'home',
  '/products/nutrition': 'product',
  '/consultations': 'consultations',
}
const page = (url: string) => pageOf(url, (path) => SCREENS[path])

test.each(['/', '/?lang=en', '/welcome', '/welcome?reason=expired'])('%s contains the prerendered Welcome', (url) =>
  expect(page(url)).toEqual({ name: 'welcome', path: '/welcome' }),
)

test.each([
  ['/how-can-we-help', 'home'],
  ['/how-can-we-help?utm_source=mail', 'home'],
  ['/products/nutrition?lang=en', 'product'],
])('%s contains the prerendered screen: %s', (url, name) =>
  expect(page(url)).toEqual({ name, path: url.split('?')[0] }),
)

test.each(['/welcome-kit', '/consultations', '/products/nutrition?code=SUMMER', '/products/%ff', '/nowhere'])(
  '%s is drawn by the app',
  (url) => expect(page(url)).toEqual({ name: 'any', path: '/app' }),
)
