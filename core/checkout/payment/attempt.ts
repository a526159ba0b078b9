/** State of one payment attempt, as far as known. */
export type AttemptState = 'intended' | 'processing' | 'pending' | 'failed' | 'succeeded' | 'refunded'

const RANK: Readonly<Record<AttemptState, number>> = {
  intended: 0,
  // A bank may challenge the patient more than once: these two states alternate.
  processing: 1,
  pending: 1,
  failed: 2,
  // A provider may revoke a refusal, never a payment.
  succeeded: 3,
  refunded: 4,
}

/**
 * Whether an update adds to the known state. States are ranked and never regress, in whatever order the provider's
 * reply, its webhook and our status request arrive (product 6.4). A further refund may be new as well: the caller
 * compares the totals.
 */
export function isNewState(known: AttemptState, update: AttemptState): boolean {
  if (update === 'refunded') return true
  return RANK[update] > RANK[known] || (RANK[update] === RANK[known] && update !== known)
}

/** Final: no further update is expected from the provider. */
export const isFinal = (state: AttemptState): boolean => RANK[state] >= RANK.failed
