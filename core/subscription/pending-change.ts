import { hasEnded } from './status.ts'
import { isSubscribed } from './subscribed.ts'

/**
 * What somebody asked for and the provider has not done yet: a page where a card is given (`card`), to end with the
 * paid period (`end`), to go on after all (`stay`). `close` ends it now, because the account is gone. `pause` and
 * `resume` are asked for at the desk (decision 0034).
 */
export type PendingChange = 'card' | 'end' | 'stay' | 'close' | 'pause' | 'resume'

interface Standing {
  status: string
  /** It ends with the paid period. */
  cancelAtPeriodEnd: boolean
}

/**
 * What subscribing means for who has one already: the same button begins, goes on after all, or pays what is due.
 * undefined: nothing is to be done. A new card is only ever asked for in so many words.
 */
export function changeToSubscribe(
  { status, cancelAtPeriodEnd }: Standing,
  newCard: boolean,
): PendingChange | undefined {
  if (hasEnded(status)) return undefined
  if (status === 'PENDING' || status === 'PAST_DUE' || newCard) return 'card'
  return (isSubscribed(status) || status === 'PAUSED') && cancelAtPeriodEnd ? 'stay' : undefined
}

/** One that was never begun, or is over, cannot be given up. */
export function canUnsubscribe({ status }: Standing): boolean {
  return status !== 'PENDING' && !hasEnded(status)
}

interface Changing extends Standing {
  pendingChange: PendingChange | null
}

/** Staff pauses what is paid and goes on; what is due, or was given up, has its own way. */
export const canPause = ({ status, cancelAtPeriodEnd, pendingChange }: Changing): boolean =>
  isSubscribed(status) && !cancelAtPeriodEnd && (pendingChange === null || pendingChange === 'resume')

export const canResume = ({ status, pendingChange }: Changing): boolean =>
  pendingChange === 'pause' || (status === 'PAUSED' && pendingChange === null)
