import type { PromoCode } from '@cuida/core/checkout/promo/desk-promo-api.ts'

export type PromoState = 'active' | 'disabled' | 'early' | 'over' | 'usedUp'

/** The state of a code; locale keys: `desk.promo.state.<state>`. */
export function promoState(code: PromoCode, now: number): PromoState {
  const { disabledAt, validFrom, validUntil, mostUses, uses } = code
  if (disabledAt) return 'disabled'
  if (Date.parse(validFrom) > now) return 'early'
  if (validUntil && Date.parse(validUntil) <= now) return 'over'
  return mostUses !== null && uses >= mostUses ? 'usedUp' : 'active'
}

/** The last day on which the code is valid: `validUntil` is the end of that day. */
export const lastDayOf = (validUntil: string): Date => new Date(Date.parse(validUntil) - 1)
