import { RECONCILIATION_DELAY_MINUTES } from '@cuida/core/kit/assumptions.ts'
import { openKeyring } from './kit/crypto/encrypted-text.ts'
import type { Secrets } from './kit/crypto/secrets.ts'
import type { Db } from './kit/db/db.ts'
import { enqueue } from './kit/jobs/jobs.ts'
import type { Files } from './providers/files/port.ts'
import {
  dropSentNotifications,
  endAllSessions,
  findDocumentFiles,
  findLastActivity,
} from './restored-database-store.ts'

const HOUR_MS = 3_600_000
const FUTURE = new Date('9999-12-31')

interface Restored {
  db: Db
  secrets: Secrets
  files: Pick<Files, 'olderThan'>
  /** When the lost system stopped. */
  stoppedAt: Date
  now: Date
}

/**
 * What must happen between a restore and the first request or job, once or several times: nothing is sent twice, nobody
 * keeps a session that was ended meanwhile, and the payments since then are compared with the provider's. Returns what
 * a person has to check.
 */
export async function prepareRestoredDatabase({ db, secrets, files, stoppedAt, now }: Restored): Promise<string> {
  await openKeyring(db, secrets).catch(() => {
    throw new Error(
      'The texts of this database are encrypted with another APP_SECRET: set the one that it had, then run this again.',
    )
  })
  const lastActivity = (await findLastActivity(db)) ?? stoppedAt
  const { sessions, notifications } = await db.begin(async (tx) => {
    const sessions = await endAllSessions(tx)
    const notifications = await dropSentNotifications(tx, stoppedAt)
    // A payment is compared once it cannot be in progress any more, so the second run sees the last ones too.
    const since = new Date(lastActivity.getTime() - HOUR_MS).toISOString()
    for (const minutes of [0, RECONCILIATION_DELAY_MINUTES + 5]) {
      const runAt = new Date(now.getTime() + minutes * 60_000)
      await enqueue(tx, 'reconcile', { since }, { key: `reconcile:restored:${minutes}`, runAt })
    }
    return { sessions, notifications }
  })
  const { missing, superfluous } = await compareDocuments(db, files)
  return [
    `The last activity in this database is of ${lastActivity.toISOString()}; the lost system stopped at ${stoppedAt.toISOString()}.`,
    `${sessions} sessions were ended: everybody signs in again.`,
    `${notifications} notifications were due before the stop and are not sent again.`,
    `${missing} documents are known to the database and have no file; ${superfluous} files have no document and are deleted after a day.`,
    'Payments between the two moments are unknown here. The worker compares the books as soon as it runs and again an hour later: ' +
      'each such payment becomes a task at the desk, to be refunded at the provider.',
    'Accounts and documents that were deleted between the two moments are back: delete them again (docs/backup.md).',
  ].join('\n')
}

async function compareDocuments(db: Db, files: Restored['files']): Promise<{ missing: number; superfluous: number }> {
  const known = await findDocumentFiles(db)
  const stored = new Set<string>()
  for await (const name of files.olderThan(FUTURE)) stored.add(name)
  const missing = known.filter((name) => !stored.has(name)).length
  return { missing, superfluous: stored.size - (known.length - missing) }
}
