import type { Jobs } from '../../kit/jobs.ts'
import { momentWords, zoneWords } from '../../kit/moment-words.ts'
import type { Services } from '../../services.ts'
import { sendLetter } from '../letters.ts'
import { linkOf } from './invitation.ts'
import { findForLetter } from './invitation-store.ts'

/** Who invites, the link and until when, in the clinic's language and on its clock. One that is over is not sent. */
export async function sendInvitation(services: Services, { invitationId }: Jobs['sendInvitation']): Promise<void> {
  const found = await findForLetter(services.db, invitationId)
  if (!found) return
  const { name, email, inviter, memberId, expiresAt } = found
  const { patientAppLanguage: locale, timeZone } = services.config
  const until = `${momentWords(expiresAt, { locale, timeZone })} (${zoneWords(expiresAt, { locale, timeZone })})`
  const values = { name, inviter, until, link: linkOf(services, invitationId) }
  const kind = memberId ? 'teamRenewal' : 'teamInvitation'
  await sendLetter(services, 'sendInvitation', { to: email, locale, kind, key: invitationId, values })
}
