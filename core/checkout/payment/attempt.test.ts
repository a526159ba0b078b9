import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moveOrder, orderMoves } from '../order/order.ts'
import { type AttemptState, isNewState, isVerdict } from './attempt.ts'

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
] as const)('known state %s, update %s: it is new: %s', (known, fact, isNew) =>
  expect(isNewState(known, fact)).toBe(isNew),
)

test('failed, succeeded and refunded are final, and earlier states are not', () =>
  expect(states.filter(isVerdict)).toEqual(['failed', 'succeeded', 'refunded']))

test('only a succeeded payment becomes refunded', () => {
  expect(states.filter((known) => isNewState(known, 'refunded'))).toEqual(states)
  expect(states.filter((fact) => isNewState('refunded', fact))).toEqual(['refunded'])
})

test('any updates, in any order and with repetitions, end in the highest state among them', () => {
  const settle = (facts: AttemptState[]) =>
    facts.reduce<AttemptState>((known, fact) => (isNewState(known, fact) ? fact : known), 'intended')
  const furthest = (facts: AttemptState[]) => states.findLast((one) => isVerdict(one) && facts.includes(one))
  fc.assert(
    fc.property(fc.array(state, { maxLength: 12 }), (facts) => {
      const verdict = furthest(facts)
      if (verdict) expect(settle(facts)).toBe(verdict)
      else expect(isVerdict(settle(facts))).toBe(false)
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
