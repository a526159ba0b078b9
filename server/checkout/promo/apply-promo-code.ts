import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { normalizePromoCode, type PromoProblem, promoProblem } from '@cuida/core/checkout/promo/promo.ts'
import type { CartPromo } from '@cuida/core/checkout/promo/promo-api.ts'
import type { FastifyRequest } from 'fastify'
import { findProduct } from '../../booking/calendar/offer.ts'
import { findCart, lockCart, type StoredCart } from '../../booking/cart/cart-store.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'
import { clientAddressOf } from '../../kit/limit/client-address.ts'
import { countUses, type RateLimitUse, restoreUses } from '../../kit/limit/rate-limit.ts'
import type { Services } from '../../services.ts'
import { discountsFor, priceFor } from '../price/pricing.ts'
import { CODES_OF_ACCOUNT, CODES_PER_ADDRESS } from '../rate-limits.ts'
import { promoDiscount, type StoredPromo, setPromoIfUnchanged, setPromoOfCart } from './promo-store.ts'

type Refuse = (
  code: PromoProblem | 'CART_NOT_FOUND' | 'CART_EXPIRED' | 'PRODUCT_NOT_FOUND',
  details?: { retryAfter?: number },
) => never

interface TypedCode {
  sessionKey: string
  code: string
  accountId: string | undefined
  locale: string
  request: FastifyRequest
  refuse: Refuse
}

/**
 * Puts a promo code on a cart, for the promo-code call and for an order that brings one. Each try is counted before
 * the check and restored when the code is valid, so that concurrent tries all count.
 */
export async function applyPromoCode(
  services: Services,
  { sessionKey, code, accountId, locale, request, refuse }: TypedCode,
): Promise<CartPromo> {
  const { db } = services
  const tries = codeTries(services, request, accountId)
  const retryAfter = await tries.count()
  if (retryAfter) refuse('TOO_MANY_CODES', { retryAfter })
  const judged = async (sql: Sql, found: StoredCart | undefined) => {
    const cart = found ?? refuse('CART_NOT_FOUND')
    if (cart.isExpired || cart.isOrdered) refuse('CART_EXPIRED')
    const product = (await findProduct(services, cart.content.productId, locale)) ?? refuse('PRODUCT_NOT_FOUND')
    return { cart, ...(await judge(sql, normalizePromoCode(code), { cart, product, accountId, refuse })) }
  }
  const { cart, newId, promo } = await judged(db, await findCart(db, sessionKey, accountId))
  // A concurrent change of the cart is rare: try without a lock first.
  const isKept = newId === undefined || (await setPromoIfUnchanged(db, cart, newId))
  const applyLocked = async (tx: Tx) => {
    const locked = await judged(tx, await lockCart(tx, sessionKey, accountId))
    if (locked.newId) await setPromoOfCart(tx, locked.cart.id, locked.newId)
    return locked.promo
  }
  const applied = isKept ? promo : await db.begin(applyLocked)
  await tries.forget()
  return applied
}

interface JudgedCart {
  cart: StoredCart
  product: Product
  accountId: string | undefined
  refuse: Refuse
}

/**
 * The code as the cart shows it; `newId` when the code is not on the cart yet. Refuses a code that takes nothing off.
 */
async function judge(
  sql: Sql,
  code: string,
  { cart, product, accountId, refuse }: JudgedCart,
): Promise<{ promo: CartPromo; newId: string | undefined }> {
  const discounts = await discountsFor(sql, product, cart, accountId, code)
  if (discounts.promo && discounts.promo.code !== code) refuse('TOO_MANY_CODES')
  // An unknown code gets the same refusal as a code for another product, so that the answers do not reveal which
  // codes exist.
  const promo = discounts.typed ?? refuse('INVALID_PRODUCT')
  const { warning } = await priceFor(sql, product, cart.content.patientId, { ...discounts, promo })
  if (discounts.promo) return { promo: cartPromo(promo, warning, accountId), newId: undefined }
  const problem = promoProblem(promo) ?? warning
  if (problem) refuse(problem)
  return { promo: cartPromo(promo, warning, accountId), newId: promo.id }
}

export const cartPromo = (
  promo: StoredPromo,
  warning: CartPromo['warning'],
  accountId: string | undefined,
): CartPromo => ({ promoCode: promoDiscount(promo, accountId), warning })

/**
 * The rate limit of wrong codes: by account, or by client address for guests. Proof of work does not extend it, since
 * codes are short and made to be remembered. Signed-in patients do not share the limit of their address.
 */
function codeTries({ db, secrets }: Services, request: FastifyRequest, accountId: string | undefined) {
  const uses: RateLimitUse[] = [
    accountId ? [CODES_OF_ACCOUNT, accountId] : [CODES_PER_ADDRESS, clientAddressOf(request)],
  ]
  return {
    /** Counts one try. Returns seconds to wait when the limit is spent: the code is not checked then. */
    async count(): Promise<number | undefined> {
      const over = (await countUses(db, secrets, uses)).filter((one) => one.over)
      return over.length > 0 ? Math.max(...over.map(({ retryAfter }) => retryAfter)) : undefined
    },
    /** Restores the try: the code was valid. */
    async forget(): Promise<void> {
      await restoreUses(db, secrets, uses)
    },
  }
}
