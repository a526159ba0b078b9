import type { FastifyInstance } from 'fastify'
import { credentials } from '../credentials.ts'
import { brandOf, type Card } from '../kit/card.ts'
import type { Account } from './account.ts'
import { authenticate } from './authenticate.ts'
import { partsOf } from './parts.ts'
import { wireToken } from './tokens.ts'
import { issuerOf, MercadoPagoError, methodOf, toCents, toDecimal } from './wire.ts'

/** What a seller asks of a card before it pays: whose the token is. */
export function tokenRoute(api: FastifyInstance, { tokens, world }: Account): void {
  api.get<{ Params: { id: string } }>('/v1/card_tokens/:id', async ({ params }) => {
    const token = tokens.get(params.id)
    if (!token)
      throw new MercadoPagoError(404, 'Card Token not found', [{ code: 2006, description: 'Card Token not found' }])
    return wireToken(token, credentials.mercadopago.publicKey, world.now())
  })
}

type Asked = { Querystring: { bin?: string; amount?: string; public_key?: string } }

/** In which parts such a card may pay. A seller asks with their token, a page of theirs with the public key. */
export function offerRoute(app: FastifyInstance): void {
  app.get<Asked>('/v1/payment_methods/installments', async (request) => {
    const { bin = '', amount: asked, public_key: key } = request.query
    if (key === undefined) authenticate(request)
    else if (key !== credentials.mercadopago.publicKey) throw new MercadoPagoError(401, 'invalid public_key')
    const amount = toCents(Number(asked))
    if (!/^\d{6,8}$/.test(bin) || !amount || amount <= 0)
      throw new MercadoPagoError(400, 'params error', [{ code: 1, description: 'params error' }])
    const brand = brandOf(bin)
    return brand === 'unknown' ? [] : [offerOf(brand, amount)]
  })
}

function offerOf(brand: Card['brand'], amount: number) {
  return {
    payment_method_id: methodOf({ brand }),
    payment_type_id: 'credit_card',
    issuer: { id: issuerOf({ brand }), name: methodOf({ brand }) },
    processing_mode: 'aggregator',
    merchant_account_id: null,
    payer_costs: partsOf(brand, amount).map(({ installments, rate, each, total }) => ({
      installments,
      installment_rate: rate,
      discount_rate: 0,
      labels: [],
      installment_amount: toDecimal(each),
      total_amount: toDecimal(total),
      recommended_message: `${installments} x R$ ${toDecimal(each)} (R$ ${toDecimal(total)})`,
    })),
    agreements: null,
  }
}
