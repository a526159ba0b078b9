/** Why the guest is no longer in the call. */
export type GuestOut = 'left' | 'replaced' | 'inside' | 'refused' | 'lost' | 'unsafe'
