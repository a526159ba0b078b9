import * as v from 'valibot'
import { isSubscribed } from './subscribed.ts'

/** B4.30. A provider may have other values: they are shown as "review pending" and block nothing. */
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

/** Status of the latest payment; unknown values are not final. */
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

/** Final: another subscription is a new one. */
export const hasEnded = (status: string): boolean => status === 'CANCELED' || status === 'EXPIRED'

interface Standing {
  status: string
  /** End of the paid or free period. */
  currentPeriodEnd: Date | null
}

/**
 * Whether consultations of a subscription can be booked now: until the end of the last paid day (UTC, as all of the
 * server's days), and longer while only the report of a renewal is late.
 */
export function isBookingAllowed({ status, currentPeriodEnd }: Standing, now: Date): boolean {
  if (!currentPeriodEnd) return false
  return dayOf(now) <= dayOf(currentPeriodEnd) || isSubscribed(status)
}

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

const DECIDED: readonly (string | null)[] = ['FAILED', 'SUCCEEDED', 'EXPIRED', 'CANCELED']

/**
 * The payment is final: polling stops (B4.30). Where a card is given without a charge (`chargesAtOnce` is false), a trial
 * has no payment to wait for.
 */
export const isPaymentFinal = (
  { status, lastPaymentStatus }: { status: string; lastPaymentStatus: string | null },
  { chargesAtOnce = true }: { chargesAtOnce?: boolean } = {},
): boolean =>
  status !== 'PENDING' && (DECIDED.includes(lastPaymentStatus) || (lastPaymentStatus === null && !chargesAtOnce))

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

/** The label of a subscription (B4.30). */
export const statusLabel = (status: string): SubscriptionLabel =>
  v.is(SubscriptionStatus, status) ? LABELS[status] : 'reviewPending'
