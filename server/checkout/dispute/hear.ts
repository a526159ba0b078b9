import type { Services } from '../../services.ts'
import { findAttempt } from '../payment/attempt-store.ts'
import { fetchPaymentUpdate } from '../payment/charge-order.ts'

/** A notification only says which case changed: what it is about, and how it stands, is asked. */
export async function hearOfDispute(services: Services, provider: string, disputeId: string): Promise<void> {
  const { payments } = services.providers
  if (payments.browser.provider !== provider) return
  for (const { attemptId, providerPaymentId } of (await payments.disputed?.(disputeId)) ?? [])
    await hearOfAttempt(services, attemptId, providerPaymentId)
}

/** Asks how one payment stands, with its disputes. Somebody else's reference may be anything. */
export async function hearOfAttempt(services: Services, attemptId: string, paymentId?: string): Promise<void> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(attemptId)) return
  const attempt = await findAttempt(services.db, attemptId)
  const providerPaymentId = attempt?.providerPaymentId ?? paymentId
  if (attempt && providerPaymentId) await fetchPaymentUpdate(services, { ...attempt, providerPaymentId }, 'webhook')
}
