import type { Budget } from '../kit/limit/limits.ts'

/** Codes that took nothing off: a household may mistype a few posters, a guesser gets no further (B5.9). */
export const CODES_OF_SOURCE: Budget = { name: 'promo codes source', most: 40, seconds: 3_600 }
export const CODES_OF_ACCOUNT: Budget = { name: 'promo codes account', most: 15, seconds: 3_600 }
