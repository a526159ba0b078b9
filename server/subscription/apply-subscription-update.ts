import type { PlanNotificationKind } from '@cuida/core/notifications/choice/notifications.ts'
import type { PendingChange } from '@cuida/core/subscription/pending-change.ts'
import { hasEnded } from '@cuida/core/subscription/status.ts'
import { isSubscribed } from '@cuida/core/subscription/subscribed.ts'
import { notifyChanged } from '../kit/db/changes.ts'
import { pipeline, type Tx } from '../kit/db/db.ts'
import { enqueuePlanNotification } from '../notifications/outbox-store.ts'
import { enqueueAccountNotice } from '../profile/account/account-notifications.ts'
import { findHolderAccount } from '../profile/account/account-store.ts'
import type { SubscriptionPaymentUpdate, SubscriptionUpdate } from '../providers/subscription/port.ts'
import {
  addEvent,
  type EventSource,
  lockSubscription,
  type StoredSubscription,
  savePendingChange,
} from './subscription-store.ts'
import {
  applyPaymentRefunds,
  openPaymentInvoice,
  putOnHold,
  savePayment,
  saveSubscriptionUpdate,
} from './subscription-update-store.ts'

export type UpdateOutcome = 'nothing' | 'applied' | 'held'

/** What the provider reported, with the number of the request that it answers. */
export interface ReceivedUpdate {
  update: SubscriptionUpdate
  payments?: readonly SubscriptionPaymentUpdate[]
  fetchNumber: number
}

/**
 * The only function that applies what a provider reports about a subscription (product 6.4): answers, webhooks and
 * our own queries all end here, under the row's lock. The later update wins, in whatever order they arrive.
 */
export async function applySubscriptionUpdate(
  tx: Tx,
  id: string,
  received: ReceivedUpdate,
  source: EventSource,
): Promise<UpdateOutcome> {
  const { update, payments = [], fetchNumber } = received
  const known = await lockSubscription(tx, id)
  if (!known || known.isOnHold || known.providerId !== update.providerId) return 'nothing'
  const trouble = payments.map((payment) => moneyTrouble(known, payment)).find(Boolean) ?? troubleOf(known, update)
  if (trouble) {
    await putOnHold(tx, id)
    await addEvent(tx, id, known.status, source, trouble)
    await notifySubscriptionChanged(tx, known)
    return 'held'
  }
  const newPayments = []
  for (const payment of payments) if (await savePayment(tx, id, known.provider, payment)) newPayments.push(payment)
  for (const payment of newPayments)
    await pipeline(openPaymentInvoice(tx, known.provider, payment), applyPaymentRefunds(tx, known.provider, payment))
  const isNewer = isLater(known, update, fetchNumber) && !isGoneByUs(known, update)
  if (isNewer) await saveSubscriptionUpdate(tx, id, update, { fetchNumber, ...leftOver(known, update) })
  if (isNewer && update.mustEnd) await savePendingChange(tx, id, 'close')
  if (isNewer && isNotable(known, update)) await addEvent(tx, id, update.status, source, detailOf(update))
  const rest = isNewer && restOf(known, update)
  if (rest) await enqueuePlanNotification(tx, known, rest)
  if (isNewer && (newPayments.some(isUnpaidCharge) || isEndedUnpaid(known, update))) await warn(tx, known, update)
  if (isNewer || newPayments.length > 0) await notifySubscriptionChanged(tx, known)
  return isNewer ? 'applied' : 'nothing'
}

/** The notification about a pause or resume; sent when the provider has done it, whoever asked for it. */
function restOf({ status }: StoredSubscription, update: SubscriptionUpdate): PlanNotificationKind | undefined {
  if (update.status === 'PAUSED') return status === 'PAUSED' ? undefined : 'plan-paused'
  return status === 'PAUSED' && isSubscribed(update.status) ? 'plan-resumed' : undefined
}

const isUnpaidCharge = ({ status, amount }: SubscriptionPaymentUpdate): boolean => status === 'FAILED' && amount > 0

/** We have ended an overdue subscription, since its provider leaves that to us. */
const isEndedUnpaid = ({ status, pendingChange }: StoredSubscription, update: SubscriptionUpdate): boolean =>
  status === 'PAST_DUE' && pendingChange === 'close' && hasEnded(update.status)

/** Notifies the holder of each failed renewal by message and e-mail, since no screen shows it at that moment. */
async function warn(tx: Tx, { accountId }: StoredSubscription, { status }: SubscriptionUpdate): Promise<void> {
  const kind = status === 'PAST_DUE' ? 'charge-unpaid' : status === 'CANCELED' ? 'subscription-ended' : undefined
  const holder = kind && (await findHolderAccount(tx, accountId))
  if (holder) await enqueueAccountNotice(tx, kind, holder)
}

const isLater = (known: StoredSubscription, { version }: SubscriptionUpdate, fetchNumber: number): boolean =>
  version > known.version || (version === known.version && fetchNumber > known.fetchNumber)

/** We have ended the subscription, and the provider does not know it yet. */
const isGoneByUs = ({ status, pendingChange }: StoredSubscription, update: SubscriptionUpdate): boolean =>
  hasEnded(status) && pendingChange === 'close' && !hasEnded(update.status)

/**
 * A different amount, currency or account, or an active status after the end: the subscription goes on hold (product
 * 6.9).
 */
function troubleOf(known: StoredSubscription, update: SubscriptionUpdate): string | undefined {
  const { amount, firstAmount } = known.terms
  if (!update.isOurs) return 'ACCOUNT_DIFFERS'
  if (update.currency !== known.currency || ![amount, firstAmount].includes(update.amount)) return 'MONEY_DIFFERS'
  const isOver = hasEnded(known.status) && known.pendingChange !== 'close'
  return isOver && !hasEnded(update.status) && update.version > known.version ? 'ALIVE_AFTER_END' : undefined
}

/** Valid amounts are nothing, the first month's and the regular one: the provider charges no other. */
function moneyTrouble({ terms, currency }: StoredSubscription, payment: SubscriptionPaymentUpdate): string | undefined {
  if (!payment.isOurs) return 'ACCOUNT_DIFFERS'
  const sums = [0, terms.firstAmount, terms.amount]
  return payment.currency !== currency || !sums.includes(payment.amount) ? 'MONEY_DIFFERS' : undefined
}

/** The pending change that remains after this update, and whether the card page has done its work. */
function leftOver({ status, pendingChange, activationPaymentId }: StoredSubscription, update: SubscriptionUpdate) {
  const isOver = hasEnded(update.status)
  const granted: Record<PendingChange, boolean> = {
    card: isOver,
    end: isOver || update.endsAtPeriodEnd,
    stay: isOver || !update.endsAtPeriodEnd,
    close: isOver,
    pause: isOver || update.status === 'PAUSED',
    resume: isOver || update.status !== 'PAUSED',
  }
  const hasBegun = status === 'PENDING' && (update.status !== 'PENDING' || update.awaitsFirstCharge === true)
  const isPaidThere = update.lastPayment !== undefined && update.lastPayment.id === activationPaymentId
  const isCardGiven = isOver || hasBegun || isPaidThere
  return { pendingChange: pendingChange && granted[pendingChange] ? null : pendingChange, isCardGiven }
}

const isNotable = (known: StoredSubscription, update: SubscriptionUpdate): boolean =>
  known.status !== update.status ||
  known.cancelAtPeriodEnd !== update.endsAtPeriodEnd ||
  (update.lastPayment !== undefined && known.lastPaymentStatus !== update.lastPayment.status)

const detailOf = ({ lastPayment, endsAtPeriodEnd }: SubscriptionUpdate): string =>
  `${lastPayment?.status ?? 'NO_PAYMENT'}${endsAtPeriodEnd ? ' ENDS' : ''}`

export const notifySubscriptionChanged = (
  tx: Tx,
  { id, accountId }: Pick<StoredSubscription, 'id' | 'accountId'>,
): Promise<void> => notifyChanged(tx, [`subscription:${id}`, `account:${accountId}`])
