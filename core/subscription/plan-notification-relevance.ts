import { isOld } from '../notifications/age.ts'
import type { PlanNotificationKind } from '../notifications/choice/notifications.ts'
import { isSubscribed } from './subscribed.ts'

export interface PlanState {
  status: string
  /** On hold: it does not count until a person has checked it. */
  isOnHold: boolean
}

/** Whether a notification about a subscription is still true and useful when it is due. */
export function isPlanNotificationRelevant(
  { kind, createdAt }: { kind: PlanNotificationKind; createdAt: Date },
  { status, isOnHold }: PlanState,
  now: Date,
): boolean {
  if (isOnHold || isOld(createdAt, now)) return false
  switch (kind) {
    case 'plan-paused':
      return status === 'PAUSED'
    case 'plan-resumed':
      return isSubscribed(status)
    case 'plan-released':
      return true
  }
}
