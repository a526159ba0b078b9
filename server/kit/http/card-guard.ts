import { holdsCardNumberAnywhere } from '@cuida/core/kit/card-number.ts'
import type { FastifyInstance } from 'fastify'
import { Refusal } from './refusal.ts'

/**
 * Refuses any body with a payment card number before it is validated, stripped or stored: cards go from the browser
 * to the provider and never through this server (product 6.5).
 */
export function refuseCardNumbers(app: FastifyInstance): void {
  app.addHook('preValidation', ({ body }, _reply, done) => {
    const held = body !== undefined && body !== null && holdsCardNumberAnywhere(body)
    done(held ? new Refusal('CARD_NUMBER_REFUSED', 400) : undefined)
  })
}
