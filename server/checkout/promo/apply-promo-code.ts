import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { type PromoProblem, promoProblem, spelled } from '@cuida/core/checkout/promo/promo.ts'
import type { CartPromo } from '@cuida/core/checkout/promo/promo-api.ts'
import type { FastifyRequest } from 'fastify'
import { findProduct } from '../../booking/calendar/offer.ts'
import { findCart, lockCart, type StoredCart } from '../../booking/cart/cart-store.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'
import { clientAddressOf } from '../../kit/limit/client-address.ts'
import { countUses, restoreUses, type Use } from '../../kit/limit/rate-limit.ts'
import type { Services } from '../../services.ts'
import { discountsFor, priceFor } from '../price/pricing.ts'
import { CODES_OF_ACCOUNT, CODES_PER_ADDRESS } from '../rate-limits.ts'
import { promoDiscount, type StoredPromo, setPromoIfAsRead, setPromoOfCart } from './promo-store.ts'

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
 * Puts a code on a cart, for the promo-code call and for an order that brings one. A try is counted before it is looked at,
 * and forgotten when it was right: many at once are as many.
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
    return { cart, ...(await judge(sql, spelled(code), { cart, product, accountId, refuse })) }
  }
  const { cart, newId, promo } = await judged(db, await findCart(db, sessionKey, accountId))
  // Nearly always nobody else writes to the cart meanwhile: then it needs no lock.
  const isKept = newId === undefined || (await setPromoIfAsRead(db, cart, newId))
  const kept = async (tx: Tx) => {
    const locked = await judged(tx, await lockCart(tx, sessionKey, accountId))
    if (locked.newId) await setPromoOfCart(tx, locked.cart.id, locked.newId)
    return locked.promo
  }
  const applied = isKept ? promo : await db.begin(kept)
  await tries.forget()
  return applied
}

interface JudgedCart {
  cart: StoredCart
  product: Product
  accountId: string | undefined
  refuse: Refuse
}

/** How a code is shown that takes something off there, and its id when it is not on the cart yet. */
async function judge(
  sql: Sql,
  code: string,
  { cart, product, accountId, refuse }: JudgedCart,
): Promise<{ promo: CartPromo; newId: string | undefined }> {
  const discounts = await discountsFor(sql, product, cart, accountId, code)
  if (discounts.promo && discounts.promo.code !== code) refuse('TOO_MANY_CODES')
  // What does not exist is told like what is for another product: the answer is no list of codes.
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
 * How often somebody may be wrong about codes: by who they are, and by where they ask from while nobody knows. Work buys no
 * more of them, since codes are short and made to be remembered; but who signs in is out of reach of whoever shares their
 * address.
 */
function codeTries({ db, secrets }: Services, request: FastifyRequest, accountId: string | undefined) {
  const uses: Use[] = [accountId ? [CODES_OF_ACCOUNT, accountId] : [CODES_PER_ADDRESS, clientAddressOf(request)]]
  return {
    /** Counts one try. Seconds to wait when there were too many: then the code is not even looked at. */
    async count(): Promise<number | undefined> {
      const over = (await countUses(db, secrets, uses)).filter((one) => one.over)
      return over.length > 0 ? Math.max(...over.map(({ retryAfter }) => retryAfter)) : undefined
    },
    /** It was right. */
    async forget(): Promise<void> {
      await restoreUses(db, secrets, uses)
    },
  }
}
