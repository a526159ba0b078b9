import type { Order, OrderStatus } from '@cuida/core/checkout/order/order.ts'
import type { FailureReason } from '@cuida/core/checkout/payment/failure.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import type { TimelineStepState } from '@cuida/ui/Timeline/Timeline.tsx'

/** How an order stands for its patient; locale keys: `checkout.order.<phase>.title` and `.lead`. */
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
  /** The bank's page, while the bank waits for the patient. */
  bankUrl: string | undefined
  /** The same in a frame of ours. */
  bankFrame: NonNullable<Order['challengeFrame']> | undefined
  consultationId: string | undefined
  /** `checkout.failure.<reason>`. */
  reason: FailureReason | 'UNKNOWN' | undefined
  /** Whether another card helps, the same may be tried again, another Pix code is wanted, or another time. */
  retry: 'card' | 'again' | 'pix' | 'time'
  /** The bank has seen this payment before: the booking may be there already, and the words say to look. */
  mayBePaid: boolean
  /** The words of the reason differ where no card was in play: `.pix` follows their keys. */
  isPix: boolean
  /** In place of the phase, for the title; where there is no reason, for the lead too. */
  heading: string
}

/** The card was good; it is the answer, the time or a typing mistake that was not. */
const SAME_CARD: readonly string[] = ['BAD_CARD_DETAILS', 'UNAUTHORISED', 'EXPIRED', 'CANCELLED']

const SEEN_BEFORE: readonly string[] = ['DUPLICATED_PAYMENT', 'SIMILAR_PAYMENT']

export function orderView(order: Order): OrderView {
  const phase = phaseOf(order)
  const isPix = order.paymentMethodType === 'PIX'
  // Money that came for a code that was dead is no refusal: what became of it is shown.
  const isLate = isPix && phase === 'failed' && order.refundAmount > 0
  const bankFrame = phase === 'bank' ? safeFrame(order.challengeFrame) : undefined
  const reason = phase === 'failed' && !isLate ? (order.failureReason ?? 'UNKNOWN') : undefined
  return {
    phase,
    steps: timelineStepsOf(phase, order.amount === 0, isLate),
    bankUrl: phase === 'bank' ? safeUrl(order.challengeUrl) : undefined,
    bankFrame,
    consultationId: phase === 'active' || phase === 'cancelled' ? order.consultations[0]?.id : undefined,
    reason,
    retry: retryOf(reason, isPix),
    mayBePaid: reason !== undefined && SEEN_BEFORE.includes(reason),
    isPix,
    heading: isLate ? 'pixLate' : isPix && reason === 'EXPIRED' ? 'pixExpired' : bankFrame ? 'bankFrame' : phase,
  }
}

function retryOf(reason: OrderView['reason'], isPix: boolean): OrderView['retry'] {
  if (reason === 'TOO_LATE') return 'time'
  if (isPix) return pixRetry(reason)
  return reason && SAME_CARD.includes(reason) ? 'again' : 'card'
}

/** Where the provider makes no codes, another one is no help: only another way is. */
const pixRetry = (reason: OrderView['reason']): OrderView['retry'] => (reason === 'PIX_DISABLED' ? 'again' : 'pix')

function phaseOf({ status, amount, challengeUrl, challengeFrame, pix, paymentMethodType, cancelledBy }: Order): Phase {
  if (status === 'ACTIVE') return cancelledBy ? 'cancelled' : 'active'
  if (status === 'FAILED') return 'failed'
  if (paymentMethodType === 'PIX') return pix ? 'pix' : status === 'PENDING' ? 'pixEnding' : 'pixMaking'
  // Without a page to go to, there is nothing that the patient could do.
  if (status === 'PENDING' && (safeUrl(challengeUrl) || safeFrame(challengeFrame))) return 'bank'
  return amount === 0 ? 'confirming' : 'processing'
}

const PAYMENT: Readonly<Record<Phase, OrderView['steps'][number]>> = {
  processing: { name: 'paying', state: 'now' },
  confirming: { name: 'free', state: 'done' },
  bank: { name: 'bank', state: 'now' },
  pixMaking: { name: 'pixMaking', state: 'now' },
  pix: { name: 'pix', state: 'now' },
  pixEnding: { name: 'pixEnding', state: 'now' },
  active: { name: 'paid', state: 'done' },
  cancelled: { name: 'paid', state: 'done' },
  failed: { name: 'notPaid', state: 'failed' },
}
function timelineStepsOf(phase: Phase, isFree: boolean, isLate: boolean): OrderView['steps'] {
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
  const later = phase === 'active' ? 'done' : 'next'
  return [
    { name: isFree ? 'free' : name, state },
    { name: 'booked', state: phase === 'confirming' ? 'now' : later },
    { name: 'told', state: later },
  ]
}

/** A bank's page is a web page: an address of any other kind is not followed. */
function safeUrl(url: string | null): string | undefined {
  return url && /^https?:\/\//.test(url) ? url : undefined
}

const safeFrame = (frame: Order['challengeFrame']) => (frame && safeUrl(frame.url) ? frame : undefined)

/** B9.1: every 2 s until it is decided; after a failure every 15 s (product 11.10). */
export function pollAfterMs(status: OrderStatus | undefined, failed: boolean): number | false {
  if (status === 'ACTIVE' || status === 'FAILED') return false
  return failed ? POLL.every15s : POLL.every2s
}
