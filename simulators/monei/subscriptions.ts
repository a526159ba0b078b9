import { randomBytes } from 'node:crypto'
import { fieldsOf, isCents, textOf } from '../kit/fields.ts'
import { type Account, nowInSeconds } from './account-shape.ts'
import { applyOutcome, methodOf, newPayment, statusOf } from './payment.ts'
import { addInterval, hasEnded, newSubscription, publicSubscription, type Subscription } from './subscription.ts'
import { type MaskedCard, MoneiError, type Payment, publicPayment } from './wire.ts'

const clockOf = (account: Account, { private: { ahead } }: Subscription): number => nowInSeconds(account) + ahead

/** Saves the subscription and sends it to its callbackUrl: the bare subscription (product 12.12). */
function save(account: Account, subscription: Subscription, at: number): Subscription {
  const saved = { ...subscription, updatedAt: Math.max(subscription.updatedAt, at) }
  account.subscriptions.put(saved.id, saved)
  if (saved.callbackUrl) account.context.webhooks.notify('monei', saved.callbackUrl, publicSubscription(saved))
  return saved
}

export function createSubscription(account: Account, body: unknown): Subscription {
  const subscription = newSubscription(body, nowInSeconds(account))
  account.subscriptions.put(subscription.id, subscription)
  return subscription
}

/** The subscription in its current state, after everything that was due. */
export function findSubscription(account: Account, id: string): Subscription {
  const subscription = account.subscriptions.get(id)
  if (!subscription) throw new MoneiError(404, 'Subscription not found')
  return catchUp(account, subscription)
}

/** Advances the clock of one subscription. */
export function advanceClock(account: Account, id: string, seconds: number): Subscription {
  const { private: hidden, ...subscription } = findSubscription(account, id)
  account.subscriptions.put(id, { ...subscription, private: { ...hidden, ahead: hidden.ahead + seconds } })
  return findSubscription(account, id)
}

export function changeSubscription(account: Account, id: string, body: unknown): Subscription {
  const subscription = living(account, id)
  const { amount, cancelAtPeriodEnd } = fieldsOf(body)
  if (amount !== undefined && (!isCents(amount) || amount === 0)) throw new MoneiError(422, 'amount is malformed')
  const change = {
    ...(amount === undefined ? {} : { amount }),
    ...(typeof cancelAtPeriodEnd === 'boolean' ? { cancelAtPeriodEnd } : {}),
  }
  return save(account, { ...subscription, ...change }, clockOf(account, subscription))
}

export function cancelSubscription(account: Account, id: string, body: unknown): Subscription {
  const subscription = living(account, id)
  const at = clockOf(account, subscription)
  if (fieldsOf(body).cancelAtPeriodEnd !== true) return save(account, ended(subscription, 'CANCELED'), at)
  if (subscription.status === 'PENDING') throw new MoneiError(422, 'Subscription has no period that could end')
  return save(account, { ...subscription, cancelAtPeriodEnd: true }, at)
}

/** A paused subscription is not charged. */
export function pauseSubscription(account: Account, id: string, body: unknown): Subscription {
  const subscription = living(account, id)
  if (subscription.status !== 'ACTIVE' && subscription.status !== 'TRIALING')
    throw new MoneiError(422, 'Subscription cannot be paused')
  if (fieldsOf(body).pauseAtPeriodEnd === true) throw new MoneiError(422, 'The simulator pauses at once')
  return save(account, { ...subscription, status: 'PAUSED', nextPaymentAt: null }, clockOf(account, subscription))
}

/** Continues a paid or free period; after its end a new period begins, which is charged now. */
export function resumeSubscription(account: Account, id: string): Subscription {
  const subscription = living(account, id)
  if (subscription.status !== 'PAUSED') throw new MoneiError(422, 'Subscription is not paused')
  const at = clockOf(account, subscription)
  const { currentPeriodEnd: end, trialPeriodEnd } = subscription
  const status = trialPeriodEnd !== null && trialPeriodEnd > at ? 'TRIALING' : 'ACTIVE'
  const nextPaymentAt = end !== null && end > at ? end : at
  return catchUp(account, save(account, { ...subscription, status, nextPaymentAt }, at))
}

function living(account: Account, id: string): Subscription {
  const subscription = findSubscription(account, id)
  if (hasEnded(subscription)) throw new MoneiError(422, 'Subscription has ended')
  return subscription
}

const ended = (subscription: Subscription, status: 'CANCELED' | 'EXPIRED'): Subscription => ({
  ...subscription,
  status,
  nextPaymentAt: null,
})

/** Returns a payment whose hosted page takes a card (product 12.11). */
export function activateSubscription(account: Account, id: string, body: unknown): Payment {
  const subscription = living(account, id)
  const { completeUrl, failUrl, cancelUrl } = fieldsOf(body)
  const payment = paymentOf(account, subscription, amountDue(subscription), { completeUrl, failUrl, cancelUrl })
  const redirectUrl = `${account.context.publicUrl}/simulators/monei/subscribe/${payment.id}`
  const waiting: Payment = { ...payment, nextAction: { type: 'CONFIRM', mustRedirect: true, redirectUrl } }
  account.payments.put(payment.id, waiting, payment.orderId)
  return waiting
}

/** The amount due when a card is given: nothing during a trial or in a paid period. */
export const amountDue = ({ status, amount, private: { trialSeconds } }: Subscription): number =>
  status === 'PAST_DUE' || (status === 'PENDING' && trialSeconds === 0) ? amount : 0

function paymentOf(account: Account, subscription: Subscription, amount: number, more: object): Payment {
  const { id: subscriptionId, currency, description, customer, paymentCallbackUrl } = subscription
  const payment = newPayment(
    {
      amount,
      currency,
      description,
      customer,
      orderId: randomBytes(8).toString('hex'),
      transactionType: amount === 0 ? 'VERIF' : 'SALE',
      callbackUrl: paymentCallbackUrl ?? undefined,
      ...more,
    },
    clockOf(account, subscription),
    account.context.publicUrl,
  )
  const cancelUrl = textOf(fieldsOf(more).cancelUrl)
  return { ...payment, subscriptionId, private: { ...payment.private, subscriptionId, cancelUrl } }
}

/** Applies the final status of a subscription charge to its subscription. */
export function applyChargeResult(account: Account, payment: Payment): void {
  const { subscriptionId, card } = payment.private
  const subscription = subscriptionId ? account.subscriptions.get(subscriptionId) : undefined
  if (!subscription || payment.status === 'PENDING' || payment.status.endsWith('REFUNDED')) return
  const at = clockOf(account, subscription)
  const updatedSubscription = { ...subscription, lastPayment: lastOf(payment), lastOrderId: payment.orderId }
  const paid =
    payment.status === 'SUCCEEDED' && card
      ? activate({ ...updatedSubscription, ...methodFrom(payment, card) }, at)
      : updatedSubscription
  save(account, paid, at)
}

const lastOf = ({ id, status, statusCode, statusMessage }: Payment) => ({ id, status, statusCode, statusMessage })

const methodFrom = (payment: Payment, card: MaskedCard) => ({ paymentMethod: payment.paymentMethod, card })

function activate({ card, ...subscription }: Subscription & { card: MaskedCard }, at: number): Subscription {
  const known = { ...subscription, private: { ...subscription.private, card } }
  if (subscription.status === 'PAST_DUE') return renewed(known, at)
  if (subscription.status !== 'PENDING') return known
  const { trialSeconds } = subscription.private
  if (trialSeconds === 0) return renewed(known, at)
  const end = at + trialSeconds
  return {
    ...known,
    status: 'TRIALING',
    currentPeriodStart: at,
    currentPeriodEnd: end,
    trialPeriodEnd: end,
    nextPaymentAt: end,
  }
}

function renewed(subscription: Subscription, from: number): Subscription {
  const end = addInterval(from, subscription)
  return {
    ...subscription,
    status: 'ACTIVE',
    currentPeriodStart: from,
    currentPeriodEnd: end,
    nextPaymentAt: end,
    retryCount: 0,
  }
}

/** Performs everything that is due, in order. */
function catchUp(account: Account, subscription: Subscription): Subscription {
  const { status, private: hidden, currentPeriodEnd, nextPaymentAt, cancelAtPeriodEnd } = subscription
  const now = clockOf(account, subscription)
  const due = status === 'PENDING' ? hidden.activateBy : cancelAtPeriodEnd ? currentPeriodEnd : nextPaymentAt
  if (due === null || due > now || hasEnded(subscription)) return subscription
  if (status === 'PENDING') return save(account, ended(subscription, 'EXPIRED'), due)
  if (cancelAtPeriodEnd) return save(account, ended(subscription, 'CANCELED'), due)
  return catchUp(account, save(account, charge(account, subscription, due), due))
}

/** A renewal charge or a retry. */
function charge(account: Account, subscription: Subscription, at: number): Subscription {
  const { card } = subscription.private
  const basePayment = paymentOf(account, subscription, subscription.amount, {})
  const payment = { ...basePayment, createdAt: at, updatedAt: at, paymentMethod: card ? methodOf(card, {}) : null }
  const paid = renews(card)
    ? applyOutcome(payment, 'approve', account.context.publicUrl)
    : { ...payment, ...statusOf('FAILED', 'E202'), nextAction: null }
  account.payments.put(paid.id, paid, paid.orderId)
  if (paid.private.callbackUrl) account.context.webhooks.notify('monei', paid.private.callbackUrl, publicPayment(paid))
  const updatedSubscription = { ...subscription, lastPayment: lastOf(paid), lastOrderId: paid.orderId }
  return paid.status === 'SUCCEEDED' ? renewed(updatedSubscription, at) : refused(updatedSubscription, at)
}

/** A renewal has no holder present: only a card that needs no authentication again can pay. */
const renews = (card: MaskedCard | undefined): boolean => card?.outcome === 'approve' || card?.outcome === 'challenge'

function refused(subscription: Subscription, at: number): Subscription {
  const { status, retryCount, retrySchedule } = subscription
  const retriesLeft = status === 'PAST_DUE' ? retryCount - 1 : retrySchedule.length
  const next = retrySchedule[retrySchedule.length - retriesLeft]
  if (retriesLeft === 0 || !next) return { ...ended(subscription, 'CANCELED'), retryCount: 0 }
  return { ...subscription, status: 'PAST_DUE', retryCount: retriesLeft, nextPaymentAt: addInterval(at, next) }
}
