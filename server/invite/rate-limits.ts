import type { RateLimit } from '../kit/limit/rate-limit.ts'

/** Links of friends are few and read by people: who asks more often is guessing. */
export const REFERRERS_PER_ADDRESS: RateLimit = { name: 'referrers source', most: 60, seconds: 60 }
/** Company links name an employee (product 4.6): a whole office may sit behind one address, a guesser may not. */
export const COMPANY_LINKS_PER_ADDRESS: RateLimit = { name: 'company links source', most: 30, seconds: 60 }
/** Each press makes two hundred links at most: a company of thousands is through in an hour. */
export const LINKS_OF_MANAGER: RateLimit = { name: 'company links manager', most: 30, seconds: 3600 }
