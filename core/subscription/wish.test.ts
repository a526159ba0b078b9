import { expect, test } from 'vitest'
import { canUnsubscribe, wishToSubscribe } from './wish.ts'

test.each([
  ['who has not given a card yet gets another page for it', 'PENDING', false, false, 'card'],
  ['who owes a month pays it with another card', 'PAST_DUE', false, false, 'card'],
  ['also when it was to end anyway', 'PAST_DUE', true, false, 'card'],
  ['who had cancelled stays', 'ACTIVE', true, false, 'stay'],
  ['in the trial too', 'TRIALING', true, false, 'stay'],
  ['who is subscribed is asked for nothing', 'ACTIVE', false, false, undefined],
  ['unless they want another card', 'ACTIVE', false, true, 'card'],
  ['what is over is not taken up again', 'CANCELED', true, false, undefined],
  ['nor with another card', 'EXPIRED', false, true, undefined],
  ['a pause is the provider’s', 'PAUSED', false, false, undefined],
  ['a state that we do not know is left alone', 'FROZEN', false, false, undefined],
])('%s', (_, status, cancelAtPeriodEnd, newCard, wish) => {
  expect(wishToSubscribe({ status, cancelAtPeriodEnd }, newCard)).toBe(wish)
})

test.each([
  ['ACTIVE', true],
  ['TRIALING', true],
  ['PAST_DUE', true],
  ['PAUSED', true],
  ['FROZEN', true],
  ['PENDING', false],
  ['CANCELED', false],
  ['EXPIRED', false],
])('a subscription that is %s can be given up: %s', (status, expected) => {
  expect(canUnsubscribe({ status, cancelAtPeriodEnd: false })).toBe(expected)
})
