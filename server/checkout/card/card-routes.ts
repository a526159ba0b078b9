import { randomUUID } from 'node:crypto'
import { listCards, removeCard, type SavedCard, saveCard } from '@cuida/core/checkout/card/card-api.ts'
import { endChallenge } from '@cuida/core/checkout/order/api.ts'
import { CARDS_A_DAY, MAX_SAVED_CARDS } from '@cuida/core/kit/assumptions.ts'
import type { FastifyInstance } from 'fastify'
import { notifyChanged } from '../../kit/db/changes.ts'
import { refuseCardNumbers } from '../../kit/http/card-guard.ts'
import { serve } from '../../kit/http/serve.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import { consumeRateLimit, type RateLimit } from '../../kit/limit/rate-limit.ts'
import { CardNotSaved } from '../../providers/payment/port.ts'
import type { Services } from '../../services.ts'
import { findTriedOrder } from '../order/order-store.ts'
import { giveUpChallenge } from '../payment/attempt-store.ts'
import { findCards, markRemoved, type StoredCard } from './card-store.ts'
import { saveCardAtProvider } from './cards.ts'

/** Thieves test stolen card numbers at a form that tells valid cards from invalid ones. */
const TRIES: RateLimit = { name: 'saved card', most: CARDS_A_DAY, seconds: 86_400 }

export function cardRoutes(app: FastifyInstance, services: Services): void {
  void app.register(async (scope) => {
    refuseCardNumbers(scope)
    routes(scope, services)
  })
}

function routes(app: FastifyInstance, services: Services): void {
  const { browser } = services.providers.payments
  const toSavedCard = ({ customerId, providerCardId, ...card }: StoredCard): SavedCard => ({
    ...card,
    cardId: browser.keptCardNeedsCode ? providerCardId : null,
  })

  serve(app, services, listCards, async (_, { db, caller }) => ({
    items: (await findCards(db, caller.accountId, browser.provider)).map(toSavedCard),
  }))

  serve(app, services, saveCard, async (card, { db, caller, refuse }) => {
    const { accountId } = caller
    if ((await findCards(db, accountId, browser.provider)).length >= MAX_SAVED_CARDS) refuse('TOO_MANY_CARDS')
    await consumeRateLimit(db, services.secrets, TRIES, accountId)
    const { cardToken, sessionId, cardholderName } = card
    const { currency } = services.config
    try {
      const savedCard = await saveCardAtProvider(services, accountId, {
        reference: randomUUID(),
        cardToken,
        currency,
        ...(sessionId ? { tokenSession: sessionId } : {}),
        ...(cardholderName ? { cardholderName } : {}),
      })
      return toSavedCard(savedCard)
    } catch (error) {
      if (error instanceof CardNotSaved) refuse('CARD_NOT_SAVED')
      throw error
    }
  })

  serve(app, services, removeCard, async ({ id }, { db, caller, refuse }) => {
    await db.begin(async (tx) => {
      if (!(await markRemoved(tx, id, caller.accountId))) refuse('CARD_NOT_FOUND')
      await enqueue(tx, 'forgetCard', { cardId: id }, { key: `card:${id}` })
    })
    return null
  })
}

/**
 * Leaves the bank's challenge for another payment method: the provider cancels the payment first, so that the patient
 * cannot pay twice.
 */
export function challengeRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, endChallenge, async ({ id }, { db, caller, refuse }) => {
    if (!(await findTriedOrder(db, id, caller.accountId))) refuse('ORDER_NOT_FOUND')
    await db.begin(async (tx) => {
      if (!(await giveUpChallenge(tx, id))) return
      await enqueue(tx, 'processOrder', { orderId: id }, { key: `order:${id}` })
      await notifyChanged(tx, [`order:${id}`])
    })
    return { workflowId: id }
  })
}
