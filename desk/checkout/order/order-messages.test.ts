import { describe, expect, test } from 'vitest'
import { adjacentId } from '../../kit/page/list-keys.ts'
import { amountOf, timelineStepState, typedAmount } from './order-messages.ts'

describe('amounts', () => {
  test.each([
    ['12,50', 1_250],
    ['12.5', 1_250],
    ['12', 1_200],
    [' 0,01 ', 1],
    ['999999,99', 99_999_999],
    ['0', undefined],
    ['0,00', undefined],
    ['12,505', undefined],
    ['1.250,00', undefined],
    ['-5', undefined],
    ['', undefined],
    ['12 €', undefined],
  ])('an amount typed as “%s” is %s minor units', (typed, amount) => expect(amountOf(typed)).toBe(amount))

  test.each([
    ['es-ES', 123_405, '1234,05'],
    ['pt-BR', 10_900, '109,00'],
    ['en', 4_900, '49.00'],
  ])('a suggested amount uses the format of %s and parses back', (locale, amount, typed) => {
    expect(typedAmount(amount, locale)).toBe(typed)
    expect(amountOf(typed)).toBe(amount)
  })
})

test('a failure never shows as success', () => {
  const at = { at: '2030-01-01T00:00:00.000Z', source: 'job', by: null } as const
  expect(timelineStepState({ ...at, status: 'ACTIVE', detail: 'REFUND_REFUSED' })).toBe('failed')
  expect(timelineStepState({ ...at, status: 'ACTIVE', detail: 'CANCELLED' })).toBe('cancelled')
  expect(timelineStepState({ ...at, status: 'ACTIVE', detail: 'REFUNDED' })).toBe('done')
})

test.each([
  [undefined, 'j', 'a'],
  [undefined, 'k', 'a'],
  ['a', 'j', 'b'],
  ['b', 'k', 'a'],
  ['b', 'j', undefined],
  ['a', 'k', undefined],
  ['a', 'x', undefined],
  ['gone', 'j', 'a'],
])('from %s the key %s leads to %s', (selectedId, key, next) =>
  expect(adjacentId(['a', 'b'], selectedId, key)).toBe(next),
)
