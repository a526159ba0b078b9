import { findDeskOrders, getDeskOrder, listDeskOrders } from '@cuida/core/checkout/order/desk-order-api.ts'
import type { FastifyInstance } from 'fastify'
import { SEARCHES_OF_STAFF } from '../../access/rate-limits.ts'
import { audit, auditLook } from '../../kit/audit.ts'
import { serve } from '../../kit/http/serve.ts'
import { spend } from '../../kit/limit/rate-limit.ts'
import type { Services } from '../../services.ts'
import { findDeskOrder } from './desk-order-detail-store.ts'
import { soughtOf } from './desk-order-search.ts'
import { findOrders, searchOrders } from './desk-order-store.ts'

/** What managers see of orders. Whoever names a person, or opens an order and reads who paid, is recorded. */
export function deskOrderRoutes(app: FastifyInstance, services: Services): void {
  const { secrets } = services
  serve(app, services, listDeskOrders, async ({ filter, ...query }, { db }) => {
    const page = Number(query.page)
    const pageSize = Number(query.pageSize)
    return { ...(await findOrders(db, { filter, page, pageSize })), page }
  })
  serve(app, services, findDeskOrders, async ({ query }, { db, caller: { staffId } }) => {
    await spend(db, secrets, SEARCHES_OF_STAFF, staffId)
    const sought = soughtOf(query, services.config.countryCodes)
    const found = await searchOrders(db, sought)
    // Not what was typed: a number is not for a record that is kept for ever.
    const detail = { orders: true, by: Object.keys(sought)[0], found: found.items.map(({ id }) => id) }
    await db.begin((tx) => audit(tx, secrets, { staffId, act: 'search', detail }))
    return found
  })
  serve(app, services, getDeskOrder, async ({ id }, { db, caller: { staffId }, refuse }) => {
    const order = (await findDeskOrder(db, id, staffId)) ?? refuse('ORDER_NOT_FOUND')
    await auditLook(db, secrets, { staffId, subject: { kind: 'order', id } })
    return order
  })
}
