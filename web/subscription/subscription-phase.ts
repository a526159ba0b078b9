import { POLL } from '@cuida/core/kit/polling.ts'
import { paymentVendor } from '@cuida/core/kit/vendors/payment-vendors.ts'
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
 * Phase of a subscription: none (`none`), a card page being prepared (`preparing`), waiting for the card (`card`),
 * being confirmed after the card page (`confirming`), waiting for the first charge that the provider makes by itself
 * (`awaiting`), cancelled before that charge was known (`cancelling`), refused (`refused`), active (`subscribed`), a charge due (`due`), paused (`paused`), or under review by
 * staff (`unclear`).
 */
export type Phase =
  | 'none'
  | 'preparing'
  | 'card'
  | 'confirming'
  | 'awaiting'
  | 'cancelling'
  | 'refused'
  | 'subscribed'
  | 'due'
  | 'paused'
  | 'unclear'

const UNPAID: readonly (string | null)[] = ['FAILED', 'CANCELED', 'EXPIRED']

/** `wasThere`: this tab has visited the card page. `isAsking`: another page was just requested. */
export function phaseOf(subscription: Subscription | undefined, { wasThere = false, isAsking = false } = {}): Phase {
  if (!subscription || hasEnded(subscription.status)) return 'none'
  const { status, activationUrl, lastPaymentStatus } = subscription
  if (subscription.isOnHold) return 'unclear'
  if (status === 'PAST_DUE') return 'due'
  if (isSubscribed(status)) return 'subscribed'
  if (status === 'PAUSED') return 'paused'
  if (status !== 'PENDING') return 'unclear'
  if (subscription.cancelAtPeriodEnd) return 'cancelling'
  if (subscription.awaitsFirstCharge) return 'awaiting'
  if (activationUrl) return wasThere ? 'confirming' : 'card'
  return UNPAID.includes(lastPaymentStatus) && !isAsking ? 'refused' : 'preparing'
}

/** Whether giving the card makes the charge that is due; true for an unknown provider. */
export const chargesAtOnce = ({ provider }: Pick<Subscription, 'provider'>): boolean =>
  paymentVendor(provider)?.chargesSubscriptionsAtOnce ?? true

/**
 * B4.30: every 2 s until it is decided, not after an error, and never when nothing can change. Less often while the
 * patient types the card in our form, or while the provider's own charge is awaited.
 */
export function pollAfterMs(
  subscription: Subscription | undefined,
  failed: boolean,
  isAsking: boolean,
): number | false {
  if (failed || (subscription && hasEnded(subscription.status))) return false
  if (!subscription || isAsking) return POLL.every2s
  const isPage = chargesAtOnce(subscription)
  if (subscription.awaitsFirstCharge || (subscription.activationUrl && !isPage)) return POLL.every15s
  const isOpen = subscription.activationUrl !== null || !isPaymentFinal(subscription, { chargesAtOnce: isPage })
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

/** Meaning of the period's end; locale keys: `subscription.until.<name>`. */
export function untilOf({ status, cancelAtPeriodEnd }: Subscription): 'trial' | 'renews' | 'ends' | 'paid' | 'ended' {
  if (hasEnded(status)) return 'ended'
  if (cancelAtPeriodEnd) return 'ends'
  if (status === 'TRIALING') return 'trial'
  return status === 'ACTIVE' ? 'renews' : 'paid'
}

const PAID: readonly string[] = ['SUCCEEDED', 'PARTIALLY_REFUNDED', 'REFUNDED']

/** Whether a first charge at another price is still due. */
export const isFirstChargeDue = ({ terms, payments }: Pick<Subscription, 'terms' | 'payments'>): boolean =>
  terms.firstAmount !== terms.amount && !payments.some(({ status }) => PAID.includes(status))

const KNOWN_PAYMENT_STATUSES: readonly string[] = SubscriptionPaymentStatus.options

/** An unknown status is shown as under review. */
export const paymentStatusMessage = (status: string): string =>
  `subscription.payment.${KNOWN_PAYMENT_STATUSES.includes(status) ? status : 'unknown'}`
