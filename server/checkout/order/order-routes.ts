import { createOrder, getCardEntry, getOrder, getPrice } from '@cuida/core/checkout/order/api.ts'
import type { FastifyInstance } from 'fastify'
import { findProduct } from '../../booking/calendar/offer.ts'
import { findCart, lockCart } from '../../booking/cart/cart-store.ts'
import { soldNamesIn, withSoldName } from '../../catalogue/sold-names.ts'
import type { Tx } from '../../kit/db/db.ts'
import { CapabilityDisabled } from '../../kit/http/refusal.ts'
import { serve } from '../../kit/http/serve.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import { fullAddressOf } from '../../kit/limit/client-address.ts'
import { memoizeFor } from '../../kit/memoize.ts'
import { frameUrl } from '../../pages/windows/payment-frame.ts'
import type { Services } from '../../services.ts'
import { priceOfCart } from '../price/pricing.ts'
import { applyPromoCode } from '../promo/apply-promo-code.ts'
import { offeredWallets } from '../wallet/offered-wallets.ts'
import { createOrder as createFromCart } from './create-order.ts'
import { findShownOrder } from './order-store.ts'

/** How long an answer about the account's wallets is used; a failure too, so that it delays no other call. */
const WALLETS_MS = 300_000

export function orderRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, getPrice, async ({ sessionKey }, { db, caller, locale, refuse }) => {
    const cart = (await findCart(db, sessionKey, caller?.accountId)) ?? refuse('CART_NOT_FOUND')
    if (cart.isExpired && !cart.isOrdered) refuse('CART_EXPIRED')
    const product = (await findProduct(services, cart.content.productId, locale)) ?? refuse('PRODUCT_NOT_FOUND')
    return priceOfCart(db, product, cart, caller?.accountId, services.content.campaigns(locale))
  })

  const wallets = memoizeFor(WALLETS_MS, () => offeredWallets(services))
  serve(app, services, getCardEntry, async () => {
    const { provider } = services.providers.payments.browser
    if (provider === 'none') throw new CapabilityDisabled('payments')
    return { provider, frameUrl: frameUrl(services.env), wallets: await wallets() }
  })

  serve(app, services, createOrder, async (input, { db, caller, locale, refuse, request }) => {
    const { accountId } = caller
    const cart = (tx: Tx) => lockCart(tx, input.cartSessionKey, accountId)
    const { cartSessionKey: sessionKey, promoCode: code } = input
    const isOrdered = code !== undefined && (await findCart(db, sessionKey, accountId))?.isOrdered
    if (code !== undefined && !isOrdered)
      await applyPromoCode(services, { sessionKey, code, accountId, locale, request, refuse })
    return createFromCart(services, { input, cart, accountId, locale, ip: fullAddressOf(request), refuse })
  })

  serve(
    app,
    services,
    getOrder,
    async ({ id }, { db, caller, locale, refuse }) => {
      const { order, isAskingDue } = (await findShownOrder(db, id, caller.accountId)) ?? refuse('ORDER_NOT_FOUND')
      // A patient who returns from the bank should not have to wait for a late webhook.
      if (isAskingDue) await enqueue(db, 'processOrder', { orderId: id }, { key: `order:${id}` })
      return withSoldName(order, soldNamesIn(services, locale))
    },
    { topics: ({ id }) => [`order:${id}`] },
  )
}
