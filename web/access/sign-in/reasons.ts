/** Why a person was redirected to Welcome (A2.36). */
const REASONS = ['unauthorized', 'inactivity', 'referral', 'referral-error'] as const
export type Reason = (typeof REASONS)[number]

/** Runs in the head: hides the prerendered front door (`data-reason`) from a person who was redirected. */
export const reasonScript = `if(/[?&]reason=/.test(location.search))document.documentElement.dataset.reason='';`

/** The reason in a URL's query; undefined for unknown values. */
export function reasonOf(search: string): Reason | undefined {
  const reasonParam = new URLSearchParams(search).get('reason')
  return REASONS.find((reason) => reason === reasonParam)
}
