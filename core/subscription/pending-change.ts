import { hasEnded } from './status.ts'
import { isSubscribed } from './subscribed.ts'

/**
 * A requested change that the provider has not made yet: a page for another card (`card`), the end of the subscription
 * with the paid period (`end`), or its reactivation (`stay`). `close` ends it now, because the account was deleted.
 * `pause` and `resume` are requested at the desk (decision 0034).
 */
export type PendingChange = 'card' | 'end' | 'stay' | 'close' | 'pause' | 'resume'

interface Standing {
  status: string
  /** The subscription ends with the paid period. */
  cancelAtPeriodEnd: boolean
}

/**
 * What subscribing means for an existing subscription: the same button starts, reactivates or pays an overdue amount.
 * undefined: nothing to do. Another card is requested only explicitly.
 */
export function pendingChangeForSubscribing(
  { status, cancelAtPeriodEnd }: Standing,
  newCard: boolean,
): PendingChange | undefined {
  if (hasEnded(status)) return undefined
  if (status === 'PENDING' || status === 'PAST_DUE' || newCard) return 'card'
  return (isSubscribed(status) || status === 'PAUSED') && cancelAtPeriodEnd ? 'stay' : undefined
}

/**
 * A pending subscription can be cancelled only once it has a card, because the provider charges it by itself then. An ended one
 * cannot.
 */
export function canUnsubscribe({
  status,
  awaitsFirstCharge,
}: Pick<Standing, 'status'> & { awaitsFirstCharge: boolean }): boolean {
  return status === 'PENDING' ? awaitsFirstCharge : !hasEnded(status)
}

interface Changing extends Standing {
  pendingChange: PendingChange | null
}

/** Staff can pause an active subscription that is neither overdue nor cancelled. */
export const canPause = ({ status, cancelAtPeriodEnd, pendingChange }: Changing): boolean =>
  isSubscribed(status) && !cancelAtPeriodEnd && (pendingChange === null || pendingChange === 'resume')

export const canResume = ({ status, pendingChange }: Changing): boolean =>
  pendingChange === 'pause' || (status === 'PAUSED' && pendingChange === null)
