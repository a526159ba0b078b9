import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { PastedText, SessionKey } from '../../kit/shapes.ts'
import { Discount } from '../price/discount.ts'
import { PromoProblem } from './promo.ts'

// Product 6.3: a promo code stays on the cart until it is removed or an order has redeemed it.

export const CartPromo = v.object({
  promoCode: v.nullable(Discount),
  /** Why the code no longer lowers the price although it is on the cart. */
  warning: v.nullable(PromoProblem),
})
export type CartPromo = v.InferOutput<typeof CartPromo>

const OfCart = v.object({ sessionKey: SessionKey })
const CART_REFUSALS = { CART_NOT_FOUND: 404, CART_EXPIRED: 409, PRODUCT_NOT_FOUND: 404 } as const

/** All are conflicts with the present state; the code is not redeemed. */
export const PROMO_REFUSALS = {
  ALREADY_USED: 409,
  DATE_RANGE: 409,
  INVALID_PRODUCT: 409,
  LIMIT_USAGE: 409,
  PAYMENT_GATEWAY_THRESHOLD: 409,
  PROMOCODE_DISABLED: 409,
  TOO_MANY_CODES: 409,
  INCOMPATIBLE_WITH_COMPANY_DISCOUNT: 409,
} as const satisfies Record<PromoProblem, 409>

/**
 * One code for each cart: another code is refused with TOO_MANY_CODES until the first is removed; the same one changes
 * nothing. TOO_MANY_CODES with Retry-After means an exceeded rate limit. An unknown code is INVALID_PRODUCT, as is a
 * code for another product.
 */
export const putPromoCode = call({
  method: 'PUT',
  path: '/cart/:sessionKey/promo-code',
  access: 'guest',
  params: OfCart,
  body: v.object({ code: PastedText(1, 60) }),
  reply: CartPromo,
  refusals: { ...CART_REFUSALS, ...PROMO_REFUSALS, CARD_NUMBER_REFUSED: 400 },
})

export const getPromoCode = call({
  method: 'GET',
  path: '/cart/:sessionKey/promo-code',
  access: 'guest',
  params: OfCart,
  reply: CartPromo,
  refusals: CART_REFUSALS,
})

/** Idempotent: it also succeeds without a code. */
export const deletePromoCode = call({
  method: 'DELETE',
  path: '/cart/:sessionKey/promo-code',
  access: 'guest',
  params: OfCart,
  refusals: { CART_NOT_FOUND: 404, CART_EXPIRED: 409, CARD_NUMBER_REFUSED: 400 },
})
