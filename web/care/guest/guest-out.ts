/** Why they are not in a call that they were in. */
export type GuestOut = 'left' | 'replaced' | 'inside' | 'refused' | 'lost' | 'unsafe'
