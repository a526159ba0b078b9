import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { PastedText, SessionKey } from '../../kit/shapes.ts'
import { Discount } from '../price/discount.ts'
import { PromoProblem } from './promo.ts'

// Product 6.3: a promo code belongs to the cart, from when it is typed until it is removed or the order has used it.

export const CartPromo = v.object({
  promoCode: v.nullable(Discount),
  /** Why it takes nothing off although it is on the cart: something has changed since it was typed. */
  warning: v.nullable(PromoProblem),
})
export type CartPromo = v.InferOutput<typeof CartPromo>

const OfCart = v.object({ sessionKey: SessionKey })
const CART_REFUSALS = { CART_NOT_FOUND: 404, CART_EXPIRED: 409, PRODUCT_NOT_FOUND: 404 } as const

/** Each of them a conflict with how things stand; nothing was used up. */
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
 * One code a cart: another one is TOO_MANY_CODES until the first is removed, the same one again is no change. So is, with
 * Retry-After, whoever has tried too many; a code that does not exist is INVALID_PRODUCT, as one for something else is.
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

/** Also when there is none: who asks twice has what they wanted. */
export const deletePromoCode = call({
  method: 'DELETE',
  path: '/cart/:sessionKey/promo-code',
  access: 'guest',
  params: OfCart,
  refusals: { CART_NOT_FOUND: 404, CART_EXPIRED: 409, CARD_NUMBER_REFUSED: 400 },
})
