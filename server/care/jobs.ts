import { sendEmail } from '../access/emails.ts'
import type { JobHandlers, Jobs } from '../kit/jobs/jobs.ts'
import { forgetLeftDevices } from '../news/choice/push-store.ts'
import { tellNews } from '../news/news.ts'
import { sweepNewsRows } from '../news/news-store.ts'
import { forgetLeftStaffDevices } from '../news/staff/staff-choice-store.ts'
import { tellStaffNews } from '../news/staff/staff-news.ts'
import type { FindSubject } from '../news/subject.ts'
import type { Services } from '../services.ts'
import { planSubject } from '../subscription/plan-news.ts'
import { noteVanished } from './guest/guest-store.ts'
import { findReviewer } from './record/break-glass-store.ts'
import { careSubject } from './reminder/care-news.ts'
import { leaveReminders } from './reminder/reminder-store.ts'

export function careJobs(services: Services): Pick<JobHandlers, 'tellNews' | 'tellManager' | 'tellStaffNews'> {
  return {
    tellNews: (job) => tellNews(services, subjectOf, job),
    tellManager: (job) => tellManager(services, job),
    tellStaffNews: (job) => tellStaffNews(services, job),
  }
}

/** What a piece of news is of. */
export const subjectOf: FindSubject = async (services, news) =>
  (await careSubject(services, news)) ?? planSubject(services, news)

/** That there is something to review, and nothing of whose record it was; whoever has reviewed it meanwhile hears nothing. */
async function tellManager(services: Services, { openingId, staffId }: Jobs['tellManager']): Promise<void> {
  const to = await findReviewer(services.db, { openingId, staffId })
  const locale = services.config.patientAppLanguage
  if (to) await sendEmail(services, 'tellManager', { to, locale, kind: 'recordOpened', key: `${openingId}:${staffId}` })
}

/** Guests of a process that died are not shown as inside for ever. */
export const sweepGuests = ({ db }: Services): Promise<void> => noteVanished(db)

/** Reminders that are due, and news that nobody told: safe beside another worker's. */
export async function sweepNews({ db, now }: Services): Promise<void> {
  await db.begin(async (tx) => {
    await leaveReminders(tx, now())
    await sweepNewsRows(tx)
  })
}

/** Of people who left: they are woken no more from then on, whether the device is still known or not. */
export async function sweepDevices({ db }: Services): Promise<void> {
  await forgetLeftDevices(db)
  await forgetLeftStaffDevices(db)
}
