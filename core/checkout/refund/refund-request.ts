import * as v from 'valibot'

// Money goes back by hand when one manager asks for it and another approves it.

/** `expired`: nobody answered in REFUND_REQUEST_DAYS. Only an open one can change. */
export const RefundRequestState = v.picklist(['open', 'approved', 'declined', 'withdrawn', 'expired'])
export type RefundRequestState = v.InferOutput<typeof RefundRequestState>

/** How the money of one payment stands. */
export interface RefundableMoney {
  /** Minor units: came, and is neither back nor promised back. */
  left: number
  /** The provider speaks of other money than ours: nothing moves until a person has looked. */
  isSetAside: boolean
  /** Its payer, or their bank, wants it back: whoever gave it back now might give it twice. */
  isInDispute: boolean
}

/** Why so much cannot go back now; minor units. */
export function amountProblem(
  amount: number,
  { left, isSetAside, isInDispute }: RefundableMoney,
): 'PAYMENT_SET_ASIDE' | 'PAYMENT_IN_DISPUTE' | 'MORE_THAN_LEFT' | undefined {
  if (isSetAside) return 'PAYMENT_SET_ASIDE'
  if (isInDispute) return 'PAYMENT_IN_DISPUTE'
  return amount > left ? 'MORE_THAN_LEFT' : undefined
}

export interface OpenRequest {
  state: RefundRequestState
  /** Of staff. */
  askedBy: string
  amount: number
}

/** Why this member of staff cannot approve a request: never one's own, nor one that has ended. */
export function approvalProblem(
  { state, askedBy, amount }: OpenRequest,
  staffId: string,
  money: RefundableMoney,
): 'SAME_PERSON' | 'REQUEST_EXPIRED' | 'CHANGED_MEANWHILE' | ReturnType<typeof amountProblem> {
  if (askedBy === staffId) return 'SAME_PERSON'
  if (state === 'expired') return 'REQUEST_EXPIRED'
  return state === 'open' ? amountProblem(amount, money) : 'CHANGED_MEANWHILE'
}

/** Who asked takes it back; anybody else turns it down. */
export const endingOf = ({ askedBy }: Pick<OpenRequest, 'askedBy'>, staffId: string): 'withdrawn' | 'declined' =>
  askedBy === staffId ? 'withdrawn' : 'declined'
