import { deletePromoCode, getPromoCode, putPromoCode } from '@cuida/core/checkout/promo/promo-api.ts'
import { listDiscounts } from '@cuida/core/invite/api.ts'
import type { FastifyInstance } from 'fastify'
import { findProduct } from '../../booking/calendar/offer.ts'
import { findCart, lockCart } from '../../booking/cart/cart-store.ts'
import { freeDiscounts } from '../../invite/discount-store.ts'
import { serve } from '../../kit/http/serve.ts'
import { patientOf } from '../../profile/store.ts'
import type { Services } from '../../services.ts'
import { discountsFor, priceFor } from '../price/pricing.ts'
import { applyPromoCode, cartPromo } from './apply-promo-code.ts'
import { setPromoOfCart } from './promo-store.ts'

/** The code that was typed for a booking. It is used up by the order alone (create-order.ts). */
export function promoRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, putPromoCode, ({ sessionKey, code }, { caller, locale, request, refuse }) =>
    applyPromoCode(services, { sessionKey, code, accountId: caller?.accountId, locale, request, refuse }),
  )

  serve(app, services, getPromoCode, async ({ sessionKey }, { db, caller, locale, refuse }) => {
    const cart = (await findCart(db, sessionKey, caller?.accountId)) ?? refuse('CART_NOT_FOUND')
    if (cart.isExpired && !cart.isOrdered) refuse('CART_EXPIRED')
    const product = (await findProduct(services, cart.content.productId, locale)) ?? refuse('PRODUCT_NOT_FOUND')
    const accountId = caller?.accountId
    const discounts = await discountsFor(db, product, cart, accountId)
    if (!discounts.promo) return { promoCode: null, warning: null }
    const { warning } = await priceFor(db, product, cart.content.patientId, discounts)
    return cartPromo(discounts.promo, warning, accountId)
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

/** What a patient's next order may take off by invitation (A7.11). */
export function discountRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, listDiscounts, async ({ patientId }, { db, caller, locale, refuse }) => {
    if (!(await patientOf(db, caller.accountId, patientId))) refuse('PATIENT_NOT_FOUND')
    const [discounts, campaigns] = await Promise.all([freeDiscounts(db, patientId), services.content.campaigns(locale)])
    return discounts.map(({ code, campaignId, percentage }) => ({
      code,
      // A campaign may be over while what it gave is still good.
      campaign: { id: campaignId, name: campaigns.find(({ id }) => id === campaignId)?.name ?? '' },
      discount: { value: percentage, valueType: 'PERCENTAGE' as const },
    }))
  })
}
