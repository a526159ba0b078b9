import type { Tx } from '../kit/db/db.ts'
import { formatMomentFor } from '../kit/i18n/format-moment.ts'
import { createTranslator } from '../kit/i18n/translator.ts'
import { plainEmail } from '../notifications/email.ts'
import type { NotificationDefinition, SecurityNotice } from '../notifications/notification.ts'
import { enqueueNotification } from '../notifications/outbox-store.ts'
import type { Services } from '../services.ts'
import { codeOf } from './code/code.ts'
import { reportCodeResult } from './code/report-code.ts'
import { findOpenAtVendor, saveVendorReference } from './code/vendor-store.ts'
import { findLiveVerification, isDecoy, type Verification } from './code/verification-store.ts'
import { findLink } from './team/invitation.ts'
import { findApprovalRequest, findInvitationForEmail } from './team/invitation-store.ts'

const securityNotice = (notice: SecurityNotice): NotificationDefinition => ({
  // Both channels, so that an attacker who controls one of them cannot hide the notice.
  channels: ['sms', 'email'],
  undelivered: 'security',
  async content(services, { id, email, locale }) {
    const { config, catalogueFor } = services
    return {
      text: () =>
        createTranslator(locale, catalogueFor(locale))(`messages.notice.${notice}`, { partner: config.partnerName }),
      email: () => plainEmail(services, { to: email ?? '', locale, kind: notice, key: id }),
    }
  },
})

/**
 * Notifies the account's owner, in the transaction of the change, that its security changed: an owner who did not
 * make the change finds out.
 */
export const enqueueSecurityNotice = (tx: Tx, accountId: string, notice: SecurityNotice): Promise<void> =>
  enqueueNotification(tx, { type: `security-${notice}`, accountId })

/**
 * The newest code of a verification; a used, replaced or expired one is not sent. When no channel delivers it, the
 * screen offers the patient another channel. `subjectId`: verification id and number of the sending.
 */
const code: NotificationDefinition = {
  channels: 'asked',
  undelivered: null,
  retrySeconds: 3,
  async content(services, { id, subjectId, locale }) {
    const { db, secrets, config, providers } = services
    const [verificationId = '', sending] = subjectId?.split(':') ?? []
    const verification = await findLiveVerification(db, verificationId)
    if (!verification || String(verification.sending) !== sending || isDecoy(verification)) return undefined
    const { to } = verification
    const values = { code: codeOf(secrets, verification) }
    return {
      email: () => plainEmail(services, { to, locale, kind: 'code', key: id, values }),
      async sendCode(channel) {
        await cancelOpen(services, to)
        const message = { to, code: values.code, channel, locale, partner: config.partnerName }
        const { reference } = await providers.messages.code(message)
        await saveVendorReference(db, verification, reference)
      },
    }
  },
}

/** The provider keeps one open code for a number and would send that one again. */
async function cancelOpen(services: Services, to: string): Promise<void> {
  for (const reference of await findOpenAtVendor(services.db, to))
    await reportCodeResult(services, reference, 'canceled')
}

/** Enqueues the code of a sending, in the transaction that created the sending. */
export const enqueueVerificationCode = (
  tx: Tx,
  { id, sending }: Verification,
  { channel, locale }: { channel: 'sms' | 'call' | 'email'; locale: string },
): Promise<void> => enqueueNotification(tx, { type: 'code', subjectId: `${id}:${sending}`, channel, locale })

/**
 * Names the inviter, the link and its expiry in the clinic's language and time zone. An ended invitation is not sent.
 */
const invitation: NotificationDefinition = {
  channels: ['email'],
  undelivered: 'invitation',
  async content(services, { subjectId }) {
    const found = await findInvitationForEmail(services.db, subjectId ?? '')
    const link = found && findLink(services, found)
    if (!link) return undefined
    const { id, name, email: to, inviter, memberId, expiresAt } = found
    const values = { name, inviter, until: untilWords(services, expiresAt), link }
    const kind = memberId ? 'teamRenewal' : 'teamInvitation'
    const locale = services.config.patientAppLanguage
    return { email: () => plainEmail(services, { to, locale, kind, key: id, values }) }
  },
}

/** Names the invited person and the inviter, and links to the approval at the desk. The link needs a desk session. */
const invitationQuestion: NotificationDefinition = {
  channels: ['email'],
  undelivered: 'invitation-question',
  async content(services, { subjectId, staffId }) {
    const found = subjectId && staffId ? await findApprovalRequest(services.db, subjectId, staffId) : undefined
    if (!found) return undefined
    const { to, expiresAt, ...who } = found
    const link = `${services.env.DESK_URL}/desk/team/${subjectId}`
    const values = { ...who, until: untilWords(services, expiresAt), link }
    const locale = services.config.patientAppLanguage
    return {
      email: () => plainEmail(services, { to, locale, kind: 'teamQuestion', key: `${subjectId} ${staffId}`, values }),
    }
  },
}

const untilWords = (services: Services, moment: Date): string =>
  formatMomentFor(services, moment, { locale: services.config.patientAppLanguage, timeZone: null })

export const accessNotifications = {
  'security-password': securityNotice('password'),
  'security-authenticatorOn': securityNotice('authenticatorOn'),
  'security-authenticatorOff': securityNotice('authenticatorOff'),
  'security-googleOn': securityNotice('googleOn'),
  'security-googleOff': securityNotice('googleOff'),
  'security-passkeyOn': securityNotice('passkeyOn'),
  'security-passkeyOff': securityNotice('passkeyOff'),
  'security-passkeyBlocked': securityNotice('passkeyBlocked'),
  code,
  invitation,
  'invitation-question': invitationQuestion,
}
