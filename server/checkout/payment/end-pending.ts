import type { Services } from '../../services.ts'
import { findAttemptOfOrder } from './attempt-store.ts'
import { settle } from './payment.ts'
import { paymentsOf } from './provider-of.ts'

/**
 * Before a patient gives up an order that waits for them or their bank: the provider ends the payment first, so that a bank's page or
 * a Pix code that is still open takes no money any more. Money that was faster counts. A provider that is away keeps
 * nobody: what is paid after all goes back by itself.
 */
export async function endPending(services: Services, orderId: string): Promise<void> {
  const attempt = await findAttemptOfOrder(services.db, orderId)
  if (!attempt || attempt.isQuarantined || attempt.isLeased || !attempt.providerPaymentId) return
  if (attempt.state !== 'pending' && attempt.state !== 'processing') return
  const { id: attemptId, providerPaymentId } = attempt
  try {
    const fact = await paymentsOf(services, attempt).cancel({ attemptId, providerPaymentId })
    if (fact?.state === 'succeeded' || fact?.state === 'refunded') await settle(services, attempt, fact, 'app')
  } catch (error) {
    services.log.warn('a waiting payment was not ended at its provider', { orderId, error })
  }
}
