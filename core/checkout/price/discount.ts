import * as v from 'valibot'

/** B3.9: a typed code (`anonymousPromoCode` for a guest), a referral, or the share that an employer pays. */
export const DiscountType = v.picklist(['PROMO_CODE', 'anonymousPromoCode', 'REFERRAL', 'b2bCompanyEmployee'])
export type DiscountType = v.InferOutput<typeof DiscountType>

/** A discount of any type. `value` is the percentage, 1-100. */
export const Discount = v.object({
  /** The typed code, or the slug of the referral or company. */
  code: v.string(),
  /** Name of the campaign or company. */
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
