import { isNews, isVerdict } from '@cuida/core/checkout/payment/attempt.ts'
import type { FailureReason } from '@cuida/core/checkout/payment/failure.ts'
import { isPixCode } from '@cuida/core/checkout/pix/pix.ts'
import { CHALLENGE_MINUTES, PIX_MARGIN_MINUTES, PIX_MINUTES } from '@cuida/core/kit/assumptions.ts'
import { killPoint } from '../../kit/jobs/kill-point.ts'
import { patientsOf } from '../../profile/store.ts'
import type { ChargeRequest, PaymentFact } from '../../providers/payment/port.ts'
import type { Services } from '../../services.ts'
import { disputesIn, withoutMediation } from '../dispute/apply.ts'
import { findOpenMediation } from '../dispute/dispute-store.ts'
import { type EventSource, lockOrder } from '../order/order-store.ts'
import { payerOf } from '../order/payer.ts'
import {
  type Attempt,
  endLease,
  findAttempt,
  findPursuedOrder,
  leaseAttempt,
  markAsked,
  type PaymentDetails,
  type PursuedOrder,
  savePaymentId,
} from './attempt-store.ts'
import { activateFree, applyFact } from './facts.ts'
import { paymentsOf } from './provider-of.ts'

/**
 * Takes an order one step further, from wherever it stands. Safe to run at any time, any number of times, by any
 * process: the money is asked for under one name, and asked about before it is asked for again.
 */
export async function pursueOrder(services: Services, orderId: string): Promise<void> {
  const { db } = services
  const { order, attempt } = (await findPursuedOrder(db, orderId)) ?? {}
  if (!order?.isOpen) return
  if (order.amount === 0) return takeFree(services, orderId)
  if (!attempt || attempt.isQuarantined || attempt.isLeased) return
  const fact = await look(services, attempt)
  if (!fact && attempt.state !== 'pending') {
    if (attempt.isStale) return settle(services, attempt, { state: 'failed', reason: staleReason(attempt) }, 'job')
    return charge(services, order, attempt)
  }
  if (!attempt.isOverdue || (fact && isVerdict(fact.state))) return
  if (attempt.hasBegun) return end(services, { ...attempt, ...idOf(fact) }, 'TOO_LATE')
  // A bank that takes its time may have it until the hour.
  if (fact && fact.state !== 'pending') return
  if (attempt.method === 'pix' || attempt.isOursToEnd) return end(services, { ...attempt, ...idOf(fact) })
  if (attempt.state === 'pending') await settle(services, attempt, { state: 'failed', reason: 'EXPIRED' }, 'job')
}

const idOf = (fact: PaymentFact | undefined) =>
  fact?.providerPaymentId ? { providerPaymentId: fact.providerPaymentId } : {}

/** A code that nobody was shown, and none will be; or an hour that began before anybody was asked. */
function staleReason({ isGivenUp, hasBegun }: Attempt): FailureReason {
  if (isGivenUp) return 'CANCELLED'
  return hasBegun ? 'TOO_LATE' : 'PIX_FAILED'
}

/** What is past its time may be dead at a provider that is away: that must not keep somebody's time for ever. */
async function look(services: Services, attempt: Attempt): Promise<PaymentFact | undefined> {
  if (attempt.state === 'intended') return undefined
  try {
    return await askAbout(services, attempt, 'job')
  } catch (error) {
    if (!attempt.isGone) throw error
    const dead: PaymentFact = { state: 'failed', reason: attempt.hasBegun ? 'TOO_LATE' : 'EXPIRED' }
    await settle(services, attempt, dead, 'job')
    return dead
  }
}

/**
 * Ends a Pix, a bank's question that nobody answers, or whatever is not decided when its hour begins: given up at the provider first, so that it takes no money any
 * more, and the time is free only after that. Money that was faster counts; money that still comes is refunded
 * (`applyFact`).
 */
async function end(services: Services, attempt: Attempt, reason: FailureReason = 'EXPIRED'): Promise<void> {
  const { providerPaymentId, hasBegun } = attempt
  if (!providerPaymentId) return hasBegun ? settle(services, attempt, { state: 'failed', reason }, 'job') : undefined
  const fact = await cancelAt(services, attempt, providerPaymentId)
  killPoint('pix.ended')
  const isOpen = fact?.state === 'pending' || fact?.state === 'processing'
  // A provider that still lets it wait is asked again, for as long as the time may be kept.
  if (isOpen && !attempt.isGone) return
  const isPaid = fact?.state === 'succeeded' || fact?.state === 'refunded'
  const dead: PaymentFact = { state: 'failed', providerPaymentId, reason: attempt.isGivenUp ? 'CANCELLED' : reason }
  await settle(services, attempt, isPaid ? fact : dead, 'job')
}

/** For a code whose booking was cancelled while the provider was away: it ends now. What was paid by then comes back. */
export async function endCode(services: Services, attemptId: string): Promise<void> {
  const attempt = await findAttempt(services.db, attemptId)
  if (attempt?.state !== 'failed' || !attempt.providerPaymentId) return
  const { providerPaymentId } = attempt
  const fact = await paymentsOf(services, attempt).cancel({ attemptId, providerPaymentId })
  if (fact) await settle(services, attempt, fact, 'job')
}

async function cancelAt(services: Services, attempt: Attempt, providerPaymentId: string) {
  const { id: attemptId, isGone } = attempt
  try {
    return await paymentsOf(services, attempt).cancel({ attemptId, providerPaymentId })
  } catch (error) {
    if (!isGone) throw error
    return undefined
  }
}

/** What a provider told. A Pix code that no bank would take is given up at once: its patient needs another. */
async function learn(services: Services, attempt: Attempt, fact: PaymentFact, source: EventSource): Promise<void> {
  if (attempt.method === 'pix' && fact.state === 'pending' && !hasPixCode(fact))
    return end(services, { ...attempt, providerPaymentId: fact.providerPaymentId }, 'PIX_INVALID')
  // We cancel what has run out: that is how the provider calls it, and not what happened.
  const ranOut = fact.state === 'failed' && fact.reason === 'CANCELLED' && attempt.isOverdue && !attempt.isGivenUp
  const reason = attempt.hasBegun ? 'TOO_LATE' : 'EXPIRED'
  await settle(services, attempt, ranOut ? { ...fact, reason } : fact, source)
}

const hasPixCode = ({ nextAction }: Extract<PaymentFact, { state: 'pending' }>): boolean =>
  isPixCode(nextAction?.kind === 'pix' ? nextAction.code : undefined)

/** Nothing to pay: no provider hears of it. */
async function takeFree({ db }: Services, orderId: string): Promise<void> {
  await db.begin(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.status === 'PROCESSING') await activateFree(tx, order)
    killPoint('fact.before-commit')
  })
  killPoint('fact.committed')
}

/** Asks the provider what it knows, and applies it. Undefined: it was never asked to charge this attempt. */
export async function askAbout(
  services: Services,
  attempt: Attempt,
  source: EventSource,
): Promise<PaymentFact | undefined> {
  const { db } = services
  const { id: attemptId, providerPaymentId, state } = attempt
  // Who looks after forgotten orders asks when somebody last looked; a verdict is not looked after.
  if (!isVerdict(state)) await markAsked(db, attemptId)
  const mediation = isVerdict(state) ? await findOpenMediation(db, attemptId) : undefined
  const names = { attemptId, ...(providerPaymentId ? { providerPaymentId } : {}) }
  const found = await paymentsOf(services, attempt).find(names)
  const fact = found && mediation ? withoutMediation(found, mediation) : found
  if (fact) await learn(services, attempt, fact, source)
  return fact
}

export async function settle(
  { db, log }: Services,
  attempt: Attempt,
  fact: PaymentFact,
  source: EventSource,
): Promise<void> {
  // What a verdict outranks it will always outrank: most notifications repeat what we know.
  if (isVerdict(attempt.state) && !isNews(attempt.state, fact.state) && !disputesIn(fact)) return
  const applied = await db.begin(async (tx) => {
    const result = await applyFact(tx, attempt, fact, source)
    killPoint('fact.before-commit')
    return result
  })
  killPoint('fact.committed')
  if (applied === 'quarantined')
    log.error('payment quarantined', { provider: attempt.provider, orderId: attempt.orderId })
}

/** Sends the charge, if nobody else is sending it. When the answer is lost, somebody will ask. */
async function charge(services: Services, order: PursuedOrder['order'], attempt: Attempt): Promise<void> {
  const { db } = services
  const lease = await leaseAttempt(db, attempt.id)
  if (!lease) return
  killPoint('charge.leased')
  try {
    const request = await chargeRequest(services, order, attempt, lease.token)
    if (!request) return await settle(services, attempt, { state: 'failed', reason: 'CANCELLED' }, 'job')
    const fact = await paymentsOf(services, attempt).charge({
      ...request,
      ...(lease.providerPaymentId ? { providerPaymentId: lease.providerPaymentId } : {}),
      async onCreated(paymentId) {
        killPoint('charge.created-at-provider')
        await savePaymentId(db, attempt.id, paymentId)
        killPoint('charge.payment-stored')
      },
    })
    killPoint('charge.answered')
    await learn(services, attempt, fact, 'job')
  } catch (error) {
    await endLease(db, attempt.id)
    throw error
  }
}

/** Undefined when the payer's account was closed meanwhile: nobody is charged then. */
async function chargeRequest(
  { db, env }: Services,
  order: PursuedOrder['order'],
  attempt: Attempt,
  token: PaymentDetails,
): Promise<ChargeRequest | undefined> {
  const [holder] = await patientsOf(db, order.accountId)
  if (!holder) return undefined
  const common = {
    attemptId: attempt.id,
    amount: attempt.amount,
    currency: attempt.currency,
    description: order.productName,
    payer: payerOf(holder, token.method === 'pix' ? token.cpf : undefined),
    returnUrl: `${env.PUBLIC_URL}/orders/${order.id}`,
    callbackUrl: `${env.PUBLIC_URL}/v1/webhooks/${attempt.provider}`,
  }
  const until = (minutes: number) => new Date(attempt.createdAt.getTime() + minutes * 60_000)
  if (token.method === 'pix')
    return { ...common, method: 'pix', ip: token.ip, expiresAt: until(PIX_MINUTES + PIX_MARGIN_MINUTES) }
  const { installments } = order
  return { ...common, ...token, method: 'card', installments, expiresAt: until(CHALLENGE_MINUTES) }
}
