import type { createPromoCode } from '@cuida/core/checkout/promo/desk-promo-api.ts'
import { normalizePromoCode, PROMO_CODE } from '@cuida/core/checkout/promo/promo.ts'
import type { Input } from '@cuida/core/kit/call.ts'
import { dayAfter, momentOf } from '@cuida/core/kit/zone.ts'

/** The form's values. Days are in the clinic's calendar; empty ones mean "from now on" and "until it is disabled". */
export interface PromoValues {
  code: string
  percentage: string
  campaign: string
  from: string
  until: string
  mostUses: string
  mostUsesAnAccount: string
  products: string[]
  reason: string
}

export const EMPTY_PROMO: PromoValues = {
  code: '',
  percentage: '',
  campaign: '',
  from: '',
  until: '',
  mostUses: '',
  mostUsesAnAccount: '1',
  products: [],
  reason: '',
}

type Problems = { [K in keyof PromoValues]?: 'INVALID' | 'TOO_SHORT' | 'TOO_LONG' | 'REVERSED' | undefined }

/** The same bounds as the call declaration; locale keys: `desk.promo.<field>.<code>`. */
export function promoProblems(values: PromoValues): Problems {
  const { code, percentage, campaign, from, until, mostUses, mostUsesAnAccount, reason } = values
  return {
    code: PROMO_CODE.test(normalizePromoCode(code)) ? undefined : 'INVALID',
    percentage: isWhole(percentage, 100) ? undefined : 'INVALID',
    campaign: lengthProblem(campaign, 2, 80),
    until: until && until < (from || until) ? 'REVERSED' : undefined,
    mostUses: mostUses.trim() === '' || isWhole(mostUses, 1_000_000) ? undefined : 'INVALID',
    mostUsesAnAccount: isWhole(mostUsesAnAccount, 1_000) ? undefined : 'INVALID',
    reason: lengthProblem(reason, 10, 500),
  }
}

export function promoInput(values: PromoValues, timeZone: string): Input<typeof createPromoCode> {
  const { from, until, mostUses, products } = values
  const startOf = (day: string) => momentOf(timeZone, day, '00:00').toISOString()
  return {
    code: normalizePromoCode(values.code),
    percentage: Number(values.percentage),
    campaign: values.campaign.trim(),
    validFrom: from ? startOf(from) : null,
    validUntil: until ? startOf(dayAfter(until)) : null,
    mostUses: mostUses.trim() ? Number(mostUses) : null,
    mostUsesAnAccount: Number(values.mostUsesAnAccount),
    products: products.length > 0 ? products : null,
    reason: values.reason.trim(),
  }
}

const isWhole = (text: string, most: number): boolean =>
  /^\d{1,7}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= most

function lengthProblem(text: string, least: number, most: number): 'TOO_SHORT' | 'TOO_LONG' | undefined {
  const { length } = text.trim()
  if (length < least) return 'TOO_SHORT'
  return length > most ? 'TOO_LONG' : undefined
}
