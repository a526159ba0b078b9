import type { JobHandlers } from '../kit/jobs.ts'
import { forgetLeftDevices } from '../profile/push-store.ts'
import type { Services } from '../services.ts'
import { tellNews } from './news.ts'
import { leaveReminders, sweepNewsRows } from './news-store.ts'

export function careJobs(services: Services): Pick<JobHandlers, 'tellNews'> {
  return { tellNews: (job) => tellNews(services, job) }
}

/** Reminders that are due, and news that nobody told: safe beside another worker's. */
export async function sweepNews({ db, now }: Services): Promise<void> {
  await db.begin(async (tx) => {
    await leaveReminders(tx, now())
    await sweepNewsRows(tx)
  })
  await forgetLeftDevices(db)
}
