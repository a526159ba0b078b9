import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moveOrder, orderMoves } from '../order/order.ts'
import { type AttemptState, isFinal, isNewState } from './attempt.ts'

const states: AttemptState[] = ['intended', 'processing', 'pending', 'failed', 'succeeded', 'refunded']
const state = fc.constantFrom(...states)

test.each([
  ['intended', 'processing', true],
  ['processing', 'pending', true],
  ['pending', 'processing', true],
  ['pending', 'pending', false],
  ['pending', 'succeeded', true],
  ['processing', 'failed', true],
  ['failed', 'processing', false],
  ['failed', 'failed', false],
  ['failed', 'succeeded', true],
  ['succeeded', 'failed', false],
  ['succeeded', 'pending', false],
  ['succeeded', 'succeeded', false],
  ['succeeded', 'refunded', true],
  ['refunded', 'succeeded', false],
  ['refunded', 'refunded', true],
] as const)('known state %s, update %s: it is new: %s', (known, update, isNew) =>
  expect(isNewState(known, update)).toBe(isNew),
)

test('failed, succeeded and refunded are final, and earlier states are not', () =>
  expect(states.filter(isFinal)).toEqual(['failed', 'succeeded', 'refunded']))

test('only a succeeded payment becomes refunded', () => {
  expect(states.filter((known) => isNewState(known, 'refunded'))).toEqual(states)
  expect(states.filter((update) => isNewState('refunded', update))).toEqual(['refunded'])
})

test('any updates, in any order and with repetitions, end in the highest state among them', () => {
  const applyAll = (updates: AttemptState[]) =>
    updates.reduce<AttemptState>((known, update) => (isNewState(known, update) ? update : known), 'intended')
  const furthest = (updates: AttemptState[]) => states.findLast((one) => isFinal(one) && updates.includes(one))
  fc.assert(
    fc.property(fc.array(state, { maxLength: 12 }), (updates) => {
      const final = furthest(updates)
      if (final) expect(applyAll(updates)).toBe(final)
      else expect(isFinal(applyAll(updates))).toBe(false)
    }),
  )
})

test('a final order never changes again [B4.1]', () => {
  for (const event of ['challenged', 'resumed', 'paid', 'refused'] as const) {
    expect(moveOrder('ACTIVE', event)).toBeUndefined()
    expect(moveOrder('FAILED', event)).toBeUndefined()
  }
})

test('from every open state an order can be paid and refused', () => {
  for (const status of ['PROCESSING', 'PENDING'] as const) {
    expect(orderMoves[status]).toMatchObject({ paid: 'ACTIVE', refused: 'FAILED' })
  }
})
