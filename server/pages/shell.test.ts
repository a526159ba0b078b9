import { expect, test } from 'vitest'
import { pageOf } from './shell.ts'

const SCREENS: Record<string, string> = {
  '/': 'welcome',
  '/welcome': 'welcome',
  '/how-can-we-help': 'home',
  '/products/nutrition': 'product',
  '/consultations': 'consultations',
  '/Products/nutrition': 'product',
  '/products/nutrition/': 'product',
  '/how-can-we-help/weight': 'home',
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

test.each([
  ...['/welcome-kit', '/consultations', '/products/nutrition?code=SUMMER', '/products/%ff', '/nowhere'],
  // Other spellings of a screen's address would each be rendered and kept.
  ...['/Products/nutrition', '/products/nutrition/', '/how-can-we-help/weight'],
])('%s is drawn by the app', (url) => expect(page(url)).toEqual({ name: 'any', path: '/app' }))
