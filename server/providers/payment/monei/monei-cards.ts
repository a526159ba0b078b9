import { CardNotKept, type CardToKeep, type KeptCard } from '../port.ts'
import { cardOf, type MoneiPayment } from './monei-fact.ts'
import type { Wire } from './monei-wire.ts'
import { readPayment } from './monei-wire.ts'

/**
 * MONEI keeps a card as a permanent token that comes with a payment (product 12.9): with the one that it has just made,
 * or with one of nothing that only verifies it.
 */
export async function keepMoneiCard(wire: Wire, card: CardToKeep): Promise<KeptCard> {
  const payment = card.providerPaymentId ? await wire.read(card.providerPaymentId) : await verify(wire, card)
  if (!payment) throw new CardNotKept('unknown payment')
  return keptCard(payment)
}

/** MONEI publishes no way to void a token: ours is forgotten with the row that holds it. */
export async function forgetMoneiCard(): Promise<void> {}

async function verify(wire: Wire, card: CardToKeep): Promise<MoneiPayment> {
  const { reference, currency, tokenSession, cardToken, cardholderName, payer } = card
  const created = await wire.post('/payments', {
    amount: 0,
    currency,
    orderId: reference,
    transactionType: 'VERIF',
    allowedPaymentMethods: ['card'],
    sessionId: tokenSession,
    generatePaymentToken: true,
    customer: { email: payer.email, name: `${payer.firstName} ${payer.lastName}`, phone: payer.phone },
  })
  if (created.status >= 300) throw new CardNotKept(`HTTP ${created.status}`)
  const { id } = readPayment(created.body)
  const { status, body } = await wire.post(`/payments/${encodeURIComponent(id)}/confirm`, {
    paymentToken: cardToken,
    paymentMethod: { card: { cardholderName, cardholderEmail: payer.email } },
    generatePaymentToken: true,
  })
  if (status >= 300) throw new CardNotKept(`HTTP ${status}`)
  const payment = readPayment(body)
  // A bank that wants to see the patient: only a payment can lead there.
  if (payment.status !== 'SUCCEEDED') throw new CardNotKept(payment.status)
  return payment
}

function keptCard(payment: MoneiPayment): KeptCard {
  const { maskedCardNumber, cardType } = cardOf(payment)
  const { fingerprint, expiration } = payment.paymentMethod?.card ?? {}
  const { paymentToken } = payment
  if (!paymentToken || !maskedCardNumber || !cardType || !fingerprint || !expiration)
    throw new CardNotKept('the payment does not describe its card')
  const expires = new Date(expiration * 1000)
  return {
    fingerprint,
    cardId: paymentToken,
    cardType,
    maskedCardNumber,
    expiryMonth: expires.getUTCMonth() + 1,
    expiryYear: expires.getUTCFullYear(),
  }
}
