// Refusals of refund actions, for an order's payment and for a subscription charge.

const RESTS = { PAYMENT_ON_HOLD: 409, PAYMENT_IN_DISPUTE: 409 } as const
const NO_REQUEST = { NOT_ALLOWED: 403, REFUND_REQUEST_NOT_FOUND: 404 } as const

export const REQUEST_REFUND_REFUSALS = { NOT_ALLOWED: 403, ...RESTS, MORE_THAN_LEFT: 409, REQUEST_OPEN: 409 } as const
export const APPROVE_REFUND_REFUSALS = {
  ...NO_REQUEST,
  SAME_PERSON: 403,
  CHANGED_MEANWHILE: 409,
  REQUEST_EXPIRED: 409,
  ...RESTS,
  MORE_THAN_LEFT: 409,
} as const
export const END_REFUND_REQUEST_REFUSALS = { ...NO_REQUEST, CHANGED_MEANWHILE: 409 } as const
export const RETRY_REFUND_REFUSALS = {
  NOT_ALLOWED: 403,
  REFUND_NOT_FOUND: 404,
  CHANGED_MEANWHILE: 409,
  ...RESTS,
} as const
