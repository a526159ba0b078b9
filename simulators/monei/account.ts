import type { SimulatorContext } from '../kit/context.ts'
import { fieldsOf, textOf } from '../kit/fields.ts'
import { type Account, nowInSeconds } from './account-shape.ts'
import { applyOutcome, applyRefund, methodOf, newPayment, statusOf } from './payment.ts'
import { applyChargeResult } from './subscriptions.ts'
import { type CardToken, MoneiError, type Payment, publicPayment } from './wire.ts'

export function openAccount(context: SimulatorContext): Account {
  return {
    context,
    tokens: context.store.collection('monei-token'),
    payments: context.store.collection('monei-payment'),
    refunds: context.store.collection('monei-refund'),
    subscriptions: context.store.collection('monei-subscription'),
  }
}

function save(account: Account, payment: Payment): Payment {
  // A subscription charge uses its subscription's clock, which may be ahead.
  const saved = { ...payment, updatedAt: Math.max(payment.updatedAt, nowInSeconds(account)) }
  account.payments.put(saved.id, saved, saved.orderId)
  return saved
}

/** Saves the payment and sends its status to its callbackUrl: the bare payment, no envelope (product 12.12). */
export function saveAndNotify(account: Account, payment: Payment): Payment {
  const saved = save(account, payment)
  const url = saved.private.callbackUrl
  if (url) account.context.webhooks.notify('monei', url, publicPayment(saved))
  applyChargeResult(account, saved)
  return saved
}

export function createPayment(account: Account, body: unknown): Payment {
  const payment = save(account, newPayment(body, nowInSeconds(account), account.context.publicUrl))
  return textOf(fieldsOf(body).paymentToken) ? confirmPayment(account, payment.id, body) : payment
}

/** The payment in its current state: an unfinished one may have expired. */
export function findPayment(account: Account, id: string): Payment {
  const payment = account.payments.get(id)
  if (!payment) throw new MoneiError(404, 'Payment not found')
  const { expireAt } = payment.private
  if (payment.status !== 'PENDING' || expireAt === undefined || expireAt > nowInSeconds(account)) return payment
  return saveAndNotify(account, { ...payment, ...statusOf('EXPIRED', 'E004'), nextAction: null })
}

export function confirmPayment(account: Account, id: string, body: unknown): Payment {
  const payment = findPayment(account, id)
  if (payment.nextAction?.type !== 'CONFIRM') throw new MoneiError(422, 'Payment is not waiting for a confirmation')
  const token = useToken(account, payment, body)
  const method = token.phoneNumber ? 'bizum' : (token.wallet ?? 'card')
  if (payment.private.allowed?.includes(method) === false) throw new MoneiError(422, 'Payment method is not allowed')
  const holder = fieldsOf(fieldsOf(fieldsOf(body).paymentMethod).card)
  const paidBefore = account.payments.having(payment.orderId).some((other) => other.status === 'SUCCEEDED')
  const keeps = payment.private.keepsCard || fieldsOf(body).generatePaymentToken === true
  const paymentToken = keeps ? keepCard(account, token) : null
  const paying = { ...payment, paymentMethod: methodOf(token, holder), paymentToken }
  const paid = applyOutcome(paying, paidBefore ? 'E209' : token.outcome, account.context.publicUrl)
  const asksOwner = token.phoneNumber !== undefined && paid.nextAction !== null
  return saveAndNotify(
    account,
    asksOwner ? { ...paid, nextAction: { ...payment.nextAction, type: 'BIZUM_CHALLENGE' } } : paid,
  )
}

/** A card always has the same permanent token. */
function keepCard({ tokens }: Account, { card, outcome }: CardToken): string {
  const token = `perm_${card.fingerprint}`
  tokens.put(token, { token, card, outcome, isPermanent: true })
  return token
}

/** A token pays once, and only for the payment or form session it was made for. */
function useToken({ tokens }: Account, payment: Payment, body: unknown): CardToken {
  const token = tokens.get(textOf(fieldsOf(body).paymentToken) ?? '')
  if (!token) throw new MoneiError(422, 'paymentToken is missing or unknown')
  if (token.isPermanent) return token
  if (token.usedBy) throw new MoneiError(422, 'paymentToken was already used')
  const bound = token.paymentId ? token.paymentId === payment.id : token.sessionId === payment.private.sessionId
  if (!bound) throw new MoneiError(422, 'paymentToken belongs to another payment or session')
  tokens.put(token.token, { ...token, usedBy: payment.id })
  return token
}

/** Applies the patient's answer on the bank's page, or in the bank's app for Bizum. A second answer changes nothing. */
export function answerChallenge(account: Account, id: string, authorised: boolean): Payment {
  const payment = findPayment(account, id)
  const type = payment.nextAction?.type
  if (type !== 'CHALLENGE' && type !== 'BIZUM_CHALLENGE') return payment
  const refused = statusOf('FAILED', type === 'CHALLENGE' ? 'E301' : 'E640')
  const end = authorised ? statusOf('SUCCEEDED', 'E000') : refused
  return saveAndNotify(account, { ...payment, ...end, nextAction: null })
}

/** Simulator-only: the bank pays although the payment has ended, as a slow one does. */
export function payLate(account: Account, id: string): Payment {
  const payment = findPayment(account, id)
  if (payment.status !== 'CANCELED' && payment.status !== 'EXPIRED') return payment
  return saveAndNotify(account, { ...payment, ...statusOf('SUCCEEDED', 'E000'), nextAction: null })
}

export function cancelPayment(account: Account, id: string, body: unknown): Payment {
  const payment = findPayment(account, id)
  if (payment.status !== 'PENDING') throw new MoneiError(422, 'Payment cannot be cancelled any more')
  const cancellationReason = textOf(fieldsOf(body).cancellationReason) ?? null
  return saveAndNotify(account, { ...payment, ...statusOf('CANCELED', 'E222'), cancellationReason, nextAction: null })
}

export function refundPayment(account: Account, id: string, body: unknown): Payment {
  const { payment, refund } = applyRefund(findPayment(account, id), fieldsOf(body), nowInSeconds(account))
  account.refunds.put(refund.id, refund, id)
  return saveAndNotify(account, payment)
}
