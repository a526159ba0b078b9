import { describe, expect, test } from 'vitest'
import { readSecretKeys, readTokenKeys } from '../server/kit/crypto/keys.ts'
import { newSecrets, nextKeyId, nextStep } from './secrets.ts'

test('new secrets are readable, without quotes and without a line break', () => {
  const { APP_SECRET, TOKEN_KEY } = newSecrets()
  expect([readSecretKeys(APP_SECRET)?.length, readTokenKeys(TOKEN_KEY)?.length]).toEqual([1, 1])
  expect(APP_SECRET + TOKEN_KEY).toMatch(/^[\w:-]+$/)
})

test.each([
  [[], 2026, '2026a'],
  [['0'], 2026, '2026a'],
  [['2026a'], 2026, '2026b'],
  [['2026b', '2026a'], 2026, '2026c'],
  [['2025c'], 2026, '2026a'],
  [['2026z'], 2026, '2026za'],
])('after the ids %j comes, in %i, %s', (known, year, next) => {
  expect(nextKeyId(known, year)).toBe(next)
  expect(known.every((id) => id < next)).toBe(true)
})

describe('a rotation', () => {
  const before = { id: '0', value: 'x'.repeat(43) } as const

  test('adds a key behind, puts it in front, and removes the earlier one', () => {
    const add = nextStep([before], 2026)
    expect([add.step, ...add.keys.map(({ id }) => id)]).toEqual(['add', '0', '2026a'])
    const use = nextStep(add.keys as never, 2026)
    expect([use.step, ...use.keys.map(({ id }) => id)]).toEqual(['use', '2026a', '0'])
    const remove = nextStep(use.keys as never, 2026)
    expect([remove.step, ...remove.keys.map(({ id }) => id)]).toEqual(['remove', '2026a'])
  })
})
