import { sendEmail, unlessRefused } from '../access/emails.ts'
import type { JobHandlers, Jobs } from '../kit/jobs/jobs.ts'
import { speak } from '../kit/words/words.ts'
import type { Services } from '../services.ts'
import { findNotice, forgetNotice, forgetOldNotices, type NoticeKind } from './account/account-store.ts'
import { findDueAccounts, findDueRecords, noteProof, purgeAccount, purgeRecord } from './deletion/purge-store.ts'

export function accountJobs(services: Services): Pick<JobHandlers, 'tellAccount' | 'purgeLocked'> {
  return {
    tellAccount: (job) => tellAccount(services, job),
    purgeLocked: () => purgeLocked(services),
  }
}

const WORDS: Record<NoticeKind, string> = {
  'phone-changed': 'phoneChanged',
  'email-changed': 'emailChanged',
  deleted: 'deleted',
  'month-unpaid': 'monthUnpaid',
  'subscription-ended': 'subscriptionEnded',
}

/** A word to the number and the address that the account had: if it was somebody else, its owner hears of it. */
async function tellAccount(services: Services, { noticeId }: Jobs['tellAccount']): Promise<void> {
  const { db, config, words, providers } = services
  const notice = await findNotice(db, noticeId)
  if (!notice) return
  const { phone, email: to, locale } = notice
  const kind = WORDS[notice.kind]
  if (to) await sendEmail(services, 'tellAccount', { to, locale, kind, key: noticeId })
  if (phone) {
    const { email } = config.partnerConfig.supportProvider.info
    const text = speak(locale, words(locale))(`messages.account.${kind}`, { partner: config.partnerName, email })
    const sms = { to: phone, text, key: noticeId }
    await unlessRefused(services, 'tellAccount', () => providers.messages.sms(sms))
  }
  await forgetNotice(db, noticeId)
}

/** What was locked until now is deleted, a hundred patients at a time; account data first, then the clinical record. */
export async function purgeLocked({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  await forgetOldNotices(db)
  const moment = now()
  const kinds = [
    ['account', findDueAccounts, purgeAccount],
    ['clinical', findDueRecords, purgeRecord],
  ] as const
  for (const [kind, findDue, purge] of kinds) {
    let found = 0
    do {
      found = await db.begin(async (tx) => {
        const due = await findDue(tx, moment)
        for (const one of due) {
          await purge(tx, one.patientId)
          await noteProof(tx, one, kind, moment)
        }
        return due.length
      })
    } while (found > 0)
  }
}
