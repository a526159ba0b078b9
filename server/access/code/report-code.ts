import { NotOffered } from '../../kit/http/refusal.ts'
import type { Jobs } from '../../kit/jobs/jobs.ts'
import { MessageRefused } from '../../providers/messages/port.ts'
import type { Services } from '../../services.ts'
import { findOpenAtVendor, forgetVendor } from './vendor-store.ts'

/** The code was used: the vendor wants to know, to tell good traffic from bad. */
export async function reportCodeUsed(services: Services, { verificationId }: Jobs['reportCodeUsed']): Promise<void> {
  for (const reference of await findOpenAtVendor(services.db, verificationId))
    await reportCodeResult(services, reference, 'approved')
}

/** Tells the vendor how a sending ended. One that it will not hear of is settled too. */
export async function reportCodeResult(
  { db, providers, log }: Services,
  reference: string,
  outcome: 'approved' | 'canceled',
): Promise<void> {
  try {
    await providers.messages.settle(reference, outcome)
  } catch (error) {
    if (error instanceof MessageRefused) log.warn('code not settled', { job: 'reportCodeUsed', provider: 'messages' })
    else if (!(error instanceof NotOffered)) throw error
  }
  await forgetVendor(db, reference)
}
