/** How one try to take money stands, as far as we know. */
export type AttemptState = 'intended' | 'processing' | 'pending' | 'failed' | 'succeeded' | 'refunded'

const RANK: Readonly<Record<AttemptState, number>> = {
  intended: 0,
  // The bank may ask the patient more than once: these two follow each other in both directions.
  processing: 1,
  pending: 1,
  failed: 2,
  // A provider may take back a refusal, never a payment.
  succeeded: 3,
  refunded: 4,
}

/**
 * Whether a fact tells more than is known: facts are ranked and never go backwards, in whatever order the provider's
 * answer, its webhook and our own question arrive (product 6.4). A further refund may be new again: whoever asks
 * compares the totals.
 */
export function isNewState(known: AttemptState, fact: AttemptState): boolean {
  if (known === 'refunded' && fact === 'refunded') return true
  return RANK[fact] > RANK[known] || (RANK[fact] === RANK[known] && fact !== known)
}

/** No further word is expected from the provider. */
export const isVerdict = (state: AttemptState): boolean => RANK[state] >= RANK.failed
