import { expect, test } from 'vitest'
import {
  canPause,
  canResume,
  canUnsubscribe,
  type PendingChange,
  pendingChangeForSubscribing,
} from './pending-change.ts'

test.each([
  ['a pending subscription needs another page for the card', 'PENDING', false, false, 'card'],
  ['an overdue payment is paid with another card', 'PAST_DUE', false, false, 'card'],
  ['an overdue payment is paid with another card even before the end', 'PAST_DUE', true, false, 'card'],
  ['a cancelled subscription is reactivated', 'ACTIVE', true, false, 'stay'],
  ['a cancelled trial is reactivated', 'TRIALING', true, false, 'stay'],
  ['an active subscription needs nothing', 'ACTIVE', false, false, undefined],
  ['an active subscription can get another card', 'ACTIVE', false, true, 'card'],
  ['a cancelled subscription that ended is not reactivated', 'CANCELED', true, false, undefined],
  ['an expired subscription gets no other card', 'EXPIRED', false, true, undefined],
  ['a paused subscription is left to the desk', 'PAUSED', false, false, undefined],
  ['a paused subscription that was cancelled is reactivated', 'PAUSED', true, false, 'stay'],
  ['an unknown status is left unchanged', 'FROZEN', false, false, undefined],
  ['an unknown status that ends is left unchanged', 'FROZEN', true, false, undefined],
])('%s', (_, status, cancelAtPeriodEnd, newCard, pendingChange) => {
  expect(pendingChangeForSubscribing({ status, cancelAtPeriodEnd }, newCard)).toBe(pendingChange)
})

test.each<[string, boolean, boolean?]>([
  ['ACTIVE', true],
  ['TRIALING', true],
  ['PAST_DUE', true],
  ['PAUSED', true],
  ['FROZEN', true],
  ['PENDING', false],
  ['PENDING', true, true],
  ['CANCELED', false],
  ['EXPIRED', false],
])('a subscription that is %s can be cancelled: %s, with a first charge to come: %s', (status, expected, toCome) => {
  expect(canUnsubscribe({ status, awaitsFirstCharge: toCome ?? false })).toBe(expected)
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
  const subscription = { status, cancelAtPeriodEnd, pendingChange }
  expect([canPause(subscription), canResume(subscription)]).toEqual([pause, resume])
})
