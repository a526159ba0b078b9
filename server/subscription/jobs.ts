import { ATTEMPT_RECHECK_SECONDS } from '@cuida/core/kit/assumptions.ts'
import type { Sql } from '../kit/db/db.ts'
import { enqueue, type JobHandlers } from '../kit/jobs/jobs.ts'
import type { Services } from '../services.ts'
import { findDueSubscriptions } from './lease-store.ts'
import { processSubscription } from './process-subscription.ts'

/** Safe to run at any time. When the provider is unavailable, the job throws and the queue retries it. */
export function subscriptionJobs(services: Services): Pick<JobHandlers, 'processSubscription'> {
  return { processSubscription: ({ subscriptionId }) => processSubscription(services, subscriptionId) }
}

export const enqueueSubscriptionProcessing = (sql: Sql, subscriptionId: string): Promise<void> =>
  enqueue(sql, 'processSubscription', { subscriptionId }, { key: `subscription:${subscriptionId}` })

/** Enqueues unfinished subscriptions again, whether their job or the provider's webhook was lost. */
export async function enqueueDueSubscriptions({ db, providers }: Services): Promise<void> {
  if (!providers.subscriptions) return
  await db.begin(async (tx) => {
    for (const id of await findDueSubscriptions(tx, ATTEMPT_RECHECK_SECONDS))
      await enqueueSubscriptionProcessing(tx, id)
  })
}
