import type { FastifyInstance } from 'fastify'
import { credentials } from '../credentials.ts'
import { brandOf } from '../kit/card.ts'
import type { Account } from './account.ts'
import { PARTS } from './outcomes.ts'
import { wireToken } from './tokens.ts'
import { issuerOf, MercadoPagoError, methodOf, toCents, toDecimal } from './wire.ts'

/** What a seller asks of a card before it pays: whose the token is, and in which parts such a card may pay. */
export function offerRoutes(app: FastifyInstance, { tokens, world }: Account): void {
  app.get<{ Params: { id: string } }>('/v1/card_tokens/:id', async ({ params }) => {
    const token = tokens.get(params.id)
    if (!token)
      throw new MercadoPagoError(404, 'Card Token not found', [{ code: 2006, description: 'Card Token not found' }])
    return wireToken(token, credentials.mercadopago.publicKey, world.now())
  })
  app.get<{ Querystring: { bin?: string; amount?: string } }>('/v1/payment_methods/installments', async ({ query }) => {
    const { bin = '' } = query
    const amount = toCents(Number(query.amount))
    if (!/^\d{6,8}$/.test(bin) || !amount || amount <= 0)
      throw new MercadoPagoError(400, 'params error', [{ code: 1, description: 'params error' }])
    const brand = brandOf(bin)
    return brand === 'unknown' ? [] : [offerOf(brand, amount)]
  })
}

function offerOf(brand: Parameters<typeof issuerOf>[0]['brand'], amount: number) {
  return {
    payment_method_id: methodOf({ brand }),
    payment_type_id: 'credit_card',
    issuer: { id: issuerOf({ brand }), name: methodOf({ brand }) },
    processing_mode: 'aggregator',
    payer_costs: PARTS.map((installments) => ({
      ...{ installments, installment_rate: 0, total_amount: toDecimal(amount) },
      installment_amount: toDecimal(Math.round(amount / installments)),
    })),
  }
}
