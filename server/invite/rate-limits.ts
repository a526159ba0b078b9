import type { RateLimit } from '../kit/limit/rate-limit.ts'

/** Referral links are few and opened by people: more look-ups than this are guesses. */
export const REFERRERS_PER_ADDRESS: RateLimit = { name: 'referrers source', most: 60, seconds: 60 }
/**
 * Company links show an employee's name (product 4.6): the limit allows for an office behind one address, but not for
 * guessing.
 */
export const COMPANY_LINKS_PER_ADDRESS: RateLimit = { name: 'company links source', most: 30, seconds: 60 }
/** A request creates at most 200 links (`MAX_LINKS_PER_REQUEST`), so a manager can create 6,000 links in an hour. */
export const LINKS_OF_MANAGER: RateLimit = { name: 'company links manager', most: 30, seconds: 3600 }
