import { accessJobs, checkAudit, sweepAccess } from './access/jobs.ts'
import { bookingJobs, releaseExpiredClaims } from './booking/jobs.ts'
import { documentJobs, sweepDocuments } from './care/documents/jobs.ts'
import { careJobs, sweepDevices, sweepGuests, sweepNews } from './care/jobs.ts'
import { phoneJobs, sweepCalls } from './care/phone/phone-line.ts'
import { prescriptionJobs, sweepPrescriptions } from './care/prescription/prescription-jobs.ts'
import { sweepWaiting } from './care/waiting/waiting.ts'
import { issueInvoices } from './checkout/invoice/invoice.ts'
import { checkoutJobs, sweepOrders } from './checkout/jobs.ts'
import { sweepInvite } from './invite/jobs.ts'
import type { JobHandlers } from './kit/jobs.ts'
import { freeLostJobs } from './kit/lost-jobs.ts'
import { accountJobs } from './profile/jobs.ts'
import type { Services } from './services.ts'
import { subscriptionJobs, sweepSubscriptions } from './subscription/jobs.ts'
import { supportJobs } from './support/jobs.ts'

export function jobHandlers(services: Services): JobHandlers {
  return {
    ...{ ...accessJobs(services), ...checkoutJobs(services), ...accountJobs(services) },
    ...{ ...prescriptionJobs(services), ...careJobs(services), ...documentJobs(services) },
    ...{ ...subscriptionJobs(services), ...bookingJobs(services), ...phoneJobs(services) },
    ...supportJobs(services),
  }
}

/** What must happen even when nobody asked: each sweep is safe beside another worker's. */
export function sweeps(services: Services): () => void {
  const every = (seconds: number, job: string, sweep: (services: Services) => Promise<void>) =>
    setInterval(
      () => sweep(services).catch((error: unknown) => services.log.error('sweep failed', { job, error })),
      seconds * 1_000,
    )
  const timers = [
    every(15, 'freeLostJobs', ({ db }) => freeLostJobs(db)),
    every(5, 'sweepOrders', sweepOrders),
    every(5, 'sweepSubscriptions', sweepSubscriptions),
    every(5, 'sweepCalls', sweepCalls),
    every(5, 'sweepGuests', sweepGuests),
    every(15, 'sweepPrescriptions', sweepPrescriptions),
    // No job announces a paid order: nobody waits for its invoice, and the line is one for all processes.
    every(2, 'issueInvoices', issueInvoices),
    every(5, 'sweepWaiting', sweepWaiting),
    every(15, 'releaseExpiredClaims', releaseExpiredClaims),
    every(10, 'sweepNews', sweepNews),
    every(3_600, 'sweepAccess', sweepAccess),
    every(3_600, 'sweepDevices', sweepDevices),
    every(3_600, 'sweepInvite', sweepInvite),
    every(3_600, 'sweepDocuments', sweepDocuments),
    every(86_400, 'checkAudit', checkAudit),
  ]
  return () => timers.forEach(clearInterval)
}
