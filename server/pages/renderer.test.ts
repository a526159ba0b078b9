import { expect, test } from 'vitest'
import { debugFlags } from './renderer.ts'

test.each([
  ['production', false],
  ['staging', true],
  ['development', true],
] as const)('in %s people with the right hear ids to quote: %s', (ENVIRONMENT, info) =>
  expect(debugFlags({ ENVIRONMENT, I18N_DEBUG: 'off' }).info).toBe(info),
)
