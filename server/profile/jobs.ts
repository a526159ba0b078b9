import type { JobHandlers } from '../kit/jobs/jobs.ts'
import type { Services } from '../services.ts'
import { findDueAccounts, findDueRecords, insertPurgeProof, purgeAccount, purgeRecord } from './deletion/purge-store.ts'

export function accountJobs(services: Services): Pick<JobHandlers, 'purgeLocked'> {
  return { purgeLocked: () => purgeLocked(services) }
}

/**
 * Deletes locked data whose retention has ended, a hundred patients at a time; account data first, then the clinical
 * record.
 */
export async function purgeLocked({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const moment = now()
  const kinds = [
    ['account', findDueAccounts, purgeAccount],
    ['clinical', findDueRecords, purgeRecord],
  ] as const
  for (const [kind, findDue, purge] of kinds) {
    let found = 0
    do {
      found = await db.begin(async (tx) => {
        const due = await findDue(tx, moment)
        for (const one of due) {
          await purge(tx, one.patientId)
          await insertPurgeProof(tx, one, kind, moment)
        }
        return due.length
      })
    } while (found > 0)
  }
}
