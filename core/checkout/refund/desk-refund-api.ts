import * as v from 'valibot'
import { call, manager } from '../../kit/call.ts'
import { Id, Reason, Sum } from '../../kit/shapes.ts'
import { DeskOrder } from '../order/desk-order-api.ts'
import {
  APPROVE_REFUND_REFUSALS,
  END_REFUND_REQUEST_REFUSALS,
  REQUEST_REFUND_REFUSALS,
  RETRY_REFUND_REFUSALS,
} from './refund-refusals.ts'

// Managers' actions on received payments. Each needs a reason, is audited and returns the updated order. Amounts in
// minor units.

const byManager = { method: 'POST', ...manager } as const
const params = v.object({ id: Id })
const why = v.object({ reason: Reason })

/** Requests a refund, which waits for another manager's approval. One open request for each payment. */
export const requestRefund = call({
  ...byManager,
  path: '/desk/orders/:id/refund-requests',
  repeat: 'replay',
  params,
  body: v.object({ amount: Sum, reason: Reason }),
  status: 201,
  reply: DeskOrder,
  refusals: { ...REQUEST_REFUND_REFUSALS, ORDER_NOT_FOUND: 404 },
})

export const approveRefund = call({
  ...byManager,
  path: '/desk/refund-requests/:id/approve',
  repeat: 'safe',
  params,
  reply: DeskOrder,
  refusals: APPROVE_REFUND_REFUSALS,
})

/** Withdraws the caller's own request, or declines another manager's. */
export const endRefundRequest = call({
  ...byManager,
  path: '/desk/refund-requests/:id/end',
  repeat: 'safe',
  params,
  body: why,
  reply: DeskOrder,
  refusals: END_REFUND_REQUEST_REFUSALS,
})

/** Repeats a refund that the provider refused. */
export const retryRefund = call({
  ...byManager,
  path: '/desk/refunds/:id/retry',
  repeat: 'replay',
  params,
  body: why,
  reply: DeskOrder,
  refusals: RETRY_REFUND_REFUSALS,
})

/** Releases a payment from hold: its status is fetched again, and it counts or returns to hold. */
export const releasePayment = call({
  ...byManager,
  path: '/desk/orders/:id/release',
  repeat: 'safe',
  params,
  body: why,
  reply: DeskOrder,
  refusals: { NOT_ALLOWED: 403, ORDER_NOT_FOUND: 404, CHANGED_MEANWHILE: 409 },
})
