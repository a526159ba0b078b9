import * as v from 'valibot'
import { SubscriptionPaymentStatus } from '../../subscription/status.ts'
import type { AttemptState } from './attempt.ts'
import type { FailureReason } from './failure.ts'

/** B4.28. */
export const PaymentStatus = v.picklist([
  ...SubscriptionPaymentStatus.options,
  // Own values: a dispute is open, or was lost.
  'IN_DISPUTE',
  'CHARGED_BACK',
])
export type PaymentStatus = v.InferOutput<typeof PaymentStatus>

/** The payment's status for its payer, from our own records. Amounts in minor units. */
export function paymentStatus(attempt: {
  state: AttemptState
  captured: number
  refunded: number
  failure: FailureReason | null
  isInDispute?: boolean
  chargedBack?: number
}): PaymentStatus {
  const { state, captured, refunded, failure, isInDispute = false, chargedBack = 0 } = attempt
  if (isInDispute) return 'IN_DISPUTE'
  if (chargedBack > 0) return 'CHARGED_BACK'
  if (captured > 0 && refunded > 0) return refunded < captured ? 'PARTIALLY_REFUNDED' : 'REFUNDED'
  if (captured > 0) return 'SUCCEEDED'
  if (state !== 'failed') return state === 'refunded' ? 'REFUNDED' : 'PENDING'
  if (failure === 'CANCELLED') return 'CANCELED'
  return failure === 'EXPIRED' || failure === 'TOO_LATE' ? 'EXPIRED' : 'FAILED'
}

/** Status of a subscription charge from the provider's value; an unknown one is PENDING. */
export const chargeStatus = (providerStatus: string): PaymentStatus =>
  v.is(PaymentStatus, providerStatus) ? providerStatus : 'PENDING'
