import type { RateLimit } from '../kit/limit/rate-limit.ts'

/** Wrong promo codes: a household may mistype a few codes from posters, a guesser gets no further (B5.9). */
export const CODES_PER_ADDRESS: RateLimit = { name: 'promo codes source', most: 40, seconds: 3_600 }
export const CODES_OF_ACCOUNT: RateLimit = { name: 'promo codes account', most: 15, seconds: 3_600 }

/** A provider sends from few addresses and retries when refused; this caps the rows that a stranger can write. */
export const UNSIGNED_WEBHOOKS_PER_ADDRESS: RateLimit = { name: 'unsigned webhooks', most: 300, seconds: 60 }
