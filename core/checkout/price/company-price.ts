import type { Money } from '../../kit/shapes.ts'
import type { Profile } from '../../profile/account/profile.ts'
import { percentageDiscount } from './discount.ts'
import { priceOf } from './price.ts'

/**
 * The price of a product after the employer's share, to show before checkout; undefined when the company pays
 * nothing.
 * The server computes the charge from the cart.
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
