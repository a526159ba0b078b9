import { POLL } from '@cuida/core/kit/polling.ts'
import type { Subscription } from '@cuida/core/subscription/api.ts'
import {
  hasEnded,
  isPaymentFinal,
  type SubscriptionLabel,
  SubscriptionPaymentStatus,
  statusLabel,
} from '@cuida/core/subscription/status.ts'
import { isSubscribed } from '@cuida/core/subscription/subscribed.ts'
import type { IconName } from '@cuida/ui/Icon/Icon.tsx'
import type { ChipTone } from '@cuida/ui/StatusChip/StatusChip.tsx'

/**
 * How somebody who has begun stands: nothing going on (`none`), a page for the card on its way (`preparing`), waiting
 * for them (`card`), being confirmed after they were there (`confirming`), refused (`refused`); or they are in
 * (`subscribed`), or a month is due (`due`), or it rests (`paused`), or it is for people to look at (`unclear`).
 */
export type Phase =
  | 'none'
  | 'preparing'
  | 'card'
  | 'confirming'
  | 'refused'
  | 'subscribed'
  | 'due'
  | 'paused'
  | 'unclear'

const UNPAID: readonly (string | null)[] = ['FAILED', 'CANCELED', 'EXPIRED']

/** `wasThere`: this tab has been on the page for the card. `isAsking`: another page was just asked for. */
export function phaseOf(subscription: Subscription | undefined, { wasThere = false, isAsking = false } = {}): Phase {
  if (!subscription || hasEnded(subscription.status)) return 'none'
  const { status, activationUrl, lastPaymentStatus } = subscription
  if (subscription.isOnHold) return 'unclear'
  if (status === 'PAST_DUE') return 'due'
  if (isSubscribed(status)) return 'subscribed'
  if (status === 'PAUSED') return 'paused'
  if (status !== 'PENDING') return 'unclear'
  if (activationUrl) return wasThere ? 'confirming' : 'card'
  return UNPAID.includes(lastPaymentStatus) && !isAsking ? 'refused' : 'preparing'
}

/** B4.30: every 2 s until it is decided, and no more after an error; never when nothing can change. */
export function pollAfterMs(
  subscription: Subscription | undefined,
  failed: boolean,
  isAsking: boolean,
): number | false {
  if (failed || (subscription && hasEnded(subscription.status))) return false
  const isOpen = !subscription || isAsking || subscription.activationUrl !== null || !isPaymentFinal(subscription)
  return isOpen ? POLL.every2s : false
}

const CHIPS: Readonly<Record<SubscriptionLabel, { tone: ChipTone; icon: IconName }>> = {
  active: { tone: 'success', icon: 'success' },
  inactive: { tone: 'warning', icon: 'warning' },
  cancelled: { tone: 'neutral', icon: 'close' },
  reviewPending: { tone: 'neutral', icon: 'clock' },
}

/** Locale keys: `subscription.label.<label>`. */
export function chipOf({ status }: Subscription): { label: SubscriptionLabel; tone: ChipTone; icon: IconName } {
  const label = statusLabel(status)
  return { label, ...CHIPS[label] }
}

/** What the end of the period means; locale keys: `subscription.until.<name>`. */
export function untilOf({ status, cancelAtPeriodEnd }: Subscription): 'trial' | 'renews' | 'ends' | 'paid' | 'ended' {
  if (hasEnded(status)) return 'ended'
  if (cancelAtPeriodEnd) return 'ends'
  if (status === 'TRIALING') return 'trial'
  return status === 'ACTIVE' ? 'renews' : 'paid'
}

const PAID: readonly string[] = ['SUCCEEDED', 'PARTIALLY_REFUNDED', 'REFUNDED']

/** Whether a first month at another price is still to be charged. */
export const isFirstMonthAhead = ({ terms, payments }: Pick<Subscription, 'terms' | 'payments'>): boolean =>
  terms.firstAmount !== terms.amount && !payments.some(({ status }) => PAID.includes(status))

const KNOWN_PAYMENT_STATUSES: readonly string[] = SubscriptionPaymentStatus.options

/** One that we do not know is being looked at. */
export const paymentStatusMessage = (status: string): string =>
  `subscription.payment.${KNOWN_PAYMENT_STATUSES.includes(status) ? status : 'unknown'}`
