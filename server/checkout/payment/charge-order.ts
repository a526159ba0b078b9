import { isFinal, isNewState } from '@cuida/core/checkout/payment/attempt.ts'
import type { FailureReason } from '@cuida/core/checkout/payment/failure.ts'
import { isPixCode } from '@cuida/core/checkout/pix/pix.ts'
import { CHALLENGE_MINUTES, PIX_MARGIN_MINUTES, PIX_MINUTES } from '@cuida/core/kit/assumptions.ts'
import { CapabilityDisabled } from '../../kit/http/refusal.ts'
import { failpoint } from '../../kit/jobs/failpoint.ts'
import { patientsOf } from '../../profile/store.ts'
import type { CardPayments, ChargeRequest, PaymentUpdate } from '../../providers/payment/port.ts'
import type { Services } from '../../services.ts'
import { disputesIn, endReportedMediation } from '../dispute/apply-disputes.ts'
import { findOpenMediation } from '../dispute/dispute-store.ts'
import { type EventSource, lockOrder } from '../order/order-store.ts'
import { activateFreeOrder, applyPaymentUpdate } from './apply-payment-update.ts'
import {
  type Attempt,
  endLease,
  findAttempt,
  findAttemptOfOrder,
  findOrderToProcess,
  leaseAttempt,
  type OrderToProcess,
  type PaymentDetails,
  savePaymentId,
  touchAttempt,
} from './attempt-store.ts'

/**
 * Takes an order one step further from any state. Safe to run at any time, any number of times, by any process: the
 * attempt's id is the provider's idempotency key, and the provider is asked about a charge before it is sent again.
 */
export async function chargeOrder(services: Services, orderId: string): Promise<void> {
  const { db } = services
  const { order, attempt } = (await findOrderToProcess(db, orderId)) ?? {}
  if (!order?.isOpen) return
  if (order.amount === 0) return completeFreeOrder(services, orderId)
  if (!attempt || attempt.isOnHold || attempt.isLeased) return
  const update = await fetchOrGiveUp(services, attempt)
  if (!update && attempt.state !== 'pending') {
    if (attempt.isStale)
      return savePaymentUpdate(services, attempt, { state: 'failed', reason: staleReason(attempt) }, 'job')
    return sendCharge(services, order, attempt)
  }
  if (!attempt.isOverdue || (update && isFinal(update.state))) return
  if (attempt.hasBegun) return cancelPayment(services, { ...attempt, ...knownId(update) }, 'TOO_LATE')
  // A bank may take its time until the appointment begins.
  if (update && update.state !== 'pending') return
  if (attempt.method === 'pix' || attempt.isOursToEnd)
    return cancelPayment(services, { ...attempt, ...knownId(update) })
  if (attempt.state === 'pending')
    await savePaymentUpdate(services, attempt, { state: 'failed', reason: 'EXPIRED' }, 'job')
}

const knownId = (update: PaymentUpdate | undefined) =>
  update?.providerPaymentId ? { providerPaymentId: update.providerPaymentId } : {}

/**
 * Why the attempt ends without a charge: the patient gave it up, the appointment began, or no Pix code came in time.
 */
function staleReason({ isGivenUp, hasBegun }: Attempt): FailureReason {
  if (isGivenUp) return 'CANCELLED'
  return hasBegun ? 'TOO_LATE' : 'PIX_FAILED'
}

/** A payment past its end must not keep the slot for ever while its provider is unavailable. */
async function fetchOrGiveUp(services: Services, attempt: Attempt): Promise<PaymentUpdate | undefined> {
  if (attempt.state === 'intended') return undefined
  try {
    return await fetchPaymentUpdate(services, attempt, 'job')
  } catch (error) {
    if (!attempt.isGone) throw error
    const dead: PaymentUpdate = { state: 'failed', reason: attempt.hasBegun ? 'TOO_LATE' : 'EXPIRED' }
    await savePaymentUpdate(services, attempt, dead, 'job')
    return dead
  }
}

/**
 * Ends a Pix, an unanswered challenge, or a payment that is undecided when its appointment begins. The provider
 * cancels it first, so that it takes no more money; the slot is freed only after that. A payment that was faster
 * counts; a later one is refunded (`applyPaymentUpdate`).
 */
async function cancelPayment(services: Services, attempt: Attempt, reason: FailureReason = 'EXPIRED'): Promise<void> {
  const { providerPaymentId, hasBegun } = attempt
  if (!providerPaymentId)
    return hasBegun ? savePaymentUpdate(services, attempt, { state: 'failed', reason }, 'job') : undefined
  const update = await cancelAtProvider(services, attempt, providerPaymentId)
  failpoint('pix.ended')
  const isOpen = update?.state === 'pending' || update?.state === 'processing'
  // The provider still reports it as open: retry for as long as the slot may be kept.
  if (isOpen && !attempt.isGone) return
  const isPaid = update?.state === 'succeeded' || update?.state === 'refunded'
  const dead: PaymentUpdate = { state: 'failed', providerPaymentId, reason: attempt.isGivenUp ? 'CANCELLED' : reason }
  await savePaymentUpdate(services, attempt, isPaid ? update : dead, 'job')
}

/**
 * Cancels the code of a booking that was cancelled while the provider was unavailable. Money that was paid meanwhile
 * is refunded.
 */
export async function cancelPixCode(services: Services, attemptId: string): Promise<void> {
  const attempt = await findAttempt(services.db, attemptId)
  if (attempt?.state !== 'failed' || !attempt.providerPaymentId) return
  const { providerPaymentId } = attempt
  const update = await paymentsOf(services, attempt).cancel({ attemptId, providerPaymentId })
  if (update) await savePaymentUpdate(services, attempt, update, 'job')
}

async function cancelAtProvider(services: Services, attempt: Attempt, providerPaymentId: string) {
  const { id: attemptId, isGone } = attempt
  try {
    return await paymentsOf(services, attempt).cancel({ attemptId, providerPaymentId })
  } catch (error) {
    if (!isGone) throw error
    return undefined
  }
}

/**
 * Applies the provider's answer. A Pix code that no bank would accept is cancelled at once, because the patient needs
 * another.
 */
async function applyAnswer(
  services: Services,
  attempt: Attempt,
  update: PaymentUpdate,
  source: EventSource,
): Promise<void> {
  if (attempt.method === 'pix' && update.state === 'pending' && !hasPixCode(update))
    return cancelPayment(services, { ...attempt, providerPaymentId: update.providerPaymentId }, 'PIX_INVALID')
  // The provider reports CANCELLED because we cancelled an expired payment: store the real reason.
  const ranOut = update.state === 'failed' && update.reason === 'CANCELLED' && attempt.isOverdue && !attempt.isGivenUp
  const reason = attempt.hasBegun ? 'TOO_LATE' : 'EXPIRED'
  await savePaymentUpdate(services, attempt, ranOut ? { ...update, reason } : update, source)
}

const hasPixCode = ({ nextAction }: Extract<PaymentUpdate, { state: 'pending' }>): boolean =>
  isPixCode(nextAction?.kind === 'pix' ? nextAction.code : undefined)

async function completeFreeOrder({ db }: Services, orderId: string): Promise<void> {
  await db.begin(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.status === 'PROCESSING') await activateFreeOrder(tx, order)
    failpoint('payment-update.before-commit')
  })
  failpoint('payment-update.committed')
}

/** Asks the provider about the attempt and applies the answer. Undefined when the provider knows no such payment. */
export async function fetchPaymentUpdate(
  services: Services,
  attempt: Attempt,
  source: EventSource,
): Promise<PaymentUpdate | undefined> {
  const { db } = services
  const { id: attemptId, providerPaymentId, state } = attempt
  // The scheduled job skips orders that were asked about lately; it does not visit decided ones.
  if (!isFinal(state)) await touchAttempt(db, attemptId)
  const mediation = isFinal(state) ? await findOpenMediation(db, attemptId) : undefined
  const names = { attemptId, ...(providerPaymentId ? { providerPaymentId } : {}) }
  const found = await paymentsOf(services, attempt).find(names)
  const update = found && mediation ? endReportedMediation(found, mediation) : found
  if (update) await applyAnswer(services, attempt, update, source)
  return update
}

export async function savePaymentUpdate(
  { db, log }: Services,
  attempt: Attempt,
  update: PaymentUpdate,
  source: EventSource,
): Promise<void> {
  // Final states never regress, so webhooks that repeat an older state skip the transaction.
  if (isFinal(attempt.state) && !isNewState(attempt.state, update.state) && !disputesIn(update)) return
  const applied = await db.begin(async (tx) => {
    const result = await applyPaymentUpdate(tx, attempt, update, source)
    failpoint('payment-update.before-commit')
    return result
  })
  failpoint('payment-update.committed')
  if (applied === 'held')
    log.error('a payment was put on hold', { provider: attempt.provider, orderId: attempt.orderId })
}

/**
 * Sends the charge unless another process is sending it. When the answer is lost, the scheduled job asks the
 * provider.
 */
async function sendCharge(services: Services, order: OrderToProcess['order'], attempt: Attempt): Promise<void> {
  const { db } = services
  const lease = await leaseAttempt(db, attempt.id)
  if (!lease) return
  failpoint('charge.leased')
  try {
    const request = await chargeRequest(services, order, attempt, lease.token)
    if (!request) return await savePaymentUpdate(services, attempt, { state: 'failed', reason: 'CANCELLED' }, 'job')
    const update = await paymentsOf(services, attempt).charge({
      ...request,
      ...(lease.providerPaymentId ? { providerPaymentId: lease.providerPaymentId } : {}),
      async onCreated(paymentId) {
        failpoint('charge.created-at-provider')
        await savePaymentId(db, attempt.id, paymentId)
        failpoint('charge.payment-stored')
      },
    })
    failpoint('charge.answered')
    await applyAnswer(services, attempt, update, 'job')
  } catch (error) {
    await endLease(db, attempt.id)
    throw error
  }
}

/** Undefined when the payer's account was closed meanwhile: nothing is charged then. */
async function chargeRequest(
  { db, env, config }: Services,
  order: OrderToProcess['order'],
  attempt: Attempt,
  token: PaymentDetails,
): Promise<ChargeRequest | undefined> {
  const [holder] = await patientsOf(db, order.accountId)
  if (!holder) return undefined
  const common = {
    attemptId: attempt.id,
    amount: attempt.amount,
    currency: attempt.currency,
    description: config.partnerName,
    payer: payerOf(holder, token.method === 'pix' ? token.cpf : undefined),
    returnUrl: `${env.PUBLIC_URL}/orders/${order.id}`,
    callbackUrl: `${env.PUBLIC_URL}/v1/webhooks/${attempt.provider}`,
  }
  const until = (minutes: number) => new Date(attempt.createdAt.getTime() + minutes * 60_000)
  if (token.method === 'pix')
    return { ...common, method: 'pix', ip: token.ip, expiresAt: until(PIX_MINUTES + PIX_MARGIN_MINUTES) }
  const expiresAt = until(CHALLENGE_MINUTES)
  if (token.method !== 'card') return { ...common, ...token, expiresAt }
  const { installments } = order
  return { ...common, ...token, installments, expiresAt }
}

type Holder = Awaited<ReturnType<typeof patientsOf>>[number]

/** The account holder pays, whoever the patient is; a Pix may name another CPF. */
export function payerOf(
  { document, cpf: own, email, firstName, lastName, phone }: Holder,
  newCpf?: string,
): ChargeRequest['payer'] {
  const cpf = newCpf || own
  const identity = cpf
    ? { type: 'CPF', number: cpf }
    : document && { type: document.documentType ?? 'OTHER', number: document.documentNumber }
  return { email, firstName, lastName, phone, ...(identity ? { document: identity } : {}) }
}

/**
 * Runs before a patient cancels an order that is still being paid: the provider ends the payment first, so that an
 * open bank page or Pix code takes no more money. A payment that was faster counts. When the provider is unavailable,
 * the patient can cancel all the same: a late payment is refunded automatically.
 */
export async function cancelPendingPayment(services: Services, orderId: string): Promise<void> {
  const attempt = await findAttemptOfOrder(services.db, orderId)
  if (!attempt || attempt.isOnHold || attempt.isLeased || !attempt.providerPaymentId) return
  if (attempt.state !== 'pending' && attempt.state !== 'processing') return
  const { id: attemptId, providerPaymentId } = attempt
  try {
    const update = await paymentsOf(services, attempt).cancel({ attemptId, providerPaymentId })
    if (update?.state === 'succeeded' || update?.state === 'refunded')
      await savePaymentUpdate(services, attempt, update, 'app')
  } catch (error) {
    services.log.warn('a pending payment could not be cancelled at its provider', { orderId, error })
  }
}

type Asked = Pick<CardPayments, 'find' | 'charge' | 'cancel'>
const nobody = (): Promise<never> => Promise.reject(new CapabilityDisabled('payments'))
const NOBODY: Asked = { find: nobody, charge: nobody, cancel: nobody }

/**
 * The provider where the payment began, or a port that refuses every call. Another provider would report the payment
 * as unknown, and an unknown payment is charged again or taken for failed.
 */
const paymentsOf = ({ providers }: Pick<Services, 'providers'>, attempt: { provider: string }): Asked =>
  attempt.provider === providers.payments.browser.provider ? providers.payments : NOBODY
