import { expect, test } from 'vitest'
import { clockLength } from './CallFloat.tsx'

test.each([
  [0, '0:00'],
  [65, '1:05'],
  [3_599, '59:59'],
  [3_600, '1:00:00'],
])('%d seconds show as %s', (seconds, expected) => expect(clockLength(seconds)).toBe(expected))
