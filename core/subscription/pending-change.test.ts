import { expect, test } from 'vitest'
import { canPause, canResume, canUnsubscribe, changeToSubscribe, type PendingChange } from './pending-change.ts'

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
  ['a pause is the desk’s', 'PAUSED', false, false, undefined],
  ['who had cancelled during a pause stays', 'PAUSED', true, false, 'stay'],
  ['a state that we do not know is left alone', 'FROZEN', false, false, undefined],
  ['even one that is to end', 'FROZEN', true, false, undefined],
])('%s', (_, status, cancelAtPeriodEnd, newCard, pendingChange) => {
  expect(changeToSubscribe({ status, cancelAtPeriodEnd }, newCard)).toBe(pendingChange)
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
])('a subscription that is %s can be cancelled: %s', (status, expected) => {
  expect(canUnsubscribe({ status, cancelAtPeriodEnd: false })).toBe(expected)
})

test.each<[string, boolean, PendingChange | null, boolean, boolean]>([
  ['ACTIVE', false, null, true, false],
  ['TRIALING', false, null, true, false],
  // A cancelled, overdue, pending, ended or unknown subscription cannot be paused.
  ['ACTIVE', true, null, false, false],
  ['PAST_DUE', false, null, false, false],
  ['PENDING', false, null, false, false],
  ['CANCELED', false, null, false, false],
  ['FROZEN', false, null, false, false],
  ['PAUSED', false, null, false, true],
  // The provider has not received the change yet: it can be reverted, and cannot be requested twice.
  ['ACTIVE', false, 'pause', false, true],
  ['PAUSED', false, 'resume', false, false],
  ['ACTIVE', false, 'resume', true, false],
  ['ACTIVE', false, 'end', false, false],
  ['ACTIVE', false, 'card', false, false],
])('%s, ending %s, with %s: pause %s, resume %s', (status, cancelAtPeriodEnd, pendingChange, pause, resume) => {
  const standing = { status, cancelAtPeriodEnd, pendingChange }
  expect([canPause(standing), canResume(standing)]).toEqual([pause, resume])
})
