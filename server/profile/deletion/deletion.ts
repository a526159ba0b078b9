import { retentionOf } from '@cuida/core/profile/deletion/retention.ts'
import { endSessions } from '../../access/session/session-store.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Services } from '../../services.ts'
import { leaveAccountNotice } from '../account/account-notifications.ts'
import { findOtherSessions, type HolderAccount } from '../account/account-store.ts'
import type { Patient } from '../store.ts'
import { closeAccount, findObstacle, forgetConvenience, lockAway, lockLeaving, tellReaders } from './deletion-store.ts'

export type NotNow = 'PATIENT_NOT_FOUND' | 'CONSULTATION_ONGOING' | 'PAYMENT_ONGOING'

/**
 * A patient leaves: a dependant alone, a holder with everybody in their charge. All of it or nothing: access ends, what
 * was convenience goes, what the law keeps is locked (product 4.2). Returns when, or why not now.
 */
export async function deleteLeaving(
  { db, now, config }: Pick<Services, 'db' | 'now' | 'config'>,
  account: HolderAccount,
  patient: Patient,
): Promise<Date | NotNow> {
  return db.begin(async (tx) => {
    const leaving = await lockLeaving(tx, account.id, patient.id)
    const ids = leaving.map(({ id }) => id)
    if (!ids.includes(patient.id)) return 'PATIENT_NOT_FOUND'
    const obstacle = await findObstacle(tx, ids)
    if (obstacle) return obstacle
    const deletedAt = now()
    const country = config.countryCodes[0] ?? ''
    for (const one of leaving) await lockAway(tx, one, deletedAt, retentionOf(deletedAt, one.lastCareAt, country))
    await forgetConvenience(tx, ids)
    if (!patient.isDependant) {
      const sessions = await findOtherSessions(tx, account.id, null)
      if (sessions.length > 0) await endSessions(tx, sessions, 'deleted')
      await closeAccount(tx, account.id, deletedAt)
      await leaveAccountNotice(tx, 'deleted', account)
    }
    await tellReaders(tx, ids)
    await notifyChanged(tx, [`account:${account.id}`])
    return deletedAt
  })
}
