import * as v from 'valibot'
import { call, manager } from '../../kit/call.ts'
import { Id, Reason, Sum } from '../../kit/shapes.ts'
import { DeskOrder } from '../order/desk-order-api.ts'
import { APPROVE_REFUSED, ASK_REFUSED, END_REFUSED, RETRY_REFUSED } from './refund-refusals.ts'

// What managers do with money that came. Each act has its reason and its row of the audit, and answers the order as it
// stands after it. Amounts in minor units.

const byManager = { method: 'POST', ...manager } as const
const params = v.object({ id: Id })
const why = v.object({ reason: Reason })

/** Nothing goes back before another manager approves it. One open request a payment. */
export const askRefund = call({
  ...byManager,
  path: '/desk/orders/:id/refund-requests',
  params,
  body: v.object({ amount: Sum, reason: Reason }),
  status: 201,
  reply: DeskOrder,
  refusals: { ...ASK_REFUSED, ORDER_NOT_FOUND: 404 },
})

export const approveRefund = call({
  ...byManager,
  path: '/desk/refund-requests/:id/approve',
  params,
  reply: DeskOrder,
  refusals: APPROVE_REFUSED,
})

/** Withdrawn by who asked, declined by anybody else. */
export const endRefundRequest = call({
  ...byManager,
  path: '/desk/refund-requests/:id/end',
  params,
  body: why,
  reply: DeskOrder,
  refusals: END_REFUSED,
})

/** Sends once more what the provider would not give back. */
export const retryRefund = call({
  ...byManager,
  path: '/desk/refunds/:id/retry',
  params,
  body: why,
  reply: DeskOrder,
  refusals: RETRY_REFUSED,
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
