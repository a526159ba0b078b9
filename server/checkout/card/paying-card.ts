import type { Tx } from '../../kit/db/db.ts'
import { Invalid } from '../../kit/http/refusal.ts'
import type { Services } from '../../services.ts'
import type { NewOrder } from '../order/order-store.ts'
import type { OrderRequest, TakenParts } from '../order/order-wish.ts'
import type { PaymentDetails } from '../payment/attempt-store.ts'
import { holdCard, type StoredCard } from './card-store.ts'

/** What the order shows of its card; the provider knows better once it has charged. */
type ShownCard = Pick<NewOrder, 'cardType' | 'maskedCardNumber' | 'installments' | 'payerTotal'>
const AT_ONCE = { installments: 1, payerTotal: undefined }
export const NO_CARD: ShownCard = { cardType: undefined, maskedCardNumber: undefined, ...AT_ONCE }

/** With what an order is paid, and how it is shown. */
export interface Paying {
  token: PaymentDetails
  savedCardId?: string
  shown: ShownCard
}

/** With which card an order is paid: one that the provider has just made a token of, or one that it keeps. */
export async function payingCard(services: Services, tx: Tx, request: OrderRequest): Promise<Paying> {
  const { wish, ip, parts } = request
  const { savedCardId, isSavedCard } = wish
  if (isSavedCard && !savedCardId) throw new Invalid({ savedCardId: 'REQUIRED' })
  if (savedCardId) return keptCard(services, tx, request, savedCardId)
  const { cardToken, sessionId: tokenSession, cardholderName, deviceSessionId, showsChallenge } = wish
  if (!cardToken) throw new Invalid({ cardToken: 'REQUIRED' })
  const { cardType, maskedCardNumber, installments, saveCard: keepCard } = wish
  const told = { deviceSessionId, showsChallenge, ip, keepCard }
  return {
    token: { method: 'card', cardToken, tokenSession, cardholderName, ...told },
    shown: { cardType, maskedCardNumber, installments, payerTotal: withInterest(parts) },
  }
}

const withInterest = (parts: TakenParts | undefined): number | undefined =>
  parts && parts.payerTotal > parts.price ? parts.payerTotal : undefined

/** Held until the order is there: a card that is removed meanwhile still pays what it was chosen for. */
async function keptCard(
  { providers }: Services,
  tx: Tx,
  { wish, accountId, ip, refuse }: OrderRequest,
  id: string,
): Promise<Paying> {
  const { provider, keptCardNeedsCode } = providers.payments.browser
  const card = (await holdCard(tx, { id, accountId, provider })) ?? refuse('CARD_NOT_FOUND')
  const { cardType, maskedCardNumber } = card
  const { deviceSessionId, showsChallenge } = wish
  const cardToken = tokenOf(card, wish.cardToken, keptCardNeedsCode)
  return {
    token: { method: 'card', cardToken, deviceSessionId, showsChallenge, ip, ...customerOf(card) },
    savedCardId: id,
    // In installments pay new cards only (B9.3).
    shown: { cardType, maskedCardNumber, ...AT_ONCE },
  }
}

function tokenOf(card: StoredCard, made: string | undefined, needsCode: boolean): string {
  if (!needsCode) return card.providerCardId
  if (!made) throw new Invalid({ cardToken: 'REQUIRED' })
  return made
}

const customerOf = ({ customerId }: StoredCard) => (customerId ? { customerId } : {})
