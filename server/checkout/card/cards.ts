import { patientsOf } from '../../profile/store.ts'
import { CardNotSaved, type CardToSave } from '../../providers/payment/port.ts'
import type { Services } from '../../services.ts'
import { payerOf } from '../payment/charge-order.ts'
import {
  closeSaveCardRequest,
  deleteCard,
  findOwner,
  findSaveCardRequest,
  lockCards,
  lockDeletableCard,
  type StoredCard,
  upsertSavedCard,
} from './card-store.ts'

/**
 * Saves a card at the provider first, then in our database. A lock keeps the account's other card changes out
 * meanwhile.
 */
export async function saveCardAtProvider(
  { db, providers }: Services,
  accountId: string,
  card: Omit<CardToSave, 'payer'>,
): Promise<StoredCard> {
  const [holder] = await patientsOf(db, accountId)
  if (!holder) throw new CardNotSaved('the account was closed')
  return db.begin(async (tx) => {
    await lockCards(tx, accountId)
    const { payments } = providers
    const providerCard = await payments.keepCard({ ...card, payer: payerOf(holder) })
    const stored = await upsertSavedCard(tx, accountId, payments.browser.provider, providerCard)
    if (stored) return stored
    await payments.forgetCard(providerCard)
    throw new CardNotSaved('the account was closed')
  })
}

/** Saves the card of a paid attempt. Safe to repeat: the same card stays one row. */
export async function savePaidCard(services: Services, attemptId: string): Promise<void> {
  const { db, log } = services
  const input = await findSaveCardRequest(db, attemptId)
  if (!input) return
  const { accountId, currency, providerPaymentId, token } = input
  const { cardToken = '', tokenSession, cardholderName } = token ?? {}
  try {
    await saveCardAtProvider(services, accountId, {
      reference: attemptId,
      cardToken,
      currency,
      providerPaymentId,
      ...(tokenSession ? { tokenSession } : {}),
      ...(cardholderName ? { cardholderName } : {}),
    })
  } catch (error) {
    if (!(error instanceof CardNotSaved)) throw error
    // The payment stands. The patient can enter the card again with a later payment.
    log.warn('the provider did not save a card', { provider: input.provider, error })
  }
  await closeSaveCardRequest(db, attemptId)
}

/**
 * Deletes a removed card at the provider, then here. A card that an open payment still uses stays until that payment
 * ends.
 */
export async function forgetCard({ db, providers }: Services, id: string): Promise<void> {
  const accountId = await findOwner(db, id)
  if (!accountId) return
  await db.begin(async (tx) => {
    await lockCards(tx, accountId)
    const card = await lockDeletableCard(tx, id)
    if (!card) return
    const { cardId, customerId, provider } = card
    // The partner no longer uses this card's provider, so only our row can be deleted.
    if (provider === providers.payments.browser.provider)
      await providers.payments.forgetCard({ cardId, ...(customerId ? { customerId } : {}) })
    await deleteCard(tx, id)
  })
}
