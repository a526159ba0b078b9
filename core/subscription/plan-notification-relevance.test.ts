import { expect, test } from 'vitest'
import type { PlanNotificationKind } from '../notifications/choice/notifications.ts'
import { isPlanNotificationRelevant } from './plan-notification-relevance.ts'

const START = new Date('2026-11-26T15:20:00Z')
const before = (minutes: number) => new Date(START.getTime() - minutes * 60_000)

test.each<[string, PlanNotificationKind, string, boolean, boolean]>([
  ['a pause is sent', 'plan-paused', 'PAUSED', false, true],
  ['a pause is dropped once the plan has resumed', 'plan-paused', 'ACTIVE', false, false],
  ['a resumption is sent', 'plan-resumed', 'ACTIVE', false, true],
  ['a resumption is dropped once the plan is paused again', 'plan-resumed', 'PAUSED', false, false],
  [
    'a resumption is dropped for an overdue plan, which has its own notification',
    'plan-resumed',
    'PAST_DUE',
    false,
    false,
  ],
  ['a release is sent whatever the status', 'plan-released', 'PAST_DUE', false, true],
  ['a release is dropped once the plan is on hold again', 'plan-released', 'ACTIVE', true, false],
])('%s', (_, kind, status, isOnHold, expected) => {
  const at = (age: number) => isPlanNotificationRelevant({ kind, createdAt: before(age) }, { status, isOnHold }, START)
  expect([at(1), at(48 * 60 + 1)]).toEqual([expected, false])
})
