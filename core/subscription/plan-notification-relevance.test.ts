import { expect, test } from 'vitest'
import type { PlanNotificationKind } from '../notifications/choice/notifications.ts'
import { isPlanNotificationRelevant } from './plan-notification-relevance.ts'

const START = new Date('2026-11-26T15:20:00Z')
const before = (minutes: number) => new Date(START.getTime() - minutes * 60_000)

test.each<[string, PlanNotificationKind, string, boolean, boolean]>([
  ['a plan that rests is told', 'plan-paused', 'PAUSED', false, true],
  ['one that goes on meanwhile is not', 'plan-paused', 'ACTIVE', false, false],
  ['a plan that goes on is told', 'plan-resumed', 'ACTIVE', false, true],
  ['one that rests again is not', 'plan-resumed', 'PAUSED', false, false],
  ['one that owes a month has a notification of its own', 'plan-resumed', 'PAST_DUE', false, false],
  ['a plan that was looked at is told, however it stands', 'plan-released', 'PAST_DUE', false, true],
  ['one that was set aside again is not', 'plan-released', 'ACTIVE', true, false],
])('%s', (_, kind, status, isOnHold, expected) => {
  const at = (age: number) => isPlanNotificationRelevant({ kind, createdAt: before(age) }, { status, isOnHold }, START)
  expect([at(1), at(48 * 60 + 1)]).toEqual([expected, false])
})
