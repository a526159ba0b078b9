import { findTampering } from '../kit/audit.ts'
import type { JobHandlers } from '../kit/jobs/jobs.ts'
import type { Services } from '../services.ts'
import { reportCodeUsed } from './code/report-code.ts'
import { purgeAccess } from './purge-store.ts'

export function accessJobs(services: Services): Pick<JobHandlers, 'reportCodeUsed'> {
  return { reportCodeUsed: (job) => reportCodeUsed(services, job) }
}

/** Forgets what has done its work: a phone number of somebody who never registered is nobody's to keep. */
export const sweepAccess = ({ db }: Services): Promise<void> => purgeAccess(db)

/** Looks through the record of what staff did: a row that was changed, lost or added behind our back is an alarm. */
export async function checkAudit({ db, secrets, log }: Services): Promise<void> {
  const seq = await findTampering(db, secrets)
  if (seq !== undefined) log.error('the audit is not what was written', { job: 'checkAudit', count: seq })
}
