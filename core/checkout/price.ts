import type { Currency, Money } from '../kit/shapes.ts'
import type { Price } from './api.ts'

/** Percentage off, 1-100, and who gives it. */
export interface Discount {
  name: string
  percentage: number
}
export interface Offers {
  company?: Discount
  promo?: Discount
  referrals?: readonly Discount[]
}
type DiscountKind = 'companyDiscount' | 'promoCode' | 'referral'
export interface Choice {
  applied?: Discount & { kind: DiscountKind }
  /** The patient typed a code beside a company discount: it is not used up. */
  warning?: 'INCOMPATIBLE_WITH_COMPANY_DISCOUNT'
}

/** The company pays first, then the code the patient typed, then the best referral (decisions §6). */
export function chooseDiscount({ company, promo, referrals = [] }: Offers): Choice {
  if (company) {
    const applied = { ...company, kind: 'companyDiscount' as const }
    return promo ? { applied, warning: 'INCOMPATIBLE_WITH_COMPANY_DISCOUNT' } : { applied }
  }
  if (promo) return { applied: { ...promo, kind: 'promoCode' } }
  const best = referrals.reduce<Discount | undefined>(
    (most, referral) => (most && most.percentage >= referral.percentage ? most : referral),
    undefined,
  )
  return best ? { applied: { ...best, kind: 'referral' } } : {}
}

/** Percentage of an amount in minor units, half a unit counted up. */
export const percentOf = (amount: number, percentage: number): number => Math.floor((amount * percentage + 50) / 100)

/** What a product costs this patient, line by line; the lines always add up to the total. */
export function priceOf(product: { name: string; price: Money }, offers: Offers): Price {
  const { amount, currency } = product.price
  const lines: Price['lines'] = [{ kind: 'product', name: product.name, percentage: null, amount }]
  const { applied } = chooseDiscount(offers)
  if (!applied) return { currency, total: amount, lines }
  const { kind, name, percentage } = applied
  const off = Math.min(amount, percentOf(amount, percentage))
  // `0 - off`: a discount of nothing is 0, not -0.
  lines.push({ kind, name, percentage, amount: 0 - off })
  return { currency, total: amount - off, lines }
}

/** Below this no payment provider takes a card; minor units (decisions §6). */
export const MINIMUM_CHARGE: Readonly<Record<Currency, number>> = { EUR: 50, BRL: 100, USD: 50 }

/** A price between nothing and the minimum can be neither given away nor charged: PAYMENT_GATEWAY_THRESHOLD. */
export const isChargeable = ({ total, currency }: Pick<Price, 'total' | 'currency'>): boolean =>
  total === 0 || total >= MINIMUM_CHARGE[currency]
