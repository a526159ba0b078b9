import { NotOffered } from '../../kit/http/refusal.ts'
import type { Jobs } from '../../kit/jobs/jobs.ts'
import { MessageRefused } from '../../providers/messages/port.ts'
import type { Services } from '../../services.ts'
import { findOpenAtVendor, forgetVendor } from './vendor-store.ts'

/** The code was used: the vendor wants to know, to tell good traffic from bad. */
export async function settleCode(services: Services, { verificationId }: Jobs['settleCode']): Promise<void> {
  for (const reference of await findOpenAtVendor(services.db, verificationId))
    await settleAtVendor(services, reference, 'approved')
}

/** Tells the vendor how a sending ended. One that it will not hear of is settled too. */
export async function settleAtVendor(
  { db, providers, log }: Services,
  reference: string,
  outcome: 'approved' | 'canceled',
): Promise<void> {
  try {
    await providers.messages.settle(reference, outcome)
  } catch (error) {
    if (error instanceof MessageRefused) log.warn('code not settled', { job: 'settleCode', provider: 'messages' })
    else if (!(error instanceof NotOffered)) throw error
  }
  await forgetVendor(db, reference)
}
