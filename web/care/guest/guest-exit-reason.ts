/** Why the guest is no longer in the call. */
export type GuestExitReason = 'left' | 'replaced' | 'inside' | 'refused' | 'lost' | 'unsafe'
