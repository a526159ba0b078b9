/** What an id may name. The kinds in `PUBLIC` are not secret: anybody may name them. */
export type IdKind =
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
  | 'passkey'
  | 'deskPasskey'
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
  | 'programBooking'
  | 'healthLink'

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
  | 'machine'

export interface Rule {
  /** Kind by position, such as `path.id`, `query.productId`, `body.cartSessionKey`. */
  ids: Record<string, IdKind>
  /** The actors who pass the access check with the holder's things. All others are refused. */
  opens: readonly Actor[]
  /** The call refuses parameters that it does not declare, so the test adds no input of other calls. */
  isStrict?: boolean
  /** Other input that makes the call valid. */
  rest?: Record<string, unknown>
  /**
   * The refusal code that a permitted actor gets: the input is invalid on purpose, because a successful call would
   * end too much.
   */
  heard?: string
  /** The status of a refusal where it is not 404: 403 for a function that the role lacks. */
  refused?: Partial<Record<Actor, number>>
}
