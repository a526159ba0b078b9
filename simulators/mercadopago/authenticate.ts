import type { FastifyRequest } from 'fastify'
import { credentials } from '../credentials.ts'
import { MercadoPagoError } from './wire.ts'

/** Every route except those for browsers needs the seller's token (product 12.1). */
export function authenticate({ headers }: Pick<FastifyRequest, 'headers'>): void {
  const description = 'Must provide your access_token to proceed'
  if (headers.authorization !== `Bearer ${credentials.mercadopago.accessToken}`)
    throw new MercadoPagoError(401, description, [{ code: 5, description }])
}
