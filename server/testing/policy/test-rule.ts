/** What an id may name. Those of `PUBLIC` are no secret: anybody may name them. */
export type Kind =
  | 'waitlistEntry'
  | 'cart'
  | 'patient'
  | 'dependant'
  | 'order'
  | 'payment'
  | 'consultation'
  | 'document'
  | 'account'
  | 'session'
  | 'deskSession'
  | 'clinician'
  | 'product'
  | 'promoCode'
  | 'refundRequest'
  | 'refund'
  | 'moneyTask'
  | 'undelivered'
  | 'dispute'
  | 'subscriptionCharge'
  | 'chargeRefundRequest'
  | 'chargeRefund'
  | 'subscription'
  | 'card'
  | 'entry'
  | 'editRequest'
  | 'note'
  | 'noteTemplate'
  | 'emergencyAccess'
  | 'prescription'
  | 'letter'
  | 'question'
  | 'callGuest'

export type Actor =
  | 'guest'
  | 'pendingMfa'
  | 'holder'
  | 'other'
  | 'exHolder'
  | 'blocked'
  | 'inCare'
  | 'notInCare'
  | 'manager'

export interface Rule {
  /** Position to kind, as `path.id`, `query.productId`, `body.cartSessionKey`. */
  ids: Record<string, Kind>
  /** Who gets past the access check with the holder's things. Everybody else is refused. */
  opens: readonly Actor[]
  /** What else the call needs to be valid. */
  rest?: Record<string, unknown>
  /** The code that who may hears all the same: what is sent is wrong on purpose, because right would end too much. */
  heard?: string
  /** What somebody hears who is refused, where it is not 404: a function that is not theirs is 403. */
  refused?: Partial<Record<Actor, number>>
}
