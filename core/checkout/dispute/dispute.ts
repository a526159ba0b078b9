import * as v from 'valibot'

// A payment that its payer or their bank reclaims. The dispute has a state beside the payment's and is never one of our
// refunds.

/** `chargeback`: the payer's bank reclaims the money. `mediation`: the provider hears both sides first. */
export const DisputeKind = v.picklist(['chargeback', 'mediation'])
export type DisputeKind = v.InferOutput<typeof DisputeKind>

/** `answered`: the provider has the evidence. `won`: the money stays. `lost`: it is gone. */
export const DisputeState = v.picklist(['open', 'answered', 'won', 'lost'])
export type DisputeState = v.InferOutput<typeof DisputeState>

/** State of a dispute, or an update about it. Amounts in minor units. */
export interface DisputeSnapshot {
  kind: DisputeKind
  state: DisputeState
  amount: number
  /** Until when the provider accepts evidence; null when unknown. */
  deadline: Date | null
  /** The provider's id of the dispute. */
  reference: string | null
}

// Of two contradicting decisions the one that costs us money wins, so that nothing is refunded twice; the
// reconciliation then reports the difference.
const RANK: Readonly<Record<DisputeState, number>> = { open: 0, answered: 1, won: 2, lost: 3 }

/** While a dispute is undecided, its payment must not change. */
export const isUndecided = (state: DisputeState): boolean => RANK[state] < RANK.won

/**
 * Merges an update into the known dispute, in any order and with repetitions: the state never regresses, and a deadline
 * only moves later.
 */
export function mergeDispute(known: DisputeSnapshot | undefined, snapshot: DisputeSnapshot): DisputeSnapshot {
  if (!known) return snapshot
  return {
    kind: known.kind,
    state: RANK[snapshot.state] > RANK[known.state] ? snapshot.state : known.state,
    amount: Math.max(known.amount, snapshot.amount),
    deadline: latestOf(known.deadline, snapshot.deadline),
    reference: [known.reference, snapshot.reference].filter((each) => each !== null).sort()[0] ?? null,
  }
}

const latestOf = (one: Date | null, other: Date | null): Date | null =>
  one && other ? new Date(Math.max(one.getTime(), other.getTime())) : (one ?? other)

export const isSameDispute = (one: DisputeSnapshot | undefined, other: DisputeSnapshot): boolean =>
  one !== undefined && JSON.stringify(one) === JSON.stringify(other)

/**
 * The amount that the payer's bank took, in minor units. A lost mediation ends in a refund, which the provider reports
 * separately.
 */
export const chargedBackAmount = ({ kind, state, amount }: DisputeSnapshot): number =>
  kind === 'chargeback' && state === 'lost' ? amount : 0

/** Why a dispute cannot be answered or decided manually. */
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
