import { accessJobs, checkAudit, purgeAccessData } from './access/jobs.ts'
import { sendWebhooks } from './access/webhook/send-webhooks.ts'
import { releaseExpiredHolds } from './booking/jobs.ts'
import { documentJobs, removeOrphanedFiles } from './care/documents/jobs.ts'
import { closeVanishedGuests, enqueueDueNotifications, removeSignedOutDevices } from './care/jobs.ts'
import { enqueuePhoneCallJobs, phoneJobs } from './care/phone/phone-jobs.ts'
import { enqueueUnfinishedPrescriptions, prescriptionJobs } from './care/prescription/prescription-jobs.ts'
import { askAfterHours } from './care/queue/after-hours.ts'
import { updateWaitingPatients } from './care/queue/waiting.ts'
import { recoverConsultations } from './care/recovery/recover-consultations.ts'
import { detectStaffChanges } from './care/sharing/staff-change-detector.ts'
import { issueInvoices } from './checkout/invoice/invoice.ts'
import { checkoutJobs, processForgottenOrders } from './checkout/jobs.ts'
import { purgeEmployeeNames } from './invite/company-store.ts'
import { deleteOldErrorReports } from './kit/error-reports/error-report-store.ts'
import type { JobHandlers } from './kit/jobs/jobs.ts'
import { unlockLostJobs } from './kit/jobs/lost-jobs.ts'
import { watchJob } from './kit/telemetry/telemetry.ts'
import { notificationDefinitions } from './notification-definitions.ts'
import { sendNotification } from './notifications/send-notification.ts'
import { accountJobs } from './profile/jobs.ts'
import type { Services } from './services.ts'
import { enqueueDueSubscriptions, subscriptionJobs } from './subscription/jobs.ts'

export function jobHandlers(services: Services): JobHandlers {
  return {
    ...accessJobs(services),
    ...checkoutJobs(services),
    ...accountJobs(services),
    ...prescriptionJobs(services),
    ...documentJobs(services),
    ...subscriptionJobs(services),
    ...phoneJobs(services),
    sendNotification: (job) => sendNotification(services, notificationDefinitions, job),
  }
}

type ScheduledJob = readonly [seconds: number, name: string, run: (services: Services) => Promise<unknown>]

/** Work that no request triggers. Each job is safe to run on several workers at once. */
export const SCHEDULED_JOBS: readonly ScheduledJob[] = [
  [15, 'freeLostJobs', ({ db }) => unlockLostJobs(db)],
  [5, 'processForgottenOrders', processForgottenOrders],
  [5, 'enqueueDueSubscriptions', enqueueDueSubscriptions],
  [5, 'enqueuePhoneCallJobs', enqueuePhoneCallJobs],
  [5, 'closeVanishedGuests', closeVanishedGuests],
  [15, 'enqueueUnfinishedPrescriptions', enqueueUnfinishedPrescriptions],
  // Invoices have no job per order because nobody waits for one. The queue is updated for all processes at once.
  [2, 'issueInvoices', issueInvoices],
  [5, 'updateWaitingPatients', updateWaitingPatients],
  [5, 'askAfterHours', askAfterHours],
  [5, 'recoverConsultations', recoverConsultations],
  [5, 'detectStaffChanges', detectStaffChanges],
  [15, 'releaseExpiredHolds', releaseExpiredHolds],
  [10, 'enqueueDueNotifications', enqueueDueNotifications],
  [2, 'sendWebhooks', sendWebhooks],
  [3_600, 'purgeAccessData', purgeAccessData],
  [3_600, 'removeSignedOutDevices', removeSignedOutDevices],
  [3_600, 'purgeEmployeeNames', ({ db }) => purgeEmployeeNames(db)],
  [3_600, 'removeOrphanedFiles', removeOrphanedFiles],
  [3_600, 'deleteOldErrorReports', ({ db }) => deleteOldErrorReports(db)],
  [86_400, 'checkAudit', checkAudit],
]

/** UTC. A run that was missed while no worker was up is made up for. */
export const CRONTAB = '17 3 * * * purgeLocked ?fill=2d\n43 4 * * * reconcile ?fill=2d'

/** A worker that restarts every day would otherwise never run a daily job, nor report what it finds. */
const FIRST_RUN_SECONDS = 60

/** Starts the timers of all scheduled jobs; the returned function stops them. */
export function startScheduledJobs(services: Services, jobs = SCHEDULED_JOBS): () => void {
  const timers = jobs.flatMap(([seconds, job, run]) => {
    const start = () =>
      watchJob(services.telemetry, job, () => run(services)).catch((error: unknown) =>
        services.log.error('scheduled job failed', { job, error }),
      )
    const first = seconds > FIRST_RUN_SECONDS ? [setTimeout(start, FIRST_RUN_SECONDS * 1_000)] : []
    return [...first, setInterval(start, seconds * 1_000)]
  })
  return () => timers.forEach(clearInterval)
}
