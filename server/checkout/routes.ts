import { isForAge } from '@cuida/core/catalogue/ages.ts'
import { createOrder, getCardEntry, getOrder, getPrice } from '@cuida/core/checkout/api.ts'
import { LOOK_UP_SECONDS } from '@cuida/core/kit/assumptions.ts'
import { ageOn, dayInUtc } from '@cuida/core/profile/age.ts'
import type { FastifyInstance } from 'fastify'
import { findCart } from '../booking/cart-store.ts'
import { findProduct } from '../booking/offer.ts'
import { refuseCardNumbers } from '../kit/card-guard.ts'
import { once } from '../kit/idempotency.ts'
import { enqueue } from '../kit/jobs.ts'
import { serve } from '../kit/serve.ts'
import { patientOf } from '../profile/store.ts'
import type { Services } from '../services.ts'
import { placeOrder } from './create-order.ts'
import { findShownOrder } from './order-store.ts'
import { priceOfCart } from './pricing.ts'
import { promoRoutes } from './promo-routes.ts'
import { isLookUpDue } from './sweep-store.ts'

export function checkoutRoutes(app: FastifyInstance, services: Services): void {
  void app.register(async (scope) => {
    refuseCardNumbers(scope)
    routes(scope, services)
    promoRoutes(scope, services)
  })
}

function routes(app: FastifyInstance, services: Services): void {
  serve(app, services, getPrice, async ({ sessionKey }, { db, caller, locale, refuse }) => {
    const cart = (await findCart(db, sessionKey, caller?.accountId)) ?? refuse('CART_NOT_FOUND')
    if (cart.isExpired && !cart.isOrdered) refuse('CART_EXPIRED')
    const product = (await findProduct(services, cart.content.productId, locale)) ?? refuse('PRODUCT_NOT_FOUND')
    return priceOfCart(db, product, cart, caller?.accountId)
  })

  serve(app, services, getCardEntry, async () => {
    const { provider, baseUrl, publicKey, accountId } = services.providers.payments.browser
    return { provider, baseUrl, publicKey: publicKey ?? null, accountId: accountId ?? null }
  })

  serve(app, services, createOrder, async (wish, { db, now, caller, locale, refuse, request }) => {
    const { accountId } = caller
    return once(db, request, `account:${accountId}`, async () => {
      const patient = (await patientOf(db, accountId, wish.patientId)) ?? refuse('PATIENT_NOT_FOUND')
      const product = (await findProduct(services, wish.productId, locale)) ?? refuse('PRODUCT_NOT_FOUND')
      if (!isForAge(product.ages, ageOn(patient.dateOfBirth, dayInUtc(now())))) refuse('AGE_NOT_SERVED')
      const { ip } = request
      return { workflowId: await placeOrder(services, { wish, accountId, product, now: now(), ip, refuse }) }
    })
  })

  serve(
    app,
    services,
    getOrder,
    async ({ id }, { db, caller, refuse }) => {
      const order = (await findShownOrder(db, id, caller.accountId)) ?? refuse('ORDER_NOT_FOUND')
      // A patient who comes back from the bank should not wait for a webhook that may be late.
      if (order.status === 'PENDING' || order.status === 'PROCESSING') {
        if (await isLookUpDue(db, id, LOOK_UP_SECONDS))
          await enqueue(db, 'processOrder', { orderId: id }, { key: `order:${id}` })
      }
      return order
    },
    { topics: ({ id }) => [`order:${id}`] },
  )
}
