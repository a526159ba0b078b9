import { audit } from '../../kit/audit.ts'
import type { Services } from '../../services.ts'
import { findStaffByEmail } from '../staff-store.ts'
import { forgetAllDevices } from './known-device-store.ts'
import { type Audience, endAllSessionsOf } from './session-store.ts'

interface SignOut {
  audiences: readonly Audience[]
  /** The e-mail of the member of staff who decided it. */
  decidedBy: string
  reason: string
}

/**
 * Ends every session of patients, of staff or of both and forgets their known devices. A command of the operator: the
 * audit names the member of staff who decided it.
 */
export async function signOutEverybody(
  { db, secrets }: Pick<Services, 'db' | 'secrets'>,
  { audiences, decidedBy, reason }: SignOut,
): Promise<Record<Audience, number>> {
  if (audiences.length === 0 || !/^.{10,500}$/.test(reason)) throw new Error(USAGE)
  return db.begin(async (tx) => {
    const staff = await findStaffByEmail(tx, decidedBy)
    if (!staff) throw new Error(`Nobody of the staff has the e-mail ${decidedBy}.`)
    const ended = { patients: 0, staff: 0 }
    for (const audience of audiences) {
      ended[audience] = await endAllSessionsOf(tx, audience)
      await forgetAllDevices(tx, audience)
    }
    const subject = { kind: 'staff', id: staff.id } as const
    await audit(tx, secrets, { staffId: staff.id, act: 'end-sessions', subject, reason, detail: { everybody: ended } })
    return ended
  })
}

export const USAGE = `Usage: npm run sign-out-everybody -- [--patients] [--staff] --decided-by E-MAIL --reason "TEXT"
Name at least one of --patients and --staff, the member of staff who decided it, and a reason of 10 to 500 characters.`
