import type { RateLimit } from '../kit/limit/rate-limit.ts'

export { clientAddressOf, networkOf } from '../kit/limit/client-address.ts'
export { EXTRA_TRY_BITS } from '../kit/proof-of-work/proof-of-work.ts'

const MINUTE = 60
const HOUR = 3_600

// Product 3.6 and 3.8. A limit by source counts a client address, which a household or a clinic may share.

/**
 * phone-exists is an oracle by specification; these limits set the price of a look-up (`look-up.ts`, decision 0176).
 * For a call without a page ticket and without proof of work, as the specification describes it:
 */
export const LOOK_UPS_PER_ADDRESS: RateLimit = { name: 'phone-exists source', most: 5, seconds: HOUR }
export const LOOK_UPS_OF_NETWORK: RateLimit = { name: 'phone-exists network', most: 20, seconds: HOUR }
/** For the first numbers of a page, and of all pages that one address opens. */
export const LOOK_UPS_PER_PAGE: RateLimit = { name: 'phone-exists page', most: 2, seconds: HOUR }
export const LOOK_UPS_OF_PAGES_PER_ADDRESS: RateLimit = { name: 'phone-exists pages', most: 4, seconds: HOUR }
/**
 * For look-ups with proof of work, whose difficulty rises with each hundred: an employer or a mobile carrier has
 * hundreds of people behind one address.
 */
export const LOOK_UPS_FOR_WORK: RateLimit = { name: 'phone-exists work', most: 600, seconds: HOUR }
/** An alert threshold for the whole deployment, not a limit. */
export const LOOK_UPS_OF_ALL: RateLimit = { name: 'phone-exists all', most: 150, seconds: HOUR }
export const LOOK_UPS_OF_PHONE: RateLimit = { name: 'phone-exists phone', most: 5, seconds: HOUR }
/** Not a limit: counts which answers a page already received. */
export const REPEATED_LOOK_UPS: RateLimit = { name: 'phone-exists answered', most: 5, seconds: HOUR }

/**
 * Codes cost money: these limits count what strangers can make us send from one address, to one country and to one
 * block of numbers. Beyond them a code needs proof of work (decision 0176), up to an hourly ceiling for the country.
 */
export const CODES_PER_ADDRESS: RateLimit = { name: 'codes source', most: 30, seconds: HOUR }
export const CODES_OF_COUNTRY: RateLimit = { name: 'codes country', most: 1_000, seconds: HOUR }
/** A block is a thousand consecutive numbers, where premium ranges and traffic pumping show. */
export const CODES_OF_BLOCK: RateLimit = { name: 'codes block', most: 100, seconds: HOUR }
export const CODES_FOR_WORK_PER_ADDRESS: RateLimit = { name: 'codes for work source', most: 300, seconds: HOUR }
export const CODES_FOR_WORK_OF_COUNTRY: RateLimit = { name: 'codes for work country', most: 2_000, seconds: HOUR }

/**
 * Wrong passwords of one account on one of its known devices; of one account by strangers; and by strangers from one
 * address. Beyond the limits of strangers a try needs proof of work.
 */
export const WRONG_PASSWORDS_OF_DEVICE: RateLimit = { name: 'wrong passwords device', most: 10, seconds: 15 * MINUTE }
export const WRONG_PASSWORDS_OF_ACCOUNT: RateLimit = { name: 'wrong passwords', most: 10, seconds: 15 * MINUTE }
export const WRONG_PASSWORDS_PER_ADDRESS: RateLimit = {
  name: 'wrong passwords source',
  most: 100,
  seconds: 15 * MINUTE,
}
/** Counts assertions that were refused; no secret can be guessed here, so it limits our work. */
export const WRONG_PASSKEYS_PER_ADDRESS: RateLimit = { name: 'wrong passkeys source', most: 100, seconds: 15 * MINUTE }
/** Counts wrong authenticator and recovery codes; each known device has its own allowance. */
export const WRONG_TOTP_CODES: RateLimit = { name: 'wrong totp', most: 5, seconds: 15 * MINUTE }

/**
 * Leading zero bits (core/kit/proof-of-work.ts) of an address's first look-ups with work, and the number of look-ups
 * after which one bit is added.
 */
export const LOOK_UP_BITS = 16
export const LOOK_UPS_A_BIT = 100

/** A manager looks for one person at a time; the limit stops copying of the patient list. */
export const SEARCHES_OF_STAFF: RateLimit = { name: 'people searches', most: 120, seconds: HOUR }

/** Each invitation sends an e-mail to an address that a manager typed. */
export const INVITATIONS_OF_STAFF: RateLimit = { name: 'staff invitations', most: 30, seconds: HOUR }
/** Drawing is expensive; this allows a few tries for each clinician of a clinic. */
export const PHOTOS_OF_STAFF: RateLimit = { name: 'clinician photos', most: 60, seconds: HOUR }
/** Join links: the secret has 256 bits, so this limits our work, not guessing. */
export const JOININGS_PER_ADDRESS: RateLimit = { name: 'joining source', most: 60, seconds: 15 * MINUTE }
export const JOININGS_OF_SECRET: RateLimit = { name: 'joining secret', most: 30, seconds: 15 * MINUTE }

/**
 * EMAIL_CONFLICT, PHONE_CONFLICT and CPF_DUPLICATED reveal that another account exists: enough to correct a form, too
 * few to probe.
 */
export const CONFLICT_CHECKS_OF_TOKEN: RateLimit = { name: 'conflicts token', most: 5, seconds: HOUR }
export const CONFLICT_CHECKS_PER_ADDRESS: RateLimit = { name: 'conflicts source', most: 20, seconds: HOUR }
/**
 * All clients together (product 3.8), so that many addresses and phones learn no more. The first counts conflict
 * checks without a registration, which our own form never makes; the second counts registrations that met a conflict.
 */
export const CONFLICT_LOOKS_OF_ALL: RateLimit = { name: 'conflict looks', most: 90, seconds: HOUR }
export const CONFLICTS_OF_ALL: RateLimit = { name: 'conflicts', most: 90, seconds: HOUR }

/**
 * Redirects to an identity provider, each of which costs a call to it. A redirect cannot carry proof of work, so a
 * known device has its own allowance. The second limits tokens that a client brings from the provider.
 */
export const SOCIAL_REDIRECTS: RateLimit = { name: 'connections', most: 60, seconds: 15 * MINUTE }
export const SOCIAL_LOGINS_PER_ADDRESS: RateLimit = { name: 'social source', most: 30, seconds: 15 * MINUTE }

export const blockOf = ({ number }: { number: string }): string => number.slice(0, -3)
