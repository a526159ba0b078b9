import type { DeskOrder } from '@cuida/core/checkout/order/desk-order-api.ts'
import type { DeskSubscription } from '@cuida/core/checkout/subscription/desk-subscription-api.ts'
import { type AuditEntry, audit } from '../kit/audit.ts'
import { notifyChanged } from '../kit/db/changes.ts'
import type { Tx } from '../kit/db/db.ts'
import { lockActiveStaff } from '../kit/session/staff-store.ts'
import type { Services } from '../services.ts'
import { notifySubscriptionChanged } from '../subscription/apply-subscription-update.ts'
import {
  addEvent as addSubscriptionEvent,
  lockSubscription,
  type StoredSubscription,
} from '../subscription/subscription-store.ts'
import { findDeskOrder } from './order/desk-order-detail-store.ts'
import { addEvent, hasOrder, lockOrder } from './order/order-store.ts'
import { findDeskSubscription } from './subscription/desk-subscription-detail-store.ts'

/** What a manager did: the values of its audit row and of its event in the order's or subscription's history. */
export interface MoneyActionRecord {
  act: AuditEntry['act']
  /** Message key: `desk.orders.event.<event>`. */
  event: string
  reason: string
  detail: Record<string, unknown>
}

/**
 * Runs a manager's action under the order's row lock and writes audit row and history event in the same transaction.
 * Returns the order afterwards; undefined when there is none. Throws when the manager was blocked meanwhile.
 */
export async function runOrderAction(
  { db, secrets }: Services,
  { orderId, staffId }: { orderId: string; staffId: string },
  act: (tx: Tx) => Promise<MoneyActionRecord>,
): Promise<DeskOrder | undefined> {
  if (!(await hasOrder(db, orderId))) return undefined
  await db.begin(async (tx) => {
    const order = await lockOrder(tx, orderId)
    await lockActiveStaff(tx, staffId)
    const { event, ...action } = await act(tx)
    await addEvent(tx, order.id, order.status, 'staff', event, staffId)
    await audit(tx, secrets, { staffId, subject: { kind: 'order', id: orderId }, ...action })
    await notifyChanged(tx, [`order:${orderId}`, `account:${order.accountId}`])
  })
  return findDeskOrder(db, orderId, staffId)
}

/** Like `runOrderAction`, for a subscription. */
export async function runSubscriptionAction(
  { db, secrets }: Services,
  { subscriptionId, staffId }: { subscriptionId: string; staffId: string },
  act: (tx: Tx, subscription: StoredSubscription) => Promise<MoneyActionRecord>,
): Promise<DeskSubscription | undefined> {
  const isThere = await db.begin(async (tx) => {
    const subscription = await lockSubscription(tx, subscriptionId)
    if (!subscription) return false
    await lockActiveStaff(tx, staffId)
    const { event, ...action } = await act(tx, subscription)
    await addSubscriptionEvent(tx, subscriptionId, subscription.status, 'staff', event, staffId)
    await audit(tx, secrets, { staffId, subject: { kind: 'subscription', id: subscriptionId }, ...action })
    await notifySubscriptionChanged(tx, subscription)
    return true
  })
  return isThere ? findDeskSubscription(db, subscriptionId, staffId) : undefined
}

/** Runs `runOrderAction` or `runSubscriptionAction`, depending on what the payment is for. */
export async function runPurchaseAction(
  services: Services,
  { orderId, subscriptionId, staffId }: { orderId: string | null; subscriptionId: string | null; staffId: string },
  act: (tx: Tx) => Promise<MoneyActionRecord>,
): Promise<void> {
  if (orderId) await runOrderAction(services, { orderId, staffId }, act)
  else if (subscriptionId) await runSubscriptionAction(services, { subscriptionId, staffId }, act)
}
