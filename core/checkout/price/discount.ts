import * as v from 'valibot'

/** B3.9: a code that was typed (by a guest: anonymous), an invitation, or what a company pays for its employee. */
export const DiscountType = v.picklist(['PROMO_CODE', 'anonymousPromoCode', 'REFERRAL', 'b2bCompanyEmployee'])
export type DiscountType = v.InferOutput<typeof DiscountType>

/** Whatever lowers a price, in one shape. `value` is the percentage, 1-100. */
export const Discount = v.object({
  /** What was typed, the slug of the invitation, or the slug of the company. */
  code: v.string(),
  /** The campaign, or the company. */
  name: v.string(),
  type: DiscountType,
  unitType: v.literal('PERCENTAGE'),
  value: v.number(),
})
export type Discount = v.InferOutput<typeof Discount>

export const percentageDiscount = (type: DiscountType, off: Pick<Discount, 'code' | 'name' | 'value'>): Discount => ({
  code: off.code,
  name: off.name,
  type,
  unitType: 'PERCENTAGE',
  value: off.value,
})
