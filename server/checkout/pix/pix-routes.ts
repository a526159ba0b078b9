import { endPix, renewPix } from '@cuida/core/checkout/order/api.ts'
import type { FastifyInstance } from 'fastify'
import { lockCartById } from '../../booking/cart/cart-store.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Tx } from '../../kit/db/db.ts'
import { serve } from '../../kit/http/serve.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import { addressOf } from '../../kit/limit/source.ts'
import type { Services } from '../../services.ts'
import { createOrder } from '../order/create-order.ts'
import { findTriedOrder } from '../order/order-store.ts'
import { giveUpPix } from '../payment/attempt-store.ts'

/** What a patient does with an open Pix beside paying it (docs/decisions/0035): never are two codes open for a cart. */
export function pixRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, endPix, async ({ id }, { db, caller, refuse }) => {
    if (!(await findTriedOrder(db, id, caller.accountId))) refuse('ORDER_NOT_FOUND')
    await db.begin(async (tx) => {
      if (!(await giveUpPix(tx, id))) return
      await enqueue(tx, 'processOrder', { orderId: id }, { key: `order:${id}` })
      await notifyChanged(tx, [`order:${id}`])
    })
    return { workflowId: id }
  })

  serve(app, services, renewPix, async ({ id }, { db, caller, locale, refuse, request }) => {
    const { accountId } = caller
    const tried = (await findTriedOrder(db, id, accountId)) ?? refuse('ORDER_NOT_FOUND')
    if (!tried.isFailedPix) return { workflowId: id }
    const { cartId, productId, patientId, amount: shownTotal } = tried
    const wish = { productId, patientId, shownTotal, installments: 1, paymentMethodInfo: { type: 'PIX' as const } }
    const cart = (tx: Tx) => lockCartById(tx, cartId, accountId)
    return createOrder(services, { wish, cart, accountId, locale, ip: addressOf(request), refuse })
  })
}
