import { endChallenge } from '@cuida/core/checkout/order/api.ts'
import type { FastifyInstance } from 'fastify'
import { notifyChanged } from '../../kit/db/changes.ts'
import { serve } from '../../kit/http/serve.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import type { Services } from '../../services.ts'
import { findTriedOrder } from '../order/order-store.ts'
import { giveUpChallenge } from '../payment/attempt-store.ts'

/** Another way than the bank's question: it is given up at the provider first, so that nobody pays twice. */
export function challengeRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, endChallenge, async ({ id }, { db, caller, refuse }) => {
    if (!(await findTriedOrder(db, id, caller.accountId))) refuse('ORDER_NOT_FOUND')
    await db.begin(async (tx) => {
      if (!(await giveUpChallenge(tx, id))) return
      await enqueue(tx, 'processOrder', { orderId: id }, { key: `order:${id}` })
      await notifyChanged(tx, [`order:${id}`])
    })
    return { workflowId: id }
  })
}
