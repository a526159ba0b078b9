import {
  chargedBackAmount,
  type DisputeSnapshot,
  isSameDispute,
  isUndecided,
  mergeDispute,
} from '@cuida/core/checkout/dispute/dispute.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { PaymentUpdate } from '../../providers/payment/port.ts'
import { addEvent, type EventSource, type LockedOrder, topicsOf } from '../order/order-store.ts'
import type { Attempt } from '../payment/attempt-store.ts'
import { enqueueRefund, type PaymentRef } from '../refund/refund-store.ts'
import { capPendingRefunds, findDispute, saveChargedBack, saveDispute } from './dispute-store.ts'

/** The disputes of a payment update; undefined when it has none. */
export function disputesIn(snapshot: PaymentUpdate): DisputeSnapshot[] | undefined {
  const disputes = snapshot.state === 'succeeded' || snapshot.state === 'refunded' ? snapshot.disputes : undefined
  return disputes?.length ? disputes : undefined
}

/**
 * Adds the end of a mediation that the provider no longer reports: lost when the payment was refunded, else won.
 * `known` must be read before the provider is asked.
 */
export function endReportedMediation(snapshot: PaymentUpdate, known: DisputeSnapshot): PaymentUpdate {
  if (snapshot.state !== 'succeeded' && snapshot.state !== 'refunded') return snapshot
  const disputes = snapshot.disputes ?? []
  if (disputes.some(({ kind }) => kind === 'mediation')) return snapshot
  const over: DisputeSnapshot = { ...known, state: snapshot.state === 'refunded' ? 'lost' : 'won' }
  return { ...snapshot, disputes: [...disputes, over] }
}

/** Applies every dispute of a payment update. The caller holds the order's row lock. False when nothing was new. */
export async function applyDisputes(
  tx: Tx,
  order: LockedOrder,
  attempt: Pick<Attempt, 'id' | 'amount' | 'currency'>,
  snapshot: PaymentUpdate,
  source: EventSource,
): Promise<boolean> {
  const isOurs = 'amount' in snapshot && snapshot.amount === attempt.amount && snapshot.currency === attempt.currency
  if (!isOurs) return false
  let isChanged = false
  for (const dispute of disputesIn(snapshot) ?? [])
    if (await applyDispute(tx, order, { attemptId: attempt.id, snapshot: dispute, source })) isChanged = true
  return isChanged
}

const EVENTS = {
  open: 'DISPUTE_OPENED',
  answered: 'DISPUTE_ANSWERED',
  won: 'DISPUTE_WON',
  lost: 'DISPUTE_LOST',
} as const

interface Heard {
  attemptId: string
  snapshot: DisputeSnapshot
  source: EventSource
}

/** Applies one dispute to an order. Manager actions write their own history event. */
export async function applyDispute(
  tx: Tx,
  order: LockedOrder,
  { attemptId, snapshot, source }: Heard,
): Promise<boolean> {
  const became = await saveDisputeUpdate(tx, { attemptId, chargeId: null }, snapshot)
  if (!became) return false
  if (became.isNew && source !== 'staff') await addEvent(tx, order.id, order.status, source, EVENTS[became.state])
  await notifyChanged(tx, topicsOf(order))
  return true
}

/**
 * Saves one reported dispute state; states never regress. Refunds wait while a dispute is undecided. The amount of a
 * lost chargeback is subtracted once from what can be refunded. Undefined when nothing was new. The caller holds the
 * lock of the order or subscription.
 */
export async function saveDisputeUpdate(
  tx: Tx,
  owed: PaymentRef,
  snapshot: DisputeSnapshot,
): Promise<{ state: DisputeSnapshot['state']; isNew: boolean } | undefined> {
  const paymentId = owed.attemptId ?? owed.chargeId ?? ''
  const known = await findDispute(tx, paymentId, snapshot.kind)
  const next = mergeDispute(known, snapshot)
  if (isSameDispute(known, next)) return undefined
  await saveDispute(tx, owed, next)
  if (chargedBackAmount(next) > 0) {
    await saveChargedBack(tx, paymentId, chargedBackAmount(next))
    await capPendingRefunds(tx, paymentId)
  }
  if (!isUndecided(next.state)) await enqueueRefund(tx, owed)
  return { state: next.state, isNew: known?.state !== next.state }
}
