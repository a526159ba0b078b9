import {
  findShownInstallment,
  type InstallmentOption,
  offeredInstallments,
} from '@cuida/core/checkout/card/installments.ts'
import type { createOrder } from '@cuida/core/checkout/order/api.ts'
import type { Parsed } from '@cuida/core/kit/call.ts'
import type { Tx } from '../../kit/db/db.ts'
import { InvalidInput } from '../../kit/http/refusal.ts'
import { ProviderDown } from '../../providers/payment/port.ts'
import type { Services } from '../../services.ts'
import type { NewOrder } from '../order/order-store.ts'
import type { PaymentDetails } from '../payment/attempt-store.ts'
import { holdCard, type StoredCard } from './card-store.ts'

/** The card as the order shows it. After the charge, the provider's data replaces it. */
type ShownCard = Pick<NewOrder, 'cardType' | 'maskedCardNumber' | 'installments' | 'payerTotal'>
const AT_ONCE = { installments: 1, payerTotal: undefined }
export const NO_CARD: ShownCard = { cardType: undefined, maskedCardNumber: undefined, ...AT_ONCE }

/** The price that is paid in installments, and the sum of all installments with interest, in minor units. */
export interface InstallmentPlan {
  price: number
  payerTotal: number
}

interface CardOrder {
  input: Omit<Parsed<typeof createOrder>, 'cartSessionKey'>
  accountId: string
  ip: string
  /** Installments of a new card; undefined: one payment. */
  plan: InstallmentPlan | undefined
  refuse: (code: 'CARD_NOT_FOUND' | 'INSTALLMENTS_CHANGED', details?: { extra?: Record<string, unknown> }) => never
}

export interface ChosenPayment {
  token: PaymentDetails
  savedCardId?: string
  cardSummary: ShownCard
}

/** Chooses the order's card: a new one, of which the provider has just made a token, or a saved one. */
export async function choosePaymentCard(services: Services, tx: Tx, request: CardOrder): Promise<ChosenPayment> {
  const { input, ip, plan } = request
  const { savedCardId, isSavedCard } = input
  if (isSavedCard && !savedCardId) throw new InvalidInput({ savedCardId: 'REQUIRED' })
  if (savedCardId) return chooseSavedCard(services, tx, request, savedCardId)
  const { cardToken, sessionId: tokenSession, cardholderName, deviceSessionId, showsChallenge } = input
  if (!cardToken) throw new InvalidInput({ cardToken: 'REQUIRED' })
  const { cardType, maskedCardNumber, installments, saveCard: keepCard } = input
  const details = { deviceSessionId, showsChallenge, ip, keepCard }
  return {
    token: { method: 'card', cardToken, tokenSession, cardholderName, ...details },
    cardSummary: { cardType, maskedCardNumber, installments, payerTotal: withInterest(plan) },
  }
}

const withInterest = (plan: InstallmentPlan | undefined): number | undefined =>
  plan && plan.payerTotal > plan.price ? plan.payerTotal : undefined

/** Locks the saved card until the order is written, so that a concurrent removal does not take it from this order. */
async function chooseSavedCard(
  { providers }: Services,
  tx: Tx,
  { input, accountId, ip, refuse }: CardOrder,
  id: string,
): Promise<ChosenPayment> {
  const { provider, keptCardNeedsCode } = providers.payments.browser
  const card = (await holdCard(tx, { id, accountId, provider })) ?? refuse('CARD_NOT_FOUND')
  const { cardType, maskedCardNumber } = card
  const { deviceSessionId, showsChallenge } = input
  const cardToken = tokenOf(card, input.cardToken, keptCardNeedsCode)
  return {
    token: { method: 'card', cardToken, deviceSessionId, showsChallenge, ip, ...customerOf(card) },
    savedCardId: id,
    // Only new cards pay in installments (B9.3).
    cardSummary: { cardType, maskedCardNumber, ...AT_ONCE },
  }
}

function tokenOf(card: StoredCard, newToken: string | undefined, needsCode: boolean): string {
  if (!needsCode) return card.providerCardId
  if (!newToken) throw new InvalidInput({ cardToken: 'REQUIRED' })
  return newToken
}

const customerOf = ({ customerId }: StoredCard) => (customerId ? { customerId } : {})

/**
 * Checks the chosen installments against the bank's offer, so that nobody pays in parts that their bank does not
 * offer as shown. The provider is asked by the card's own token, before any row is locked. INSTALLMENTS_CHANGED
 * carries the current offer, so that the patient need not enter the card again. The specification's payload has no
 * totals: `findPrice` then prices the cart, and the bank's offer is taken.
 */
export async function chooseInstallmentPlan(
  services: Services,
  { input, refuse }: Pick<CardOrder, 'input' | 'refuse'>,
  findPrice: () => Promise<number | undefined>,
): Promise<InstallmentPlan | undefined> {
  const { installments, shownTotal, shownInstallmentsTotal: total = shownTotal, cardToken, savedCardId } = input
  // A saved card pays in one payment (B9.3); without a card token or a price there is nothing to split.
  if (installments === 1 || savedCardId || !cardToken) return undefined
  const price = shownTotal ?? (await findPrice())
  if (!price) return undefined
  const options = await installmentOptions(services, { cardToken, amount: price })
  const installmentPlan =
    findShownInstallment(options, { installments, total }) ?? refuse('INSTALLMENTS_CHANGED', { extra: { options } })
  return { price, payerTotal: installmentPlan.total }
}

/** When the provider offers no installments or does not answer, one payment is still possible. */
async function installmentOptions(
  { providers }: Services,
  card: { cardToken: string; amount: number },
): Promise<InstallmentOption[]> {
  try {
    return offeredInstallments((await providers.payments.installments?.(card)) ?? [], card.amount)
  } catch (error) {
    if (error instanceof ProviderDown) return offeredInstallments([], card.amount)
    throw error
  }
}
