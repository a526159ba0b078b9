import { randomUUID } from 'node:crypto'
import type { Card } from '../kit/card.ts'
import type { Outcome } from './cards.ts'

export type Status =
  | 'PENDING'
  | 'SUCCEEDED'
  | 'FAILED'
  | 'CANCELED'
  | 'REFUNDED'
  | 'PARTIALLY_REFUNDED'
  | 'AUTHORIZED'
  | 'EXPIRED'

/** A payment as the simulator stores it: the documented object, and private fields that no response contains. */
export interface Payment {
  id: string
  amount: number
  currency: string
  orderId: string
  accountId: string
  livemode: false
  status: Status
  statusCode: string
  statusMessage: string
  description: string | null
  customer: Record<string, unknown> | null
  metadata: Record<string, unknown> | null
  refundedAmount: number | null
  lastRefundAmount: number | null
  lastRefundReason: string | null
  cancellationReason: string | null
  nextAction: {
    type: 'CONFIRM' | 'CHALLENGE' | 'BIZUM_CHALLENGE' | 'COMPLETE'
    mustRedirect: boolean
    redirectUrl: string
  } | null
  paymentMethod:
    | { method: 'card'; card: Record<string, unknown> }
    | { method: 'bizum'; bizum: { phoneNumber: string } }
    | null
  subscriptionId?: string
  /** The permanent token, only if the merchant requested it. */
  paymentToken: string | null
  /** Unix seconds, as all times of this provider. */
  createdAt: number
  updatedAt: number
  private: {
    callbackUrl?: string
    completeUrl?: string
    failUrl?: string
    sessionId?: string
    expireAt?: number
    cancelUrl?: string
    /** Set for a subscription charge, whose outcome changes the subscription. */
    subscriptionId?: string
    /** The card from the hosted page; after its first success it is the subscription's card. */
    card?: MaskedCard
    keepsCard?: boolean
    /** The methods of the hosted page; absent: all of the account. */
    allowed?: string[]
  }
}

/** A card without its number. */
export interface MaskedCard {
  card: Card
  outcome: Outcome
}

export interface CardToken {
  token: string
  paymentId?: string
  sessionId?: string
  card: Card
  outcome: Outcome
  /** The wallet whose card this is. */
  wallet?: 'applePay' | 'googlePay'
  /** Bizum: there is no card, and the phone's bank asks its owner. */
  phoneNumber?: string
  usedBy?: string
  /** Reusable, for the merchant only. */
  isPermanent?: true
}

export interface Refund {
  id: string
  paymentId: string
  orderId: string
  amount: number
  currency: string
  at: number
}

export const publicPayment = ({ private: _, ...payment }: Payment): Omit<Payment, 'private'> => payment

/** The fields that `client-get` and `client-confirm` return to a browser. */
export function browserPayment(payment: Payment) {
  const { id, status, orderId, amount, currency, accountId, statusCode, statusMessage, nextAction } = payment
  return { id, status, orderId, amount, currency, accountId, statusCode, statusMessage, nextAction }
}

/** Answered with its HTTP status. MONEI does not publish its `status` texts (product 12.8): these are ours. */
export class MoneiError extends Error {
  readonly statusCode: 400 | 401 | 404 | 422 | 500
  constructor(statusCode: 400 | 401 | 404 | 422 | 500, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

const STATUS_WORDS = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  404: 'NOT_FOUND',
  422: 'UNPROCESSABLE_ENTITY',
  500: 'INTERNAL_SERVER_ERROR',
} as const

export function errorBody(statusCode: MoneiError['statusCode'], message: string) {
  const requestTime = new Date().toISOString()
  return { status: STATUS_WORDS[statusCode], statusCode, message, requestId: randomUUID(), requestTime }
}
