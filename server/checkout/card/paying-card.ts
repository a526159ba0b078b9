import {
  findShownInstallment,
  type InstallmentOption,
  offeredInstallments,
} from '@cuida/core/checkout/card/installments.ts'
import type { createOrder } from '@cuida/core/checkout/order/api.ts'
import type { Parsed } from '@cuida/core/kit/call.ts'
import type { Tx } from '../../kit/db/db.ts'
import { Invalid } from '../../kit/http/refusal.ts'
import { ProviderDown } from '../../providers/payment/port.ts'
import type { Services } from '../../services.ts'
import type { NewOrder } from '../order/order-store.ts'
import type { PaymentDetails } from '../payment/attempt-store.ts'
import { holdCard, type StoredCard } from './card-store.ts'

/** What the order shows of its card; the provider knows better once it has charged. */
type ShownCard = Pick<NewOrder, 'cardType' | 'maskedCardNumber' | 'installments' | 'payerTotal'>
const AT_ONCE = { installments: 1, payerTotal: undefined }
export const NO_CARD: ShownCard = { cardType: undefined, maskedCardNumber: undefined, ...AT_ONCE }

/** The price that is paid in installments, and what all of them cost, interest included. */
export interface InstallmentPlan {
  price: number
  payerTotal: number
}

/** What an order says of the card that pays it. */
interface CardOrder {
  input: Omit<Parsed<typeof createOrder>, 'cartSessionKey'>
  accountId: string
  ip: string
  /** The installments in which a new card pays; undefined: all at once. */
  plan: InstallmentPlan | undefined
  refuse: (code: 'CARD_NOT_FOUND' | 'INSTALLMENTS_CHANGED', details?: { extra?: Record<string, unknown> }) => never
}

/** With what an order is paid, and how it is shown. */
export interface Paying {
  token: PaymentDetails
  savedCardId?: string
  shown: ShownCard
}

/** With which card an order is paid: one that the provider has just made a token of, or one that it keeps. */
export async function payingCard(services: Services, tx: Tx, request: CardOrder): Promise<Paying> {
  const { input, ip, plan } = request
  const { savedCardId, isSavedCard } = input
  if (isSavedCard && !savedCardId) throw new Invalid({ savedCardId: 'REQUIRED' })
  if (savedCardId) return keptCard(services, tx, request, savedCardId)
  const { cardToken, sessionId: tokenSession, cardholderName, deviceSessionId, showsChallenge } = input
  if (!cardToken) throw new Invalid({ cardToken: 'REQUIRED' })
  const { cardType, maskedCardNumber, installments, saveCard: keepCard } = input
  const told = { deviceSessionId, showsChallenge, ip, keepCard }
  return {
    token: { method: 'card', cardToken, tokenSession, cardholderName, ...told },
    shown: { cardType, maskedCardNumber, installments, payerTotal: withInterest(plan) },
  }
}

const withInterest = (plan: InstallmentPlan | undefined): number | undefined =>
  plan && plan.payerTotal > plan.price ? plan.payerTotal : undefined

/** Held until the order is there: a card that is removed meanwhile still pays what it was chosen for. */
async function keptCard(
  { providers }: Services,
  tx: Tx,
  { input, accountId, ip, refuse }: CardOrder,
  id: string,
): Promise<Paying> {
  const { provider, keptCardNeedsCode } = providers.payments.browser
  const card = (await holdCard(tx, { id, accountId, provider })) ?? refuse('CARD_NOT_FOUND')
  const { cardType, maskedCardNumber } = card
  const { deviceSessionId, showsChallenge } = input
  const cardToken = tokenOf(card, input.cardToken, keptCardNeedsCode)
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

/**
 * Nobody pays in parts that their bank does not offer as they were shown: the provider is asked by the card's own token,
 * before anything is locked. What the card may pay in instead comes with the refusal, so that nothing is typed again.
 * The payload of the specification has no totals: `findPrice` prices the cart then, and the bank's offer is taken.
 */
export async function chooseInstallmentPlan(
  services: Services,
  { input, refuse }: Pick<CardOrder, 'input' | 'refuse'>,
  findPrice: () => Promise<number | undefined>,
): Promise<InstallmentPlan | undefined> {
  const { installments, shownTotal, shownInstallmentsTotal: total = shownTotal, cardToken, savedCardId } = input
  // A kept card pays at once (B9.3), and so does what is no card or costs nothing.
  if (installments === 1 || savedCardId || !cardToken) return undefined
  const price = shownTotal ?? (await findPrice())
  if (!price) return undefined
  const options = await installmentOptions(services, { cardToken, amount: price })
  const taken =
    findShownInstallment(options, { installments, total }) ?? refuse('INSTALLMENTS_CHANGED', { extra: { options } })
  return { price, payerTotal: taken.total }
}

/** A provider that knows no parts, or does not answer now, still takes it all at once. */
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
