import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DeliveryState, deliveryStates, outcomeOf, outranksState } from './delivery.ts'

const latestState = (states: readonly DeliveryState[]): DeliveryState =>
  states.reduce((known, next) => (outranksState(next, known) ? next : known), 'queued')

describe('the state of a message', () => {
  test.each<[DeliveryState[], DeliveryState]>([
    [['sent', 'delivered'], 'delivered'],
    [['delivered', 'sent'], 'delivered'],
    [['delivered', 'undelivered'], 'delivered'],
    [['undelivered', 'sent', 'queued'], 'undelivered'],
    [['read', 'delivered', 'sent'], 'read'],
    [[], 'queued'],
  ])('the state after %j is %s', (states, known) => expect(latestState(states)).toBe(known))

  test('the state does not depend on the order or number of reports [C10.8]', () => {
    const Said = fc.array(fc.constantFrom(...deliveryStates))
    const ordered = (states: DeliveryState[]) =>
      fc.shuffledSubarray([...states, ...states], { minLength: 2 * states.length })
    fc.assert(
      fc.property(
        Said.chain((states) => fc.tuple(fc.constant(states), ordered(states))),
        ([states, again]) => latestState(again) === latestState(states),
      ),
    )
  })

  test('the state never regresses', () => {
    fc.assert(
      fc.property(fc.constantFrom(...deliveryStates), fc.constantFrom(...deliveryStates), (known, newState) =>
        outranksState(newState, known)
          ? !outranksState(known, newState)
          : latestState([known, newState]) === latestState([known]),
      ),
    )
  })
})

describe('the outcome of a channel', () => {
  test.each<[string, DeliveryState[], string]>([
    ['is sent without a report', ['queued'], 'sent'],
    ['is sent when its message was delivered', ['delivered'], 'sent'],
    ['is refused when its only message was not delivered', ['undelivered'], 'refused'],
    ['is sent when one of two messages may have been delivered', ['undelivered', 'sent'], 'sent'],
    ['is refused when no message was delivered', ['undelivered', 'undelivered'], 'refused'],
  ])('%s', (_, states, outcome) => expect(outcomeOf(states)).toBe(outcome))
})
