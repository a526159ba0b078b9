import { randomInt, randomUUID } from 'node:crypto'
import type { SimulatorContext } from '../kit/context.ts'
import { fieldsOf, textOf } from '../kit/fields.ts'
import type { Collection } from '../kit/store.ts'
import { applyRefund, newPayment } from './payment.ts'
import { applyCancellation, applyPixAction, type PixAction, withExpiry } from './pix.ts'
import { type CardToken, type Customer, MercadoPagoError, type Payment, type Refund, type SavedCard } from './wire.ts'

/** The merchant's account at the provider. */
export interface Account {
  context: SimulatorContext
  tokens: Collection<CardToken>
  payments: Collection<Payment>
  refunds: Collection<Refund>
  customers: Collection<Customer>
  cards: Collection<SavedCard>
}

export function openAccount(context: SimulatorContext): Account {
  return {
    context,
    tokens: context.store.collection('mercadopago-token'),
    payments: context.store.collection('mercadopago-payment'),
    refunds: context.store.collection('mercadopago-refund'),
    customers: context.store.collection('mercadopago-customer'),
    cards: context.store.collection('mercadopago-card'),
  }
}

/** Ids are numbers, as the provider's are. */
const newId = (): number => randomInt(1_000_000_000, 99_999_999_999)

export function savePayment(
  account: Account,
  payment: Payment,
  action: 'payment.created' | 'payment.updated',
): Payment {
  account.payments.put(String(payment.id), payment, payment.externalReference ?? undefined)
  if (payment.notificationUrl) notify(account.context, payment, payment.notificationUrl, action)
  return payment
}

/** The signature covers the payment id from the query and the request id, not the body (product 12.6). */
function notify({ webhooks, now }: SimulatorContext, payment: Payment, notificationUrl: string, action: string): void {
  const url = new URL(notificationUrl)
  url.searchParams.set('data.id', String(payment.id))
  url.searchParams.set('type', 'payment')
  const body = {
    id: newId(),
    live_mode: false,
    type: 'payment',
    date_created: now().toISOString(),
    user_id: 724_484_980,
    api_version: 'v1',
    action,
    data: { id: String(payment.id) },
  }
  webhooks.notify('mercadopago', url.href, body, { dataId: String(payment.id), requestId: randomUUID() })
}

export function createPayment(account: Account, body: unknown): Payment {
  const sent = fieldsOf(body)
  const token = account.tokens.get(textOf(sent.token) ?? '')
  const payment = newPayment(newId(), sent, token, account.context.now())
  if (token) account.tokens.put(token.id, { ...token, usedBy: payment.id })
  return savePayment(account, payment, 'payment.created')
}

export function findPayment(account: Account, id: string): Payment {
  const storedPayment = account.payments.get(id)
  const payment = storedPayment && currentPayment(account, storedPayment)
  if (!payment) throw new MercadoPagoError(404, 'Payment not found', [{ code: 2000, description: 'Payment not found' }])
  return payment
}

/** The current state of a payment; an expired code is stored as such on the next read. */
export function currentPayment(account: Account, storedPayment: Payment): Payment {
  const payment = withExpiry(storedPayment, account.context.now())
  return payment === storedPayment ? storedPayment : savePayment(account, payment, 'payment.updated')
}

export const cancelPayment = (account: Account, id: string): Payment =>
  savePayment(account, applyCancellation(findPayment(account, id), account.context.now()), 'payment.updated')

export const changePix = (account: Account, id: string, act: PixAction): Payment =>
  savePayment(account, applyPixAction(findPayment(account, id), act, account.context.now()), 'payment.updated')

export function refundPayment(account: Account, id: string, body: unknown): Refund {
  const before = findPayment(account, id)
  const payment = applyRefund(before, fieldsOf(body), account.context.now())
  const refund: Refund = {
    id: newId(),
    payment_id: payment.id,
    amount: payment.refunded - before.refunded,
    externalReference: payment.externalReference ?? '',
    at: payment.updatedAt,
  }
  account.refunds.put(String(refund.id), refund, id)
  savePayment(account, payment, 'payment.updated')
  return refund
}
