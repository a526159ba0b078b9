import * as v from 'valibot'
import { readAnswer } from '../../post.ts'
import { CardNotSaved, type CardToSave, type CardType, type KeptCard } from '../port.ts'
import type { Wire } from './mercadopago-wire.ts'

const PROVIDER = 'mercadopago'
const CardId = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.minLength(1))
const Customer = v.object({ id: v.pipe(v.string(), v.minLength(1)) })
const Found = v.object({ results: v.array(Customer) })
const Card = v.object({
  id: CardId,
  expiration_month: v.number(),
  expiration_year: v.number(),
  last_four_digits: v.pipe(v.string(), v.regex(/^\d{4}$/)),
  payment_method: v.object({ id: v.string() }),
})
/** The provider's own names of the brands. */
export const CARD_TYPES: readonly CardType[] = ['visa', 'master', 'amex', 'elo', 'hipercard']

/**
 * Mercado Pago saves cards under a customer, identified by e-mail (product 12.3). A token that has just paid can
 * still save its card, and the provider recommends to do it then.
 */
export async function saveMercadoPagoCard(wire: Wire, card: CardToSave): Promise<KeptCard> {
  const customerId = await customerOf(wire, card)
  const path = `/v1/customers/${encodeURIComponent(customerId)}/cards`
  const { status, body } = await wire.post(path, card.reference, { token: card.cardToken })
  if (status >= 300) throw new CardNotSaved(`HTTP ${status}`)
  const savedCard = readAnswer(PROVIDER, Card, body)
  const cardType = CARD_TYPES.find((type) => type === savedCard.payment_method.id)
  if (!cardType) throw new CardNotSaved('a brand that we do not take')
  return {
    fingerprint: savedCard.id,
    customerId,
    cardId: savedCard.id,
    cardType,
    maskedCardNumber: `•••• ${savedCard.last_four_digits}`,
    expiryMonth: savedCard.expiration_month,
    expiryYear: savedCard.expiration_year,
  }
}

export async function deleteMercadoPagoCard(wire: Wire, card: Pick<KeptCard, 'customerId' | 'cardId'>): Promise<void> {
  const path = `/v1/customers/${encodeURIComponent(card.customerId ?? '')}/cards/${encodeURIComponent(card.cardId)}`
  // 404: a concurrent request removed it already.
  await wire.remove(path, card.cardId)
}

async function customerOf(wire: Wire, { reference, payer }: CardToSave): Promise<string> {
  const known = await findCustomer(wire, payer.email)
  if (known) return known
  const { email, firstName, lastName } = payer
  const json = { email, first_name: firstName, last_name: lastName }
  const { status, body } = await wire.post('/v1/customers', reference, json)
  if (status < 300) return readAnswer(PROVIDER, Customer, body).id
  // 101, the customer exists: a concurrent request created it.
  const customer = await findCustomer(wire, payer.email)
  if (!customer) throw new CardNotSaved(`HTTP ${status}`)
  return customer
}

async function findCustomer(wire: Wire, email: string): Promise<string | undefined> {
  const { status, body } = await wire.get(`/v1/customers/search?email=${encodeURIComponent(email)}`)
  if (status >= 300) throw new CardNotSaved(`HTTP ${status}`)
  return readAnswer(PROVIDER, Found, body).results[0]?.id
}
