import { isOld } from '../news/age.ts'
import type { PlanNews } from '../news/choice/notifications.ts'
import { isSubscribed } from './subscribed.ts'

export interface PlanStanding {
  status: string
  /** A person has to look at it before anything of it counts. */
  isSetAside: boolean
}

/** Whether a piece of a subscription's news is still true and of use when it comes to be told. */
export function isStillPlanNews(
  { kind, createdAt }: { kind: PlanNews; createdAt: Date },
  { status, isSetAside }: PlanStanding,
  now: Date,
): boolean {
  if (isSetAside || isOld(createdAt, now)) return false
  switch (kind) {
    case 'plan-paused':
      return status === 'PAUSED'
    case 'plan-resumed':
      return isSubscribed(status)
    case 'plan-released':
      return true
  }
}
