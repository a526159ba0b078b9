import { inviteColleague } from '@cuida/core/access/team-api.ts'
import * as v from 'valibot'
import { errorCode } from '../../kit/db.ts'
import type { Services } from '../../services.ts'
import { findStaffByEmail } from '../staff-store.ts'
import { invite, linkOf } from './invitation.ts'

type Needs = Pick<Services, 'db' | 'env' | 'secrets'>
const { name: Name, email: Email } = inviteColleague.body.entries

/**
 * Invites a clinical manager from the clinic's own machine, and answers the link: whoever has the database and its keys
 * could do anything by hand. Somebody who works there already begins anew by it: an only manager who lost their phone has
 * no colleague to ask. No letter is sent, since mail may not be set up yet; nobody of the staff did it, so the audit
 * begins when they join.
 */
export async function inviteFirst(services: Needs, wanted: { name: string; email: string }): Promise<string> {
  const who = v.safeParse(v.object({ name: Name, email: Email }), wanted)
  if (!who.success) throw new Error('Say who: npm run invite -- "Name and surname" name@example.com')
  const { name, email } = who.output
  const id = await services.db
    .begin(async (tx) => {
      const member = await findStaffByEmail(tx, email)
      if (member?.status === 'blocked') throw new Error(`${email} belongs to somebody who is blocked.`)
      const { role, clinicianId } = member ?? { role: 'clinical-manager', clinicianId: null }
      const memberId = member?.id ?? null
      const { name: called } = member ?? { name }
      const invited = { name: called, email: member?.email ?? email, role, clinicianId, memberId, invitedBy: null }
      const made = await invite(services, tx, invited)
      if (!made) throw new Error(`${email} belongs to somebody who is invited already.`)
      return made
    })
    .catch((error: unknown) => {
      if (errorCode(error) === UNDEFINED_TABLE) throw new Error('The database is empty: run npm start first.')
      throw error
    })
  return `For ${name}, once, within three days:\n\n  ${linkOf(services, id)}\n`
}

const UNDEFINED_TABLE = '42P01'
