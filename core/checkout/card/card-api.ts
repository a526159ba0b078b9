import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Id, Name, Text } from '../../kit/shapes.ts'
import { CardType } from '../order/order.ts'

/** A card saved at the payment provider. Only display data is stored here, never the number. */
export const SavedCard = v.object({
  id: Id,
  cardType: CardType,
  /** `•••• 4242` */
  maskedCardNumber: v.string(),
  expiryMonth: v.number(),
  expiryYear: v.number(),
  /**
   * The provider's card id, where a payment needs a token made from it and the security code; null where the card pays
   * without one (docs/decisions/0032).
   */
  cardId: v.nullable(v.string()),
})
export type SavedCard = v.InferOutput<typeof SavedCard>

/** Newest first. */
export const listCards = call({
  method: 'GET',
  path: '/payment/cards',
  list: { boundedBy: 'the cards of one account, which have a maximum' },
  access: 'access',
  priority: 'high',
  needs: 'payments',
  reply: v.object({ items: v.array(SavedCard) }),
})

/** B7.13: saves a card without a payment. A card that is saved already is not duplicated. */
export const saveCard = call({
  method: 'POST',
  path: '/payment/card/',
  repeat: 'replay',
  access: 'access',
  needs: 'payments',
  status: 201,
  body: v.object({
    cardToken: Text(8, 200),
    /** Binds a MONEI token to the form that created it. */
    sessionId: v.optional(Text(1, 100)),
    cardholderName: v.optional(Name(2, 80)),
  }),
  reply: SavedCard,
  refusals: { CARD_NOT_SAVED: 409, TOO_MANY_CARDS: 409, CARD_NUMBER_REFUSED: 400, RATE_LIMITED: 429 },
})

/** Hides the card from the patient at once; a payment in progress with it continues. */
export const removeCard = call({
  method: 'DELETE',
  path: '/payment/card/:id',
  access: 'access',
  needs: 'payments',
  params: v.object({ id: Id }),
  refusals: { CARD_NOT_FOUND: 404, CARD_NUMBER_REFUSED: 400 },
})
