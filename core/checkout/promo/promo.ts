import * as v from 'valibot'
import { tidyPasted } from '../../kit/pasted-text.ts'

/** B5.9: why a code takes nothing off. The words are `checkout.error.<code>`. */
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

/** How a code stands for one booking, now. */
export interface PromoStanding {
  isDisabled: boolean
  /** Its first day has not come, or its last is over. */
  isOutOfDate: boolean
  isForProduct: boolean
  /** This account has used it as often as one may. */
  isUsedByAccount: boolean
  /** Everybody together has used it as often as it may be. */
  isUsedUp: boolean
}

/** The first reason, of those that the code itself has; undefined when it may be used. Beside what else applies: price.ts. */
export function promoProblem(standing: PromoStanding): PromoProblem | undefined {
  if (standing.isDisabled) return 'PROMOCODE_DISABLED'
  if (standing.isOutOfDate) return 'DATE_RANGE'
  if (!standing.isForProduct) return 'INVALID_PRODUCT'
  if (standing.isUsedByAccount) return 'ALREADY_USED'
  return standing.isUsedUp ? 'LIMIT_USAGE' : undefined
}

/** As codes are kept: people write them in lower case, with spaces, as they come out of a poster. */
export const spelled = (code: string): string => tidyPasted(code).replaceAll(/\s/g, '').toUpperCase()

/** A code as managers may make it: 3 to 30 letters of the English alphabet, digits and hyphens inside. */
export const PROMO_CODE = /^[A-Z0-9][A-Z0-9-]{1,28}[A-Z0-9]$/
