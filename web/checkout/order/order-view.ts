import type { Order, OrderStatus } from '@cuida/core/checkout/order/order.ts'
import type { FailureReason } from '@cuida/core/checkout/payment/failure.ts'
import { walletOf } from '@cuida/core/checkout/wallet/wallet.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import type { Wallet } from '@cuida/core/kit/vendors/payment-vendors.ts'
import type { TimelineStepState } from '@cuida/ui/Timeline/Timeline.tsx'

/** Phase of an order as its patient sees it; locale keys: `checkout.order.<phase>.title` and `.lead`. */
export type Phase =
  | 'processing'
  | 'confirming'
  | 'bank'
  | 'pixMaking'
  | 'pix'
  | 'pixEnding'
  | 'active'
  | 'cancelled'
  | 'failed'

export interface OrderView {
  phase: Phase
  /** Locale keys: `checkout.order.step.<name>`. */
  steps: { name: string; state: TimelineStepState }[]
  /** The bank's page, while a challenge is open. */
  bankUrl: string | undefined
  /** The 3-D Secure challenge in a frame of the app, where the provider supports that. */
  bankFrame: NonNullable<Order['challengeFrame']> | undefined
  consultationId: string | undefined
  /** `checkout.failure.<reason>`. */
  reason: FailureReason | 'UNKNOWN' | undefined
  /** How to retry: with another card, the same way again, with another Pix code, or at another time. */
  retry: 'card' | 'again' | 'pix' | 'time'
  /** The bank recognised a duplicate payment: the booking may exist already, and the text says to check. */
  mayBePaid: boolean
  /** Failure texts without a card have keys that end in `.pix` or `.wallet`. */
  isPix: boolean
  wallet: Wallet | undefined
  /** Replaces the phase in the title's key; without a reason, in the lead's key too. */
  heading: string
}

/**
 * The card itself was good: the challenge, a timeout or a typing mistake failed, so the same card may be tried again.
 */
const SAME_CARD: readonly string[] = ['BAD_CARD_DETAILS', 'UNAUTHORISED', 'EXPIRED', 'CANCELLED']

const SEEN_BEFORE: readonly string[] = ['DUPLICATED_PAYMENT', 'SIMILAR_PAYMENT']

export function orderView(order: Order): OrderView {
  const phase = phaseOf(order)
  const isPix = order.paymentMethodType === 'PIX'
  const wallet = walletOf(order.paymentMethodType)
  // Money that arrived for an expired Pix code is no refusal: the text explains its refund.
  const isLate = isPix && phase === 'failed' && order.refundAmount > 0
  const bankFrame = phase === 'bank' ? safeFrame(order.challengeFrame) : undefined
  const reason = phase === 'failed' && !isLate ? (order.failureReason ?? 'UNKNOWN') : undefined
  return {
    phase,
    steps: timelineStepsOf(wallet && phase === 'bank' ? 'wallet' : phase, order.amount === 0, isLate),
    bankUrl: phase === 'bank' ? safeUrl(order.challengeUrl) : undefined,
    bankFrame,
    consultationId: phase === 'active' || phase === 'cancelled' ? order.consultations[0]?.id : undefined,
    reason,
    retry: retryOf(reason, isPix, wallet),
    mayBePaid: reason !== undefined && SEEN_BEFORE.includes(reason),
    isPix,
    wallet,
    heading: isLate ? 'pixLate' : isPix && reason === 'EXPIRED' ? 'pixExpired' : headingOf(phase, bankFrame, wallet),
  }
}

/** A wallet's page is no bank's. */
function headingOf(phase: Phase, bankFrame: OrderView['bankFrame'], wallet: Wallet | undefined): string {
  if (bankFrame) return 'bankFrame'
  return phase === 'bank' && wallet ? 'wallet' : phase
}

function retryOf(reason: OrderView['reason'], isPix: boolean, wallet: Wallet | undefined): OrderView['retry'] {
  if (reason === 'TOO_LATE') return 'time'
  if (isPix) return pixRetry(reason)
  return wallet || (reason && SAME_CARD.includes(reason)) ? 'again' : 'card'
}

/** Without Pix at the provider another code does not help, only another payment method. */
const pixRetry = (reason: OrderView['reason']): OrderView['retry'] => (reason === 'PIX_DISABLED' ? 'again' : 'pix')

function phaseOf({ status, amount, challengeUrl, challengeFrame, pix, paymentMethodType, cancelledBy }: Order): Phase {
  if (status === 'ACTIVE') return cancelledBy ? 'cancelled' : 'active'
  if (status === 'FAILED') return 'failed'
  if (paymentMethodType === 'PIX') return pix ? 'pix' : status === 'PENDING' ? 'pixEnding' : 'pixMaking'
  // Without a bank page the patient has nothing to do.
  if (status === 'PENDING' && (safeUrl(challengeUrl) || safeFrame(challengeFrame))) return 'bank'
  return amount === 0 ? 'confirming' : 'processing'
}

const PAYMENT: Readonly<Record<Phase | 'wallet', OrderView['steps'][number]>> = {
  processing: { name: 'paying', state: 'now' },
  confirming: { name: 'free', state: 'done' },
  bank: { name: 'bank', state: 'now' },
  wallet: { name: 'wallet', state: 'now' },
  pixMaking: { name: 'pixMaking', state: 'now' },
  pix: { name: 'pix', state: 'now' },
  pixEnding: { name: 'pixEnding', state: 'now' },
  active: { name: 'paid', state: 'done' },
  cancelled: { name: 'paid', state: 'done' },
  failed: { name: 'notPaid', state: 'failed' },
}
function timelineStepsOf(phase: Phase | 'wallet', isFree: boolean, isLate: boolean): OrderView['steps'] {
  const { name, state } = PAYMENT[phase]
  if (phase === 'failed')
    return [
      isLate ? { name: 'returned', state: 'cancelled' } : { name, state },
      { name: 'notBooked', state: 'cancelled' },
    ]
  if (phase === 'cancelled')
    return [
      { name: isFree ? 'free' : name, state },
      { name: 'cancelled', state: 'cancelled' },
    ]
  const laterState = phase === 'active' ? 'done' : 'next'
  return [
    { name: isFree ? 'free' : name, state },
    { name: 'booked', state: phase === 'confirming' ? 'now' : laterState },
    { name: 'told', state: laterState },
  ]
}

/** Only http and https URLs are followed. */
function safeUrl(url: string | null): string | undefined {
  return url && /^https?:\/\//.test(url) ? url : undefined
}

const safeFrame = (frame: Order['challengeFrame']) => (frame && safeUrl(frame.url) ? frame : undefined)

/** B9.1: every 2 s until the order is decided; after a failed request every 15 s (product 11.10). */
export function pollAfterMs(status: OrderStatus | undefined, failed: boolean): number | false {
  if (status === 'ACTIVE' || status === 'FAILED') return false
  return failed ? POLL.every15s : POLL.every2s
}
