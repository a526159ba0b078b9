import * as v from 'valibot'

/** Why a payment failed (product 12.4 and 12.13). A failed order carries one. */
export const FailureReason = v.picklist([
  'DECLINED',
  'INSUFFICIENT_FUNDS',
  'BAD_CARD_DETAILS',
  'DISABLED_CARD',
  'DUPLICATED_PAYMENT',
  'SIMILAR_PAYMENT',
  'UNAUTHORISED',
  'FORBIDDEN_INTER_COUNTRY',
  'EXPIRED',
  'CANCELLED',
  // The appointment started before the payment result arrived.
  'TOO_LATE',
  'PIX_DISABLED',
  'PIX_FAILED',
  'PIX_INVALID',
])
export type FailureReason = v.InferOutput<typeof FailureReason>
