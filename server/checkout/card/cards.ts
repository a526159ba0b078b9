import { patientsOf } from '../../profile/store.ts'
import { CardNotKept, type CardToKeep } from '../../providers/payment/port.ts'
import type { Services } from '../../services.ts'
import { payerOf } from '../payment/charge-order.ts'
import {
  closeSaveCardRequest,
  deleteCard,
  findForgettable,
  findOwner,
  findSaveCardRequest,
  keepCard,
  lockCards,
  type StoredCard,
} from './card-store.ts'

/** How a card is kept, whoever asks: at the provider first, then here, and nobody removes one meanwhile. */
export async function keepAtProvider(
  { db, providers }: Services,
  accountId: string,
  card: Omit<CardToKeep, 'payer'>,
): Promise<StoredCard> {
  const [holder] = await patientsOf(db, accountId)
  if (!holder) throw new CardNotKept('the account was closed')
  return db.begin(async (tx) => {
    await lockCards(tx, accountId)
    const { payments } = providers
    const kept = await payments.keepCard({ ...card, payer: payerOf(holder) })
    const stored = await keepCard(tx, accountId, payments.browser.provider, kept)
    if (stored) return stored
    await payments.forgetCard(kept)
    throw new CardNotKept('the account was closed')
  })
}

/** Keeps the card that has paid. Runs any number of times: the same card is one card. */
export async function keepPaidCard(services: Services, attemptId: string): Promise<void> {
  const { db, log } = services
  const input = await findSaveCardRequest(db, attemptId)
  if (!input) return
  const { accountId, currency, providerPaymentId, token } = input
  const { cardToken = '', tokenSession, cardholderName } = token ?? {}
  try {
    await keepAtProvider(services, accountId, {
      reference: attemptId,
      cardToken,
      currency,
      providerPaymentId,
      ...(tokenSession ? { tokenSession } : {}),
      ...(cardholderName ? { cardholderName } : {}),
    })
  } catch (error) {
    if (!(error instanceof CardNotKept)) throw error
    // The payment stands. The patient types the card again another time.
    log.warn('card not kept', { provider: input.provider, error })
  }
  await closeSaveCardRequest(db, attemptId)
}

/** Tells the provider to forget a removed card, and forgets it. One that a payment still needs waits for its end. */
export async function forgetCard({ db, providers }: Services, id: string): Promise<void> {
  const accountId = await findOwner(db, id)
  if (!accountId) return
  await db.begin(async (tx) => {
    await lockCards(tx, accountId)
    const card = await findForgettable(tx, id)
    if (!card) return
    const { cardId, customerId, provider } = card
    // A card of a provider that the partner has left is only ours to forget.
    if (provider === providers.payments.browser.provider)
      await providers.payments.forgetCard({ cardId, ...(customerId ? { customerId } : {}) })
    await deleteCard(tx, id)
  })
}
