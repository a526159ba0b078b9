import { CHALLENGE_MINUTES } from '@cuida/core/kit/assumptions.ts'
import { killPoint } from '../kit/kill-point.ts'
import { patientsOf } from '../profile/store.ts'
import type { ChargeRequest, PaymentFact } from '../providers/payment/port.ts'
import type { Services } from '../services.ts'
import {
  type Attempt,
  type CardToken,
  endLease,
  findAttemptOfOrder,
  leaseAttempt,
  markLooked,
  savePaymentId,
} from './attempt-store.ts'
import { activate, applyFact } from './facts.ts'
import { type EventSource, lockOrder } from './order-store.ts'
import { type ChargedOrder, findChargedOrder } from './sweep-store.ts'

/**
 * Takes an order one step further, from wherever it stands. Safe to run at any time, any number of times, by any
 * process: the money is asked for under one name, and asked about before it is asked for again.
 */
export async function pursueOrder(services: Services, orderId: string): Promise<void> {
  const order = await findChargedOrder(services.db, orderId)
  if (!order?.isOpen) return
  if (order.amount === 0) return activateFree(services, orderId)
  const attempt = await findAttemptOfOrder(services.db, orderId)
  if (!attempt || attempt.isQuarantined || attempt.isLeased) return
  const fact = attempt.state === 'intended' ? undefined : await lookUp(services, attempt, 'job')
  if (!fact && attempt.state !== 'pending') return charge(services, order, attempt)
  if (attempt.state === 'pending' && attempt.isOverdue && (!fact || fact.state === 'pending'))
    await settle(services, attempt, { state: 'failed', reason: 'EXPIRED' }, 'job')
}

/** Nothing to pay: no provider hears of it. */
async function activateFree({ db }: Services, orderId: string): Promise<void> {
  await db.begin(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.status === 'PROCESSING') await activate(tx, order, 'job')
    killPoint('fact.before-commit')
  })
  killPoint('fact.committed')
}

/** Asks the provider what it knows, and applies it. Undefined: it was never asked to charge this attempt. */
export async function lookUp(
  services: Services,
  attempt: Attempt,
  source: EventSource,
): Promise<PaymentFact | undefined> {
  const { db, providers } = services
  await markLooked(db, attempt.id)
  const { id: attemptId, providerPaymentId } = attempt
  const fact = await providers.payments.find({ attemptId, ...(providerPaymentId ? { providerPaymentId } : {}) })
  if (fact) await settle(services, attempt, fact, source)
  return fact
}

export async function settle(
  { db, log }: Services,
  attempt: Attempt,
  fact: PaymentFact,
  source: EventSource,
): Promise<void> {
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
async function charge(services: Services, order: ChargedOrder, attempt: Attempt): Promise<void> {
  const { db, providers } = services
  const lease = await leaseAttempt(db, attempt.id)
  if (!lease) return
  killPoint('charge.leased')
  try {
    const request = await chargeRequest(services, order, attempt, lease.token)
    if (!request) return await settle(services, attempt, { state: 'failed', reason: 'CANCELLED' }, 'job')
    const fact = await providers.payments.charge({
      ...request,
      ...(lease.providerPaymentId ? { providerPaymentId: lease.providerPaymentId } : {}),
      async onCreated(paymentId) {
        killPoint('charge.created-at-provider')
        await savePaymentId(db, attempt.id, paymentId)
        killPoint('charge.payment-stored')
      },
    })
    killPoint('charge.answered')
    await settle(services, attempt, fact, 'job')
  } catch (error) {
    await endLease(db, attempt.id)
    throw error
  }
}

/** Undefined when the payer's account was closed meanwhile: nobody is charged then. */
async function chargeRequest(
  { db, env }: Services,
  order: ChargedOrder,
  attempt: Attempt,
  token: CardToken,
): Promise<ChargeRequest | undefined> {
  const [holder] = await patientsOf(db, order.accountId)
  if (!holder) return undefined
  const { document, cpf, email, firstName, lastName, phone } = holder
  const identity = cpf
    ? { type: 'CPF', number: cpf }
    : document && { type: document.documentType ?? 'OTHER', number: document.documentNumber }
  return {
    attemptId: attempt.id,
    amount: attempt.amount,
    currency: attempt.currency,
    installments: order.installments,
    description: order.productName,
    payer: { email, firstName, lastName, phone, ...(identity ? { document: identity } : {}) },
    returnUrl: `${env.PUBLIC_URL}/orders/${order.id}`,
    callbackUrl: `${env.PUBLIC_URL}/v1/webhooks/${attempt.provider}`,
    expiresAt: new Date(attempt.createdAt.getTime() + CHALLENGE_MINUTES * 60_000),
    ...token,
  }
}
