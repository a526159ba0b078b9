import { expect, test } from 'vitest'
import { DEMO_IN_PUBLIC } from '../production.ts'
import { flagsOf } from './renderer.ts'

test.each([
  ['production', false],
  ['staging', true],
  ['development', true],
] as const)('in %s support ids are shown to the right people: %s [A2.48]', (ENVIRONMENT, info) =>
  expect(flagsOf({ ENVIRONMENT, I18N_DEBUG: 'off' }).debug.info).toBe(info),
)

test('only a public demo is labelled as one', () => {
  const settings = { ENVIRONMENT: 'production', I18N_DEBUG: 'off' } as const
  expect(flagsOf(settings).demo).toBe(false)
  expect(flagsOf({ ...settings, DEMO_IN_PUBLIC }).demo).toBe(true)
})
