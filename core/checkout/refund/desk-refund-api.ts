import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Id, Reason } from '../../kit/shapes.ts'
import { DeskOrder } from '../order/desk-order-api.ts'

// What managers do with money that came. Each act has its reason and its row of the audit, and answers the order as it
// stands after it. Amounts in minor units.

const byManager = { method: 'POST', access: 'staff', role: 'clinical-manager' } as const
const params = v.object({ id: Id })
const why = v.object({ reason: Reason })

/** Nothing goes back before another manager approves it. One open request a payment. */
export const askRefund = call({
  ...byManager,
  path: '/desk/orders/:id/refund-requests',
  params,
  body: v.object({
    amount: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000_000)),
    reason: Reason,
  }),
  status: 201,
  reply: DeskOrder,
  refusals: {
    ...{ NOT_ALLOWED: 403, ORDER_NOT_FOUND: 404 },
    ...{ PAYMENT_SET_ASIDE: 409, PAYMENT_IN_DISPUTE: 409, MORE_THAN_LEFT: 409, REQUEST_OPEN: 409 },
  },
})

export const approveRefund = call({
  ...byManager,
  path: '/desk/refund-requests/:id/approve',
  params,
  reply: DeskOrder,
  refusals: {
    ...{ NOT_ALLOWED: 403, SAME_PERSON: 403, REFUND_REQUEST_NOT_FOUND: 404 },
    ...{
      CHANGED_MEANWHILE: 409,
      REQUEST_EXPIRED: 409,
      PAYMENT_SET_ASIDE: 409,
      PAYMENT_IN_DISPUTE: 409,
      MORE_THAN_LEFT: 409,
    },
  },
})

/** Withdrawn by who asked, declined by anybody else. */
export const endRefundRequest = call({
  ...byManager,
  path: '/desk/refund-requests/:id/end',
  params,
  body: why,
  reply: DeskOrder,
  refusals: { NOT_ALLOWED: 403, REFUND_REQUEST_NOT_FOUND: 404, CHANGED_MEANWHILE: 409 },
})

/** Sends once more what the provider would not give back. */
export const retryRefund = call({
  ...byManager,
  path: '/desk/refunds/:id/retry',
  params,
  body: why,
  reply: DeskOrder,
  refusals: {
    NOT_ALLOWED: 403,
    REFUND_NOT_FOUND: 404,
    CHANGED_MEANWHILE: 409,
    PAYMENT_SET_ASIDE: 409,
    PAYMENT_IN_DISPUTE: 409,
  },
})

/** A payment that was set aside is asked for again, and counts or is set aside again. */
export const releasePayment = call({
  ...byManager,
  path: '/desk/orders/:id/release',
  params,
  body: why,
  reply: DeskOrder,
  refusals: { NOT_ALLOWED: 403, ORDER_NOT_FOUND: 404, CHANGED_MEANWHILE: 409 },
})
