import type { RateLimit } from '../kit/limit/rate-limit.ts'

export { clientAddressOf, networkOf } from '../kit/limit/client-address.ts'
export { TRY_BITS } from '../kit/proof-of-work/proof-of-work.ts'

const MINUTE = 60
const HOUR = 3_600

// Product 3.6 and 3.8. A source is a network address; a household or a clinic may share one.

/**
 * phone-exists is an oracle by specification: this is its price (`look-up.ts`, decision 0176). A call that brings neither a page
 * nor work, as the specification alone describes it:
 */
export const LOOK_UPS_PER_ADDRESS: RateLimit = { name: 'phone-exists source', most: 5, seconds: HOUR }
export const LOOK_UPS_OF_NETWORK: RateLimit = { name: 'phone-exists network', most: 20, seconds: HOUR }
/** The first numbers of a page, and of all the pages that one source opens. */
export const LOOK_UPS_OF_PAGE: RateLimit = { name: 'phone-exists page', most: 2, seconds: HOUR }
export const LOOK_UPS_OF_PAGES_PER_ADDRESS: RateLimit = { name: 'phone-exists pages', most: 4, seconds: HOUR }
/** For work, which gets harder with each hundred: an employer's or a carrier's address has hundreds of people behind it. */
export const LOOK_UPS_FOR_WORK: RateLimit = { name: 'phone-exists work', most: 600, seconds: HOUR }
/** Not a limit: more than this of the whole deployment is an alert. */
export const LOOK_UPS_OF_ALL: RateLimit = { name: 'phone-exists all', most: 150, seconds: HOUR }
/** About one number, whoever asks. */
export const LOOK_UPS_OF_PHONE: RateLimit = { name: 'phone-exists phone', most: 5, seconds: HOUR }
/** Not a limit: which answers a page has had already. */
export const ANSWERED_BEFORE: RateLimit = { name: 'phone-exists answered', most: 5, seconds: HOUR }

/**
 * Codes cost money: what strangers from one source, to one country and to one block of numbers may make us send. Who
 * goes over it works (decision 0176); what work may buy is the ceiling of what a country costs us in an hour.
 */
export const CODES_PER_ADDRESS: RateLimit = { name: 'codes source', most: 30, seconds: HOUR }
export const CODES_OF_COUNTRY: RateLimit = { name: 'codes country', most: 1_000, seconds: HOUR }
/** A thousand numbers that follow each other: where premium ranges and pumped traffic hide. */
export const CODES_OF_BLOCK: RateLimit = { name: 'codes block', most: 100, seconds: HOUR }
export const CODES_FOR_WORK_PER_ADDRESS: RateLimit = { name: 'codes for work source', most: 300, seconds: HOUR }
export const CODES_FOR_WORK_OF_COUNTRY: RateLimit = { name: 'codes for work country', most: 2_000, seconds: HOUR }

/**
 * Wrong passwords of one account from one of its own devices; of one account, and from one source for anybody, by
 * strangers: whose rate limits, once they are spent, ask for work.
 */
export const WRONG_PASSWORDS_OF_DEVICE: RateLimit = { name: 'wrong passwords device', most: 10, seconds: 15 * MINUTE }
export const WRONG_PASSWORDS_OF_ACCOUNT: RateLimit = { name: 'wrong passwords', most: 10, seconds: 15 * MINUTE }
export const WRONG_PASSWORDS_PER_ADDRESS: RateLimit = {
  name: 'wrong passwords source',
  most: 100,
  seconds: 15 * MINUTE,
}
/** Of an authenticator, and of the codes that came with it: each known device has tries of its own. */
export const WRONG_TOTP: RateLimit = { name: 'wrong totp', most: 5, seconds: 15 * MINUTE }

/** Zero bits of a solution (core/kit/proof-of-work.ts) that a source's first look-ups for work cost, and after how many one more. */
export const LOOK_UP_BITS = 16
export const LOOK_UPS_A_BIT = 100

/** A manager looks for one person at a time; a list of patients is not theirs to copy out. */
export const SEARCHES_OF_STAFF: RateLimit = { name: 'people searches', most: 120, seconds: HOUR }

/** Each sends an e-mail to an address that a manager typed. */
export const INVITATIONS_OF_STAFF: RateLimit = { name: 'staff invitations', most: 30, seconds: HOUR }
/** Drawing a picture costs: a few tries at a good one, for each colleague of a clinic. */
export const PHOTOS_OF_STAFF: RateLimit = { name: 'clinician photos', most: 60, seconds: HOUR }
/** Links to join: a secret has 256 bits, so this guards our own work, not the secret. */
export const JOININGS_PER_ADDRESS: RateLimit = { name: 'joining source', most: 60, seconds: 15 * MINUTE }
export const JOININGS_OF_SECRET: RateLimit = { name: 'joining secret', most: 30, seconds: 15 * MINUTE }

/** EMAIL_CONFLICT, PHONE_CONFLICT and CPF_DUPLICATED tell about others: a form is corrected a few times, not tried out. */
export const CONFLICT_CHECKS_OF_TOKEN: RateLimit = { name: 'conflicts token', most: 5, seconds: HOUR }
export const CONFLICT_CHECKS_PER_ADDRESS: RateLimit = { name: 'conflicts source', most: 20, seconds: HOUR }
/**
 * Of everybody together (product 3.8): many addresses and many phones find out as little. Looks without registering,
 * which our own form never asks for, and registrations that met a conflict.
 */
export const CONFLICT_LOOKS_OF_ALL: RateLimit = { name: 'conflict looks', most: 90, seconds: HOUR }
export const CONFLICTS_OF_ALL: RateLimit = { name: 'conflicts', most: 90, seconds: HOUR }

/**
 * Ways to a provider of identities and back, each of which asks it something: a browser that walks them cannot work for
 * them, so those of a device that somebody has signed in on are that device's own. And tokens brought from it.
 */
export const CONNECTIONS: RateLimit = { name: 'connections', most: 60, seconds: 15 * MINUTE }
export const SOCIAL_LOGINS_PER_ADDRESS: RateLimit = { name: 'social source', most: 30, seconds: 15 * MINUTE }

export const blockOf = ({ number }: { number: string }): string => number.slice(0, -3)
