import * as v from 'valibot'
import { tidyPasted } from '../../kit/pasted-text.ts'

/** B5.9: why a code lowers nothing. The messages are `checkout.error.<code>`. */
export const PromoProblem = v.picklist([
  'ALREADY_USED',
  'DATE_RANGE',
  'INVALID_PRODUCT',
  'LIMIT_USAGE',
  'PAYMENT_GATEWAY_THRESHOLD',
  'PROMOCODE_DISABLED',
  'TOO_MANY_CODES',
  'INCOMPATIBLE_WITH_COMPANY_DISCOUNT',
])
export type PromoProblem = v.InferOutput<typeof PromoProblem>

/** State of a code for one booking, now. */
export interface PromoUsability {
  isDisabled: boolean
  /** Outside its validity period. */
  isOutOfDate: boolean
  isForProduct: boolean
  /** The account has reached its limit of uses. */
  isUsedByAccount: boolean
  /** All accounts together have reached the limit of uses. */
  isUsedUp: boolean
}

/**
 * The first of the code's own problems; undefined when it may be used. price.ts adds conflicts with other discounts.
 */
export function promoProblem(usability: PromoUsability): PromoProblem | undefined {
  if (usability.isDisabled) return 'PROMOCODE_DISABLED'
  if (usability.isOutOfDate) return 'DATE_RANGE'
  if (!usability.isForProduct) return 'INVALID_PRODUCT'
  if (usability.isUsedByAccount) return 'ALREADY_USED'
  return usability.isUsedUp ? 'LIMIT_USAGE' : undefined
}

/** Normalises a code as it is stored: patients type lower case and spaces. */
export const normalizePromoCode = (code: string): string => tidyPasted(code).replaceAll(/\s/g, '').toUpperCase()

/** Format of a new code: 3 to 30 ASCII letters, digits and inner hyphens. */
export const PROMO_CODE = /^[A-Z0-9][A-Z0-9-]{1,28}[A-Z0-9]$/
