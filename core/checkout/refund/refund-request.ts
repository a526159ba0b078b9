import * as v from 'valibot'

// A manual refund: one manager requests it and another approves it.

/** `expired`: unanswered for REFUND_REQUEST_DAYS. Only an open request can change. */
export const RefundRequestState = v.picklist(['open', 'approved', 'declined', 'withdrawn', 'expired'])
export type RefundRequestState = v.InferOutput<typeof RefundRequestState>

/** Refundable amount and blocks of one payment. */
export interface RefundableMoney {
  /** In minor units: received, and neither refunded nor in an owed refund. */
  left: number
  /** The provider reported a different amount: the payment stays on hold until a person has checked it. */
  isOnHold: boolean
  /** An open dispute: a refund now might return the money twice. */
  isInDispute: boolean
}

/** Why an amount (minor units) cannot be refunded now. */
export function amountProblem(
  amount: number,
  { left, isOnHold, isInDispute }: RefundableMoney,
): 'PAYMENT_ON_HOLD' | 'PAYMENT_IN_DISPUTE' | 'MORE_THAN_LEFT' | undefined {
  if (isOnHold) return 'PAYMENT_ON_HOLD'
  if (isInDispute) return 'PAYMENT_IN_DISPUTE'
  return amount > left ? 'MORE_THAN_LEFT' : undefined
}

export interface OpenRequest {
  state: RefundRequestState
  /** Id of the staff member. */
  askedBy: string
  amount: number
}

/** Why this manager cannot approve a request: it is their own, or it is no longer open. */
export function approvalProblem(
  { state, askedBy, amount }: OpenRequest,
  staffId: string,
  money: RefundableMoney,
): 'SAME_PERSON' | 'REQUEST_EXPIRED' | 'CHANGED_MEANWHILE' | ReturnType<typeof amountProblem> {
  if (askedBy === staffId) return 'SAME_PERSON'
  if (state === 'expired') return 'REQUEST_EXPIRED'
  return state === 'open' ? amountProblem(amount, money) : 'CHANGED_MEANWHILE'
}

/** The requester withdraws a request; another manager declines it. */
export const closingStateFor = (
  { askedBy }: Pick<OpenRequest, 'askedBy'>,
  staffId: string,
): 'withdrawn' | 'declined' => (askedBy === staffId ? 'withdrawn' : 'declined')
