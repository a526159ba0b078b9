import { findTampering } from '../kit/audit.ts'
import type { JobHandlers, Jobs } from '../kit/jobs.ts'
import { speak } from '../kit/words.ts'
import { MessageRefused } from '../providers/messages/port.ts'
import type { Services } from '../services.ts'
import { codeOf } from './code.ts'
import { purgeAccess } from './purge-store.ts'
import { findLiveVerification } from './verification-store.ts'

export function codeJobs(services: Services): Pick<JobHandlers, 'sendCode'> {
  return { sendCode: (job) => sendCode(services, job) }
}

/** Sends the newest code of a verification. One that was used, replaced or ran out while the job waited is not sent. */
async function sendCode(
  { db, secrets, config, words, providers, log }: Services,
  { verificationId, channel, locale }: Jobs['sendCode'],
): Promise<void> {
  const verification = await findLiveVerification(db, verificationId)
  if (!verification) return
  const code = codeOf(secrets, verification)
  const say = speak(locale, words(locale))
  const to = verification.phone
  const key = `${verification.id}:${verification.sending}`
  const partner = config.partnerName
  try {
    // Digit by digit: nobody writes down "one hundred and twenty-three thousand".
    const spoken = () => say('messages.code.call', { partner, digits: [...code].join(', ') })
    if (channel === 'call') await providers.messages.call({ to, text: spoken(), locale, key })
    else await providers.messages.sms({ to, text: say('messages.code.sms', { partner, code }), key })
  } catch (error) {
    // The number will not take it, however often we try: the person sees that nothing came, and asks for a call.
    if (!(error instanceof MessageRefused)) throw error
    log.warn('code refused by the number', { job: 'sendCode', provider: 'messages' })
  }
}

/** Forgets what has done its work: a phone number of somebody who never registered is nobody's to keep. */
export const sweepAccess = ({ db }: Services): Promise<void> => purgeAccess(db)

/** Looks through the record of what staff did: a row that was changed, lost or added behind our back is an alarm. */
export async function checkAudit({ db, secrets, log }: Services): Promise<void> {
  const seq = await findTampering(db, secrets)
  if (seq !== undefined) log.error('the audit is not what was written', { job: 'checkAudit', count: seq })
}
