import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Challenge, Verifier } from './app-journey.ts'

const fits = (text: string) => v.is(Challenge, text) && v.is(Verifier, text)

test('challenge and verifier are SHA-256 and 32 random bytes in base64url', () => {
  expect(fits('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(true)
  expect(fits('_'.repeat(43)) && fits('-'.repeat(43))).toBe(true)
})

test.each([
  '',
  'a'.repeat(42),
  'a'.repeat(44),
  `${'a'.repeat(42)}=`,
  `${'a'.repeat(42)}+`,
  `${'a'.repeat(43)}\n`,
  'á'.repeat(43),
])('%j is not a challenge', (text) => expect(fits(text)).toBe(false))
