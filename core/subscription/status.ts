import * as v from 'valibot'
import { isSubscribed } from './subscribed.ts'

/** B4.30. A provider may know more of them: those are shown as "review pending" and stop nothing. */
export const SubscriptionStatus = v.picklist([
  'PENDING',
  'EXPIRED',
  'TRIALING',
  'ACTIVE',
  'PAST_DUE',
  'PAUSED',
  'CANCELED',
])
export type SubscriptionStatus = v.InferOutput<typeof SubscriptionStatus>

/** Of the latest payment of a subscription; unknown ones are no verdict. */
export const SubscriptionPaymentStatus = v.picklist([
  'SUCCEEDED',
  'PENDING',
  'FAILED',
  'CANCELED',
  'REFUNDED',
  'PARTIALLY_REFUNDED',
  'AUTHORIZED',
  'EXPIRED',
])

/** For good: a new subscription is a new one. */
export const hasEnded = (status: string): boolean => status === 'CANCELED' || status === 'EXPIRED'

interface Standing {
  status: string
  /** Until when it is paid, or free. */
  currentPeriodEnd: Date | null
}

/**
 * Whether consultations of a subscription may be booked now: what was paid for is given until the end of its last day
 * (UTC, as every calendar day of the server), and beyond it while a renewal is only late in being told.
 */
export function isBookingAllowed({ status, currentPeriodEnd }: Standing, now: Date): boolean {
  if (!currentPeriodEnd) return false
  return dayOf(now) <= dayOf(currentPeriodEnd) || isSubscribed(status)
}

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

const DECIDED: readonly (string | null)[] = ['FAILED', 'SUCCEEDED', 'EXPIRED', 'CANCELED']

/** Nothing more is expected of a payment: polling stops (B4.30). */
export const isDecided = (subscription: { status: string; lastPaymentStatus: string | null }): boolean =>
  subscription.status !== 'PENDING' && DECIDED.includes(subscription.lastPaymentStatus)

export type SubscriptionLabel = 'active' | 'inactive' | 'cancelled' | 'reviewPending'

const LABELS: Readonly<Record<SubscriptionStatus, SubscriptionLabel>> = {
  ACTIVE: 'active',
  TRIALING: 'active',
  PAST_DUE: 'inactive',
  PAUSED: 'inactive',
  EXPIRED: 'inactive',
  CANCELED: 'cancelled',
  PENDING: 'reviewPending',
}

/** What the chip of a subscription says (B4.30). */
export const labelOf = (status: string): SubscriptionLabel =>
  v.is(SubscriptionStatus, status) ? LABELS[status] : 'reviewPending'
