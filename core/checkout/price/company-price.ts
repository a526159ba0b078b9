import type { Money } from '../../kit/shapes.ts'
import type { Profile } from '../../profile/account/profile.ts'
import { percentageDiscount } from './discount.ts'
import { priceOf } from './price.ts'

/**
 * What a product costs somebody whose company pays part of it, to be shown before checkout; undefined where it pays nothing.
 * What is charged is the server's price of the cart.
 */
export function companyPrice(
  product: { id: string; name: string; price: Money },
  company: Profile['b2bCompany'],
): Money | undefined {
  const percentage = company?.productDiscounts.find(({ productId }) => productId === product.id)?.discount
  if (!company || !percentage) return undefined
  const discount = percentageDiscount('b2bCompanyEmployee', { code: '', name: company.name, value: percentage })
  const { total, currency } = priceOf(product, { company: discount })
  return { amount: total, currency }
}
