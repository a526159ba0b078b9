import type { Jobs } from '../../kit/jobs/jobs.ts'
import { readerMoment } from '../../kit/words/moment-words.ts'
import type { Services } from '../../services.ts'
import { sendEmail } from '../emails.ts'
import { linkOf } from './invitation.ts'
import { findForEmail, findQuestion } from './invitation-store.ts'

/** Who invites, the link and until when, in the clinic's language and on its clock. One that is over is not sent. */
export async function sendInvitation(services: Services, { invitationId }: Jobs['sendInvitation']): Promise<void> {
  const found = await findForEmail(services.db, invitationId)
  if (!found) return
  const { name, email, inviter, memberId, expiresAt } = found
  const locale = services.config.patientAppLanguage
  const values = { name, inviter, until: untilWords(services, expiresAt), link: linkOf(services, invitationId) }
  const kind = memberId ? 'teamRenewal' : 'teamInvitation'
  await sendEmail(services, 'sendInvitation', { to: email, locale, kind, key: invitationId, values })
}

/** Who is wanted by whom, and where to say yes or no. The link is of the desk: it opens nothing for who cannot sign in. */
export async function askSecond(services: Services, { invitationId, staffId }: Jobs['askSecond']): Promise<void> {
  const found = await findQuestion(services.db, invitationId, staffId)
  if (!found) return
  const { to, expiresAt, ...who } = found
  const link = `${services.env.DESK_URL}/desk/team/${invitationId}`
  const message = { to, locale: services.config.patientAppLanguage, kind: 'teamQuestion' }
  const values = { ...who, until: untilWords(services, expiresAt), link }
  await sendEmail(services, 'askSecond', { ...message, key: `${invitationId} ${staffId}`, values })
}

const untilWords = (services: Services, moment: Date): string =>
  readerMoment(services, moment, { locale: services.config.patientAppLanguage, timeZone: null })
