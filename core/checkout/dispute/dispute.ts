import * as v from 'valibot'

// Money that came and that its payer, or their bank, wants back: a fact beside the payment's own, and never a refund of ours.

/** `chargeback`: the payer's bank takes the money back. `mediation`: the provider asks both sides first. */
export const DisputeKind = v.picklist(['chargeback', 'mediation'])
export type DisputeKind = v.InferOutput<typeof DisputeKind>

/** `answered`: the evidence is at the provider. `won`: the money stays. `lost`: it has gone. */
export const DisputeState = v.picklist(['open', 'answered', 'won', 'lost'])
export type DisputeState = v.InferOutput<typeof DisputeState>

/** What is known of a dispute, or what somebody says of one. Amounts in minor units. */
export interface DisputeFact {
  kind: DisputeKind
  state: DisputeState
  amount: number
  /** Until when the provider takes evidence; null: they did not say. */
  deadline: Date | null
  /** The provider's name for the case. */
  reference: string | null
}

// Of two verdicts the one that costs us money counts: nothing may be given back twice. The books then tell the difference.
const RANK: Readonly<Record<DisputeState, number>> = { open: 0, answered: 1, won: 2, lost: 3 }

/** Nothing of the payment moves before the provider has decided. */
export const isUndecided = (state: DisputeState): boolean => RANK[state] < RANK.won

/**
 * What is known after one more word of the same dispute, in whatever order the words arrive and however often: the state
 * never goes back, and a deadline is only ever put off.
 */
export function heard(known: DisputeFact | undefined, fact: DisputeFact): DisputeFact {
  if (!known) return fact
  return {
    kind: known.kind,
    state: RANK[fact.state] > RANK[known.state] ? fact.state : known.state,
    amount: Math.max(known.amount, fact.amount),
    deadline: later(known.deadline, fact.deadline),
    reference: [known.reference, fact.reference].filter((each) => each !== null).sort()[0] ?? null,
  }
}

const later = (one: Date | null, other: Date | null): Date | null =>
  one && other ? new Date(Math.max(one.getTime(), other.getTime())) : (one ?? other)

export const isSameDispute = (one: DisputeFact | undefined, other: DisputeFact): boolean =>
  one !== undefined && JSON.stringify(one) === JSON.stringify(other)

/** What the payer's bank took. A mediation that is lost ends in a refund, which the provider's books tell by themselves. */
export const takenBy = ({ kind, state, amount }: DisputeFact): number =>
  kind === 'chargeback' && state === 'lost' ? amount : 0

/** Why this dispute cannot be decided by hand, or answered. */
export function decisionProblem({
  state,
  isByHand,
}: {
  state: DisputeState
  isByHand: boolean
}): 'PROVIDER_DECIDES' | 'CHANGED_MEANWHILE' | undefined {
  if (!isByHand) return 'PROVIDER_DECIDES'
  return isUndecided(state) ? undefined : 'CHANGED_MEANWHILE'
}
