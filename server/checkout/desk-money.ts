import type { DeskOrder } from '@cuida/core/checkout/desk-order-api.ts'
import { audit, type Deed } from '../kit/audit.ts'
import { notifyChanged } from '../kit/changes.ts'
import type { Tx } from '../kit/db.ts'
import { Unauthorized } from '../kit/refusal.ts'
import type { Services } from '../services.ts'
import { findDeskOrder } from './desk-order-detail-store.ts'
import { isActiveStaff } from './desk-promo-store.ts'
import { addEvent, hasOrder, lockOrder } from './order-store.ts'

/** What a manager did: its row of the audit, and its line in the order's history. */
export interface MoneyDeed {
  act: Deed['act']
  /** `desk.orders.event.<event>` are its words. */
  event: string
  reason: string
  detail: Record<string, unknown>
}

/**
 * A deed on one order, under its row's lock, with its two records, in one transaction; answers the order after it.
 * undefined: there is none. A manager who was blocked a moment ago does nothing any more.
 */
export async function onOrder(
  { db, secrets }: Services,
  { orderId, staffId }: { orderId: string; staffId: string },
  act: (tx: Tx) => Promise<MoneyDeed>,
): Promise<DeskOrder | undefined> {
  if (!(await hasOrder(db, orderId))) return undefined
  await db.begin(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!(await isActiveStaff(tx, staffId))) throw new Unauthorized()
    const { event, ...deed } = await act(tx)
    await addEvent(tx, order.id, order.status, 'staff', event, staffId)
    await audit(tx, secrets, { staffId, subject: { kind: 'order', id: orderId }, ...deed })
    await notifyChanged(tx, [`order:${orderId}`, `account:${order.accountId}`])
  })
  return findDeskOrder(db, orderId, staffId)
}
