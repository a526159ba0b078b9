import { expect, test } from 'vitest'
import { destinationOf } from './continue-path.ts'

test.each([
  ['/consultations', '/consultations'],
  ['/consultations/8f1c', '/consultations/8f1c'],
  ['/products/nutrition', '/products/nutrition'],
  ['/groups/endocrinology', '/groups/endocrinology'],
  ['/account', '/account/profile'],
  ['/orders', '/consultations'],
  ['/consultations/orders', '/consultations'],
  ['/checkout', '/checkout'],
])('a person who wanted %s lands on %s', (wanted, landed) => expect(destinationOf(wanted)).toBe(landed))

test.each([
  null,
  '',
  '//evil.example',
  'https://evil.example/checkout',
  '/\\evil.example',
  '/products/../../evil',
  'javascript:alert(1)',
  '/redirect',
  '/welcome',
])('%s leads home, never elsewhere', (wanted) => expect(destinationOf(wanted)).toBe('/how-can-we-help'))
