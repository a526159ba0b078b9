import { holdsCardNumberAnywhere } from '@cuida/core/kit/card-number.ts'
import type { FastifyInstance } from 'fastify'
import { Refusal } from './refusal.ts'

/**
 * Refuses any body that holds the number of a payment card, before anything of it is checked, dropped or stored: cards
 * go from the browser to the provider and never through us (product 6.5).
 */
export function refuseCardNumbers(app: FastifyInstance): void {
  app.addHook('preValidation', ({ body }, _reply, done) => {
    const held = body !== undefined && body !== null && holdsCardNumberAnywhere(body)
    done(held ? new Refusal('CARD_NUMBER_REFUSED', 400) : undefined)
  })
}
