import { randomBytes } from 'node:crypto'
import { credentials } from '../credentials.ts'
import { type Fields, fieldsOf, isCents, isFields, isWebUrl, textOf } from '../kit/fields.ts'
import { type MaskedCard, MoneiError, type Payment } from './wire.ts'

export type SubscriptionStatus = 'PENDING' | 'EXPIRED' | 'TRIALING' | 'ACTIVE' | 'PAST_DUE' | 'PAUSED' | 'CANCELED'

/**
 * A subscription as the simulator stores it (product 12.11). Times in Unix seconds, by the subscription's own clock.
 */
export interface Subscription {
  id: string
  amount: number
  currency: string
  description: string | null
  accountId: string
  livemode: false
  status: SubscriptionStatus
  interval: Interval
  intervalCount: number
  currentPeriodStart: number | null
  currentPeriodEnd: number | null
  trialPeriodEnd: number | null
  nextPaymentAt: number | null
  lastPayment: Pick<Payment, 'id' | 'status' | 'statusCode' | 'statusMessage'> | null
  lastOrderId: string | null
  paymentMethod: Payment['paymentMethod']
  /** Remaining retries. */
  retryCount: number
  retrySchedule: Retry[]
  cancelAtPeriodEnd: boolean
  pauseAtPeriodEnd: boolean
  customer: Fields | null
  metadata: Fields | null
  callbackUrl: string | null
  paymentCallbackUrl: string | null
  createdAt: number
  updatedAt: number
  private: {
    trialSeconds: number
    /** Expires then without a card. */
    activateBy: number
    /** Seconds by which its clock is ahead of the simulator's (`POST /simulators/monei/subscriptions/:id/clock`). */
    ahead: number
    card?: MaskedCard
  }
}
type Interval = 'day' | 'week' | 'month' | 'year'
interface Retry {
  interval: Interval
  intervalCount: number
}

export const DAY_SECONDS = 86_400
/** Our choice: product 12.11 names no activation period. */
const ACTIVATE_WITHIN = DAY_SECONDS
const DEFAULT_RETRIES: Retry[] = [1, 5, 9].map((intervalCount) => ({ interval: 'day', intervalCount }))

export function newSubscription(body: unknown, now: number): Subscription {
  const sent = fieldsOf(body)
  const { amount, currency, interval, intervalCount = 1, trialPeriodDays = 0, callbackUrl, paymentCallbackUrl } = sent
  if (!isCents(amount) || amount === 0) throw new MoneiError(422, 'amount must be a positive integer of cents')
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) throw new MoneiError(422, 'currency is required')
  if (!isInterval(interval) || !isCents(intervalCount)) throw new MoneiError(422, 'interval is required')
  if (!isCents(trialPeriodDays)) throw new MoneiError(422, 'trialPeriodDays must be a number of days')
  for (const url of [callbackUrl, paymentCallbackUrl])
    if (url !== undefined && !isWebUrl(url)) throw new MoneiError(422, 'a URL is malformed')
  return {
    id: randomBytes(16).toString('hex'),
    amount,
    currency,
    description: textOf(sent.description) ?? null,
    accountId: credentials.monei.accountId,
    livemode: false,
    status: 'PENDING',
    interval,
    intervalCount,
    currentPeriodStart: null,
    currentPeriodEnd: null,
    trialPeriodEnd: null,
    nextPaymentAt: null,
    lastPayment: null,
    lastOrderId: null,
    paymentMethod: null,
    retryCount: 0,
    retrySchedule: readRetries(sent.retrySchedule),
    cancelAtPeriodEnd: false,
    pauseAtPeriodEnd: false,
    customer: sent.customer ? fieldsOf(sent.customer) : null,
    metadata: sent.metadata ? fieldsOf(sent.metadata) : null,
    callbackUrl: textOf(callbackUrl) ?? null,
    paymentCallbackUrl: textOf(paymentCallbackUrl) ?? null,
    createdAt: now,
    updatedAt: now,
    private: { trialSeconds: trialPeriodDays * DAY_SECONDS, activateBy: now + ACTIVATE_WITHIN, ahead: 0 },
  }
}

function readRetries(sent: unknown): Retry[] {
  if (sent === undefined) return DEFAULT_RETRIES
  if (!Array.isArray(sent)) throw new MoneiError(422, 'retrySchedule must be a list')
  return sent.map((retry) => {
    const { interval, intervalCount } = isFields(retry) ? retry : {}
    if (!isInterval(interval) || !isCents(intervalCount)) throw new MoneiError(422, 'retrySchedule is malformed')
    return { interval, intervalCount }
  })
}

const isInterval = (value: unknown): value is Interval =>
  typeof value === 'string' && ['day', 'week', 'month', 'year'].includes(value)

/** Adds intervals; a day that the month lacks becomes its last day. */
export function addInterval(from: number, { interval, intervalCount }: Retry): number {
  if (interval === 'day' || interval === 'week')
    return from + intervalCount * DAY_SECONDS * (interval === 'week' ? 7 : 1)
  const start = new Date(from * 1000)
  const months = start.getUTCMonth() + intervalCount * (interval === 'year' ? 12 : 1)
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), months + 1, 0)).getUTCDate()
  const end = new Date(start)
  end.setUTCFullYear(start.getUTCFullYear(), months, Math.min(start.getUTCDate(), lastDay))
  return end.getTime() / 1000
}

export const hasEnded = ({ status }: Subscription): boolean => status === 'CANCELED' || status === 'EXPIRED'

export const publicSubscription = ({ private: _, ...subscription }: Subscription): Omit<Subscription, 'private'> =>
  subscription
