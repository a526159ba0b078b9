import type { RateLimit } from '../kit/limit/rate-limit.ts'

/** Codes that took nothing off: a household may mistype a few posters, a guesser gets no further (B5.9). */
export const CODES_PER_ADDRESS: RateLimit = { name: 'promo codes source', most: 40, seconds: 3_600 }
export const CODES_OF_ACCOUNT: RateLimit = { name: 'promo codes account', most: 15, seconds: 3_600 }

/** A provider sends from few addresses and tries again when it is refused; a stranger writes no more rows than this. */
export const UNSIGNED_WEBHOOKS: RateLimit = { name: 'unsigned webhooks', most: 300, seconds: 60 }
