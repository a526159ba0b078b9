import { CapabilityDisabled } from '../../kit/http/refusal.ts'
import type { Jobs } from '../../kit/jobs/jobs.ts'
import { MessageRefused } from '../../providers/messages/port.ts'
import type { Services } from '../../services.ts'
import { findOpenAtVendor, forgetVendor } from './vendor-store.ts'

/** Reports used codes to the messages provider, which separates genuine traffic from fraud by them. */
export async function reportCodeUsed(services: Services, { verificationId }: Jobs['reportCodeUsed']): Promise<void> {
  for (const reference of await findOpenAtVendor(services.db, verificationId))
    await reportCodeResult(services, reference, 'approved')
}

/**
 * Reports the result of a sending to the provider, then forgets the sending. A rejected report is logged and not
 * retried.
 */
export async function reportCodeResult(
  { db, providers, log }: Services,
  reference: string,
  outcome: 'approved' | 'canceled',
): Promise<void> {
  try {
    await providers.messages.reportOutcome(reference, outcome)
  } catch (error) {
    if (error instanceof MessageRefused)
      log.warn('the code’s outcome could not be reported', { job: 'reportCodeUsed', provider: 'messages' })
    else if (!(error instanceof CapabilityDisabled)) throw error
  }
  await forgetVendor(db, reference)
}
