import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DeliveryState, deliveryStates, outcomeOf, outranksState } from './delivery.ts'

const heard = (said: readonly DeliveryState[]): DeliveryState =>
  said.reduce((known, next) => (outranksState(next, known) ? next : known), 'queued')

describe('the state of a message', () => {
  test.each<[DeliveryState[], DeliveryState]>([
    [['sent', 'delivered'], 'delivered'],
    [['delivered', 'sent'], 'delivered'],
    [['delivered', 'undelivered'], 'delivered'],
    [['undelivered', 'sent', 'queued'], 'undelivered'],
    [['read', 'delivered', 'sent'], 'read'],
    [[], 'queued'],
  ])('the state after %j is %s', (said, known) => expect(heard(said)).toBe(known))

  test('the state does not depend on the order or number of reports [C10.8]', () => {
    const Said = fc.array(fc.constantFrom(...deliveryStates))
    const ordered = (said: DeliveryState[]) => fc.shuffledSubarray([...said, ...said], { minLength: 2 * said.length })
    fc.assert(
      fc.property(
        Said.chain((said) => fc.tuple(fc.constant(said), ordered(said))),
        ([said, again]) => heard(again) === heard(said),
      ),
    )
  })

  test('the state never regresses', () => {
    fc.assert(
      fc.property(fc.constantFrom(...deliveryStates), fc.constantFrom(...deliveryStates), (known, said) =>
        outranksState(said, known) ? !outranksState(known, said) : heard([known, said]) === heard([known]),
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
