import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { promoProblem, spelled } from '@cuida/core/checkout/promo/promo.ts'
import { type CartPromo, deletePromoCode, getPromoCode, putPromoCode } from '@cuida/core/checkout/promo/promo-api.ts'
import type { FastifyInstance } from 'fastify'
import { findProduct } from '../../booking/calendar/offer.ts'
import { findCart, lockCart, type StoredCart } from '../../booking/cart/cart-store.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'
import { type Handler, serve } from '../../kit/http/serve.ts'
import type { Services } from '../../services.ts'
import { discountsFor, priceFor } from '../price/pricing.ts'
import { type StoredPromo, setPromoIfAsRead, setPromoOfCart } from './promo-store.ts'
import { codeTries } from './promo-tries.ts'

/** The code that was typed for a booking. It is used up by the order alone (create-order.ts). */
export function promoRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, putPromoCode, applying(services))

  serve(app, services, getPromoCode, async ({ sessionKey }, { db, caller, locale, refuse }) => {
    const cart = (await findCart(db, sessionKey, caller?.accountId)) ?? refuse('CART_NOT_FOUND')
    if (cart.isExpired && !cart.isOrdered) refuse('CART_EXPIRED')
    const product = (await findProduct(services, cart.content.productId, locale)) ?? refuse('PRODUCT_NOT_FOUND')
    const accountId = caller?.accountId
    const discounts = await discountsFor(db, product, cart, accountId)
    if (!discounts.promo) return { promoCode: null, warning: null }
    const { warning } = await priceFor(db, product, cart.content.patientId, discounts)
    return shown(discounts.promo, warning, accountId)
  })

  serve(app, services, deletePromoCode, async ({ sessionKey }, { db, caller, refuse }) => {
    await db.begin(async (tx) => {
      const cart = (await lockCart(tx, sessionKey, caller?.accountId)) ?? refuse('CART_NOT_FOUND')
      if (cart.isExpired || cart.isOrdered) refuse('CART_EXPIRED')
      await setPromoOfCart(tx, cart.id, null)
    })
    return null
  })
}

/** A try is counted before it is looked at, and forgotten when it was right: many at once are as many. */
function applying(services: Services): Handler<typeof putPromoCode> {
  return async ({ sessionKey, code }, { db, caller, locale, request, refuse }) => {
    const accountId = caller?.accountId
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
}

interface Wish {
  cart: StoredCart
  product: Product
  accountId: string | undefined
  refuse: Parameters<Handler<typeof putPromoCode>>[1]['refuse']
}

/** How a code is shown that takes something off there, and its id when it is not on the cart yet. */
async function judge(
  sql: Sql,
  code: string,
  { cart, product, accountId, refuse }: Wish,
): Promise<{ promo: CartPromo; newId: string | undefined }> {
  const discounts = await discountsFor(sql, product, cart, accountId, code)
  if (discounts.promo && discounts.promo.code !== code) refuse('TOO_MANY_CODES')
  // What does not exist is told like what is for another product: the answer is no list of codes.
  const promo = discounts.typed ?? refuse('INVALID_PRODUCT')
  const { warning } = await priceFor(sql, product, cart.content.patientId, { ...discounts, promo })
  if (discounts.promo) return { promo: shown(promo, warning, accountId), newId: undefined }
  const problem = promoProblem(promo) ?? warning
  if (problem) refuse(problem)
  return { promo: shown(promo, warning, accountId), newId: promo.id }
}

function shown(promo: StoredPromo, warning: CartPromo['warning'], accountId: string | undefined): CartPromo {
  const { code, campaign: name, percentage: value } = promo
  const type = accountId ? 'PROMO_CODE' : 'anonymousPromoCode'
  return { promoCode: { code, name, type, unitType: 'PERCENTAGE', value }, warning }
}
