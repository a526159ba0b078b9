import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { fieldsOf, textOf } from '../kit/fields.ts'
import type { Account } from './account.ts'
import { type Customer, issuerOf, MercadoPagoError, methodOf, type SavedCard } from './wire.ts'

type WithId = { Params: { id: string } }
type WithCard = { Params: { id: string; cardId: string } }

const refuse = (status: number, code: string, description: string) =>
  new MercadoPagoError(status, description, [{ code, description }])

/** Customers and their saved cards (product 12.3). */
export function customerRoutes(app: FastifyInstance, account: Account): void {
  const { customers, cards, context } = account
  const view = (customer: Customer) => ({
    ...customer,
    live_mode: false,
    cards: cards.having(customer.id).map(wireCard),
  })
  app.post('/v1/customers', async ({ body }, reply) => {
    const customer = newCustomer(body, context.now())
    if (customers.having(customer.email).length > 0) throw refuse(400, '101', 'the customer already exist')
    customers.put(customer.id, customer, customer.email)
    return reply.code(201).send(view(customer))
  })
  app.get<{ Querystring: { email?: string } }>('/v1/customers/search', async ({ query }) => {
    const results = customers.having((query.email ?? '').toLowerCase()).map(view)
    return { paging: { total: results.length, limit: 10, offset: 0 }, results }
  })
  app.get<WithId>('/v1/customers/:id', async ({ params }) => view(findCustomer(account, params.id)))
  app.post<WithId>('/v1/customers/:id/cards', async ({ params, body }, reply) => {
    const card = saveCard(account, findCustomer(account, params.id), textOf(fieldsOf(body).token) ?? '')
    return reply.code(201).send(wireCard(card))
  })
  app.get<WithId>('/v1/customers/:id/cards', async ({ params }) =>
    cards.having(findCustomer(account, params.id).id).map(wireCard),
  )
  app.delete<WithCard>('/v1/customers/:id/cards/:cardId', async ({ params }) => {
    const card = cards.get(params.cardId)
    if (card?.customerId !== params.id) throw refuse(404, '105', 'card not found')
    cards.remove(card.id)
    return wireCard(card)
  })
}

function newCustomer(body: unknown, now: Date): Customer {
  const sent = fieldsOf(body)
  const email = textOf(sent.email)?.toLowerCase()
  if (!email || !/^[^@\s]+@[^@\s]+$/.test(email)) throw refuse(400, '106', 'the email format is invalid')
  return {
    id: `${Date.now()}-${randomBytes(7).toString('hex')}`,
    email,
    first_name: textOf(sent.first_name) ?? null,
    last_name: textOf(sent.last_name) ?? null,
    phone: sent.phone ? fieldsOf(sent.phone) : null,
    identification: sent.identification ? fieldsOf(sent.identification) : null,
    date_created: now.toISOString(),
  }
}

function findCustomer({ customers }: Account, id: string): Customer {
  const customer = customers.get(id)
  if (!customer) throw refuse(404, '105', 'customer not found')
  return customer
}

/** The provider recommends saving a card after a payment: a token that paid may still be saved once. */
function saveCard({ tokens, cards, context }: Account, customer: Customer, tokenId: string): SavedCard {
  const token = tokens.get(tokenId)
  if (!token) throw refuse(400, '2006', 'Card Token not found')
  const known = cards.having(customer.id).find(({ card }) => card.fingerprint === token.card.fingerprint)
  const { bin, card, holder, outcome, challenge } = token
  const at = context.now().toISOString()
  const id = known?.id ?? String(Date.now()) + randomBytes(2).readUInt16BE()
  const saved = { id, bin, customerId: customer.id, card, holder, outcome, challenge, at }
  cards.put(id, saved, customer.id)
  return saved
}

const wireCard = ({ id, bin, customerId, card, holder, at }: SavedCard) => ({
  id,
  customer_id: customerId,
  expiration_month: card.expiryMonth,
  expiration_year: card.expiryYear,
  first_six_digits: bin ?? null,
  last_four_digits: card.last4,
  payment_method: { id: methodOf(card), name: methodOf(card), payment_type_id: 'credit_card' },
  security_code: { length: card.brand === 'amex' ? 4 : 3, card_location: card.brand === 'amex' ? 'front' : 'back' },
  issuer: { id: Number(issuerOf(card)), name: methodOf(card) },
  cardholder: holder,
  date_created: at,
  date_last_updated: at,
  live_mode: false,
})
