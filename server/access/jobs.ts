import { randomUUID } from 'node:crypto'
import { findTampering } from '../kit/audit.ts'
import type { JobHandlers, Jobs } from '../kit/jobs/jobs.ts'
import { speak } from '../kit/words/words.ts'
import type { Services } from '../services.ts'
import { findOwner } from './account-store.ts'
import { codeOf } from './code/code.ts'
import { findOpenAtVendor, forgetVendor, keepVendorReference } from './code/vendor-store.ts'
import { findLiveVerification, isDecoy, type Verification } from './code/verification-store.ts'
import { sendEmail, unlessRefused } from './emails.ts'
import { purgeAccess } from './purge-store.ts'
import { askSecond, sendInvitation } from './team/invitation-email.ts'

type AccessJobs = Pick<JobHandlers, 'sendCode' | 'settleCode' | 'tellOwner' | 'sendInvitation' | 'askSecond'>

export function accessJobs(services: Services): AccessJobs {
  return {
    sendCode: (job) => sendCode(services, job),
    settleCode: (job) => settleCode(services, job),
    tellOwner: (job) => tellOwner(services, job),
    sendInvitation: (job) => sendInvitation(services, job),
    askSecond: (job) => askSecond(services, job),
  }
}

/** Sends the newest code of a verification. One that was used, replaced or ran out while the job waited is not sent. */
async function sendCode(services: Services, { verificationId, channel, locale }: Jobs['sendCode']): Promise<void> {
  const { db, secrets, config, providers } = services
  const verification = await findLiveVerification(db, verificationId)
  if (!verification || isDecoy(verification)) return
  if (channel === 'email') return mailCode(services, verification, locale)
  const { to } = verification
  // The vendor keeps one code for a number while it is open there, and would send that one again.
  for (const reference of await findOpenAtVendor(db, to)) await settle(services, reference, 'canceled')
  const code = codeOf(secrets, verification)
  await unlessRefused(services, 'sendCode', async () => {
    const { reference } = await providers.messages.code({ to, code, channel, locale, partner: config.partnerName })
    await keepVendorReference(db, verification, reference)
  })
}

async function mailCode(services: Services, verification: Verification, locale: string): Promise<void> {
  const { id, sending, to } = verification
  const values = { code: codeOf(services.secrets, verification) }
  await sendEmail(services, 'sendCode', { to, locale, kind: 'code', key: `${id}-${sending}`, values })
}

/** The code was used: the vendor wants to know, to tell good traffic from bad. */
async function settleCode(services: Services, { verificationId }: Jobs['settleCode']): Promise<void> {
  for (const reference of await findOpenAtVendor(services.db, verificationId))
    await settle(services, reference, 'approved')
}

async function settle(services: Services, reference: string, outcome: 'approved' | 'canceled'): Promise<void> {
  await unlessRefused(services, 'settleCode', () => services.providers.messages.settle(reference, outcome))
  await forgetVendor(services.db, reference)
}

/** Something about the account's own security changed: whoever did not do it hears of it. */
async function tellOwner(services: Services, { accountId, notice, by = 'sms' }: Jobs['tellOwner']): Promise<void> {
  const { db, config, words, providers } = services
  const owner = await findOwner(db, accountId)
  if (!owner) return
  const { phone, email, locale } = owner
  if (by === 'email') return sendEmail(services, 'tellOwner', { to: email, locale, kind: notice, key: randomUUID() })
  const text = speak(locale, words(locale))(`messages.notice.${notice}`, { partner: config.partnerName })
  const sms = { to: phone, text, key: `${notice}:${accountId}` }
  await unlessRefused(services, 'tellOwner', () => providers.messages.sms(sms))
}

/** Forgets what has done its work: a phone number of somebody who never registered is nobody's to keep. */
export const sweepAccess = ({ db }: Services): Promise<void> => purgeAccess(db)

/** Looks through the record of what staff did: a row that was changed, lost or added behind our back is an alarm. */
export async function checkAudit({ db, secrets, log }: Services): Promise<void> {
  const seq = await findTampering(db, secrets)
  if (seq !== undefined) log.error('the audit is not what was written', { job: 'checkAudit', count: seq })
}
