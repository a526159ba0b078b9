/** A3.15: why a session began. */
export type SignReason = 'signin' | 'signup'

export const isSignReason = (value: unknown): value is SignReason => value === 'signin' || value === 'signup'
