import { VENDOR } from '@cuida/core/kit/vendors/vendors.ts'
import type { PlanNotificationKind } from '@cuida/core/notifications/choice/notifications.ts'
import type { PendingChange } from '@cuida/core/subscription/pending-change.ts'
import { hasEnded } from '@cuida/core/subscription/status.ts'
import { isSubscribed } from '@cuida/core/subscription/subscribed.ts'
import { notifyChanged } from '../kit/db/changes.ts'
import { pipeline, type Tx } from '../kit/db/db.ts'
import { enqueuePlanNotification } from '../notifications/outbox-store.ts'
import { enqueueAccountNotice } from '../profile/account/account-notifications.ts'
import { findHolderAccount } from '../profile/account/account-store.ts'
import type { SubscriptionFact, SubscriptionPaymentFact } from '../providers/subscription/port.ts'
import { keepInvoice, quarantine, saveFact, savePayment, settleGivenBack } from './fact-store.ts'
import { addEvent, type FactSource, lockSubscription, type StoredSubscription } from './subscription-store.ts'

export type Applied = 'nothing' | 'applied' | 'quarantined'

/** What the provider said, and to which of our questions. */
export interface Heard {
  fact: SubscriptionFact
  payments?: readonly SubscriptionPaymentFact[]
  look: number
}

/**
 * The one place where what a provider says of a subscription becomes true (product 6.4): its answers, its notifications
 * and our own questions all end here, under the row's lock. The later fact wins, in whatever order they come.
 */
export async function applyFact(tx: Tx, id: string, heard: Heard, source: FactSource): Promise<Applied> {
  const { fact, payments = [], look } = heard
  const known = await lockSubscription(tx, id)
  if (!known || known.isQuarantined || known.providerId !== fact.providerId) return 'nothing'
  const trouble = payments.map((payment) => moneyTrouble(known, payment)).find(Boolean) ?? troubleOf(known, fact)
  if (trouble) {
    await quarantine(tx, id)
    await addEvent(tx, id, known.status, source, trouble)
    await tell(tx, known)
    return 'quarantined'
  }
  const newPayments = []
  for (const payment of payments) if (await savePayment(tx, id, VENDOR.monei, payment)) newPayments.push(payment)
  for (const payment of newPayments)
    await pipeline(keepInvoice(tx, VENDOR.monei, payment), settleGivenBack(tx, VENDOR.monei, payment))
  const isNewer = isLater(known, fact, look) && !isGoneByUs(known, fact)
  if (isNewer) await saveFact(tx, id, fact, { look, ...leftOver(known, fact) })
  if (isNewer && isWorthTelling(known, fact)) await addEvent(tx, id, fact.status, source, detailOf(fact))
  const rest = isNewer && restOf(known, fact)
  if (rest) await enqueuePlanNotification(tx, known, rest)
  if (isNewer && newPayments.some(isUnpaidMonth)) await warn(tx, known, fact)
  if (isNewer || newPayments.length > 0) await tell(tx, known)
  return isNewer ? 'applied' : 'nothing'
}

/** It rests, or goes on: told when the provider has done it, whoever asked for it. */
function restOf({ status }: StoredSubscription, fact: SubscriptionFact): PlanNotificationKind | undefined {
  if (fact.status === 'PAUSED') return status === 'PAUSED' ? undefined : 'plan-paused'
  return status === 'PAUSED' && isSubscribed(fact.status) ? 'plan-resumed' : undefined
}

const isUnpaidMonth = ({ status, amount }: SubscriptionPaymentFact): boolean => status === 'FAILED' && amount > 0

/** A renewal failed: its holder hears of it each time, by message and e-mail, since nobody is looking at a screen then. */
async function warn(tx: Tx, { accountId }: StoredSubscription, { status }: SubscriptionFact): Promise<void> {
  const kind = status === 'PAST_DUE' ? 'month-unpaid' : status === 'CANCELED' ? 'subscription-ended' : undefined
  const holder = kind && (await findHolderAccount(tx, accountId))
  if (holder) await enqueueAccountNotice(tx, kind, holder)
}

const isLater = (known: StoredSubscription, { version }: SubscriptionFact, look: number): boolean =>
  version > known.version || (version === known.version && look > known.look)

/** We have given it up, and the provider has not heard of it yet. */
const isGoneByUs = ({ status, pendingChange }: StoredSubscription, fact: SubscriptionFact): boolean =>
  hasEnded(status) && pendingChange === 'close' && !hasEnded(fact.status)

/** Another sum, another currency, another account, or life after the end: a person must look (product 6.9). */
function troubleOf(known: StoredSubscription, fact: SubscriptionFact): string | undefined {
  const { amount, firstAmount } = known.terms
  if (!fact.isOurs) return 'ACCOUNT_DIFFERS'
  if (fact.currency !== known.currency || ![amount, firstAmount].includes(fact.amount)) return 'MONEY_DIFFERS'
  const isOver = hasEnded(known.status) && known.pendingChange !== 'close'
  return isOver && !hasEnded(fact.status) && fact.version > known.version ? 'ALIVE_AFTER_END' : undefined
}

/** Nothing, the first month's sum or the others': the provider takes no other. */
function moneyTrouble({ terms, currency }: StoredSubscription, payment: SubscriptionPaymentFact): string | undefined {
  if (!payment.isOurs) return 'ACCOUNT_DIFFERS'
  const sums = [0, terms.firstAmount, terms.amount]
  return payment.currency !== currency || !sums.includes(payment.amount) ? 'MONEY_DIFFERS' : undefined
}

/** What is still to be done after this fact, and whether the page for a card has done its work. */
function leftOver({ pendingChange, activationPaymentId }: StoredSubscription, fact: SubscriptionFact) {
  const isOver = hasEnded(fact.status)
  const granted: Record<PendingChange, boolean> = {
    card: isOver,
    end: isOver || fact.endsAtPeriodEnd,
    stay: isOver || !fact.endsAtPeriodEnd,
    close: isOver,
    pause: isOver || fact.status === 'PAUSED',
    resume: isOver || fact.status !== 'PAUSED',
  }
  const isCardGiven = isOver || (fact.lastPayment !== undefined && fact.lastPayment.id === activationPaymentId)
  return { pendingChange: pendingChange && granted[pendingChange] ? null : pendingChange, isCardGiven }
}

const isWorthTelling = (known: StoredSubscription, fact: SubscriptionFact): boolean =>
  known.status !== fact.status ||
  known.cancelAtPeriodEnd !== fact.endsAtPeriodEnd ||
  (fact.lastPayment !== undefined && known.lastPaymentStatus !== fact.lastPayment.status)

const detailOf = ({ lastPayment, endsAtPeriodEnd }: SubscriptionFact): string =>
  `${lastPayment?.status ?? 'NO_PAYMENT'}${endsAtPeriodEnd ? ' ENDS' : ''}`

export const tell = (tx: Tx, { id, accountId }: Pick<StoredSubscription, 'id' | 'accountId'>): Promise<void> =>
  notifyChanged(tx, [`subscription:${id}`, `account:${accountId}`])
