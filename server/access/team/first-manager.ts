import { inviteColleague } from '@cuida/core/access/team/team-api.ts'
import * as v from 'valibot'
import { errorCode } from '../../kit/db/db.ts'
import type { Services } from '../../services.ts'
import { findStaffByEmail } from '../staff-store.ts'
import { invite, linkOf } from './invitation.ts'
import { findOpenInvitation, findWaitingInvitation, saveApproval } from './invitation-store.ts'

type Needs = Pick<Services, 'db' | 'env' | 'secrets'>
const { name: Name, email: Email } = inviteColleague.body.entries

/**
 * Invites a clinical manager from the command line of the server and returns the link: an operator with the database
 * and its keys could do anything anyway. It also renews the access of an existing member, since a sole manager who
 * lost their phone has no colleague to ask. An invitation that waits for a second manager is approved by it, and one
 * made at the desk gets its link printed. No e-mail is sent, since mail may not be configured yet; no member of staff
 * acts, so the audit starts when the manager joins.
 */
export async function inviteFirstManager(services: Needs, input: { name: string; email: string }): Promise<string> {
  const parsed = v.safeParse(v.object({ name: Name, email: Email }), input)
  if (!parsed.success) throw new Error('Usage: npm run invite -- "Name and surname" name@example.com')
  const { name, email } = parsed.output
  const invitation = await services.db
    .begin(async (tx) => {
      const waiting = await findWaitingInvitation(tx, email)
      if (waiting) {
        await saveApproval(tx, waiting.id, null)
        return waiting
      }
      const open = await findOpenInvitation(tx, email)
      if (open) return open
      const member = await findStaffByEmail(tx, email)
      if (member?.status === 'blocked') throw new Error(`${email} belongs to a blocked staff member.`)
      const { role, clinicianId } = member ?? { role: 'clinical-manager', clinicianId: null }
      const memberId = member?.id ?? null
      const { name: called } = member ?? { name }
      const invited = {
        name: called,
        email: member?.email ?? email,
        role,
        clinicianId,
        memberId,
        invitedBy: null,
        needsSecond: false,
      }
      const id = await invite(services, tx, invited)
      if (!id) throw new Error(`${email} is already invited.`)
      return { id, name: called }
    })
    .catch((error: unknown) => {
      if (errorCode(error) === UNDEFINED_TABLE) throw new Error('The database is empty: run npm start first.')
      throw error
    })
  return `For ${invitation.name}, once, within three days:\n\n  ${linkOf(services, invitation.id)}\n`
}

const UNDEFINED_TABLE = '42P01'
