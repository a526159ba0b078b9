/** Why a person was sent to Welcome (A2.36). */
const REASONS = ['unauthorized', 'inactivity', 'referral', 'referral-error'] as const
export type Reason = (typeof REASONS)[number]

/** Of an address's query; undefined for anything that is not one of ours. */
export function reasonOf(search: string): Reason | undefined {
  const given = new URLSearchParams(search).get('reason')
  return REASONS.find((reason) => reason === given)
}
