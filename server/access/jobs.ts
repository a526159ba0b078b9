import { findTampering } from '../kit/audit.ts'
import type { JobHandlers } from '../kit/jobs/jobs.ts'
import type { Services } from '../services.ts'
import { reportCodeUsed } from './code/report-code.ts'
import { purgeAccess } from './purge-store.ts'

export function accessJobs(services: Services): Pick<JobHandlers, 'reportCodeUsed'> {
  return { reportCodeUsed: (job) => reportCodeUsed(services, job) }
}

/** Deletes expired access data, such as phone numbers of people who never registered. */
export const purgeAccessData = ({ db }: Services): Promise<void> => purgeAccess(db)

/**
 * Verifies the hash chain of the audit and reports a row that was changed, deleted or inserted outside the
 * application.
 */
export async function checkAudit({ db, secrets, log, telemetry, now }: Services): Promise<void> {
  const seq = await findTampering(db, secrets)
  telemetry.set('auditBroken', seq === undefined ? 0 : 1, {})
  if (seq === undefined) telemetry.set('auditVerified', now().getTime() / 1_000, {})
  else log.error('the audit hash chain is broken', { job: 'checkAudit', count: seq })
}
