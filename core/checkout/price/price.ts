import type { Currency, Money } from '../../kit/shapes.ts'
import type { Price } from '../order/api.ts'
import type { PromoProblem } from '../promo/promo.ts'
import { type Discount, percentageDiscount } from './discount.ts'

/** The typed code with its problem, if it cannot be used. */
export interface PromoDiscount extends Discount {
  problem?: PromoProblem | undefined
}
export interface ApplicableDiscounts {
  company?: Discount | undefined
  promo?: PromoDiscount | undefined
  referrals?: readonly Discount[]
}
export interface DiscountChoice {
  applied?: Discount
  /** Why the typed code lowers nothing; it is then not redeemed. */
  warning?: PromoProblem
}

/** Precedence: company discount, then typed code, then the best referral (product 6.1). */
export function chooseDiscount({ company, promo, referrals = [] }: ApplicableDiscounts): DiscountChoice {
  if (company) return promo ? { applied: company, warning: 'INCOMPATIBLE_WITH_COMPANY_DISCOUNT' } : { applied: company }
  if (promo && !promo.problem) return { applied: percentageDiscount(promo.type, promo) }
  const best = referrals.reduce<Discount | undefined>(
    (most, referral) => (most && most.value >= referral.value ? most : referral),
    undefined,
  )
  return { ...(best ? { applied: best } : {}), ...(promo?.problem ? { warning: promo.problem } : {}) }
}

/** A percentage of an amount in minor units, rounded half up. */
export const percentOf = (amount: number, percentage: number): number => Math.floor((amount * percentage + 50) / 100)

/**
 * The price of a product for this patient with its lines, which add up to the total. A code that would leave less than
 * the minimum charge lowers nothing.
 */
export function priceOf(product: { name: string; price: Money }, discounts: ApplicableDiscounts): Price {
  const price = pricedBy(product, discounts)
  const { promo } = discounts
  if (!promo || isChargeable(price) || price.discount?.type !== promo.type) return price
  return pricedBy(product, { ...discounts, promo: { ...promo, problem: 'PAYMENT_GATEWAY_THRESHOLD' } })
}

function pricedBy(
  { name, price: { amount, currency } }: { name: string; price: Money },
  discounts: ApplicableDiscounts,
): Price {
  const { applied, warning = null } = chooseDiscount(discounts)
  const lines: Price['lines'] = [{ kind: 'product', name, percentage: null, amount }]
  const off = applied ? Math.min(amount, percentOf(amount, applied.value)) : 0
  // `0 - off`: a discount of nothing is 0, not -0.
  if (applied) lines.push({ ...lineOf(applied), percentage: applied.value, amount: 0 - off })
  const minimumCharge = MINIMUM_CHARGE[currency]
  const promoCode = discounts.promo?.code ?? null
  return { currency, total: amount - off, lines, discount: applied ?? null, minimumCharge, promoCode, warning }
}

/** Kind and name of a discount's line. A referral has no name, so that the price does not reveal the referrer. */
function lineOf({ type, code, name }: Discount): Pick<Price['lines'][number], 'kind' | 'name'> {
  if (type === 'b2bCompanyEmployee') return { kind: 'companyDiscount', name }
  return type === 'REFERRAL' ? { kind: 'referral', name: '' } : { kind: 'promoCode', name: code }
}

/**
 * The price for a subscriber: an included product costs nothing and redeems no discount; a typed code stays unused.
 */
export function includedPrice(
  { name, price: { amount, currency } }: { name: string; price: Money },
  promoCode: string | null = null,
): Price {
  const lines: Price['lines'] = [
    { kind: 'product', name, percentage: null, amount },
    { kind: 'subscription', name: '', percentage: 100, amount: 0 - amount },
  ]
  return {
    currency,
    total: 0,
    lines,
    discount: null,
    minimumCharge: MINIMUM_CHARGE[currency],
    promoCode,
    warning: null,
  }
}

/** Smallest card charge that payment providers accept, in minor units (product 6.2). */
export const MINIMUM_CHARGE: Readonly<Record<Currency, number>> = { EUR: 50, BRL: 100, USD: 50 }

/** A price between zero and the minimum can be neither free nor charged: PAYMENT_GATEWAY_THRESHOLD. */
export const isChargeable = ({ total, currency }: Pick<Price, 'total' | 'currency'>): boolean =>
  total === 0 || total >= MINIMUM_CHARGE[currency]
