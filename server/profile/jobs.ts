import type { JobHandlers, Jobs } from '../kit/jobs.ts'
import { speak } from '../kit/words.ts'
import { MessageRefused } from '../providers/messages/port.ts'
import type { Services } from '../services.ts'
import { findNotice, forgetNotice, forgetOldNotices, type NoticeKind } from './account-store.ts'
import { findDueAccounts, findDueRecords, noteProof, purgeAccount, purgeRecord } from './purge-store.ts'

export function accountJobs(services: Services): Pick<JobHandlers, 'tellAccount' | 'purgeLocked'> {
  return {
    tellAccount: (job) => tellAccount(services, job),
    purgeLocked: () => purgeLocked(services),
  }
}

const WORDS: Record<NoticeKind, string> = {
  'phone-changed': 'messages.account.phoneChanged',
  'email-changed': 'messages.account.emailChanged',
  deleted: 'messages.account.deleted',
  'month-unpaid': 'messages.account.monthUnpaid',
  'subscription-ended': 'messages.account.subscriptionEnded',
}

/** A word to the number that the account had: if it was somebody else, its owner hears of it. */
async function tellAccount(
  { db, config, words, providers, log }: Services,
  { noticeId }: Jobs['tellAccount'],
): Promise<void> {
  const notice = await findNotice(db, noticeId)
  if (!notice) return
  const say = speak(notice.locale, words(notice.locale))
  const { email } = config.partnerConfig.supportProvider.info
  const text = say(WORDS[notice.kind], { partner: config.partnerName, email })
  try {
    await providers.messages.sms({ to: notice.phone, text, key: noticeId })
  } catch (error) {
    // Trying again will not make the number take it.
    if (!(error instanceof MessageRefused)) throw error
    log.warn('notice refused by the number', { job: 'tellAccount', provider: 'messages' })
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
