import type { SavedCard } from '@cuida/core/checkout/card/card-api.ts'
import type { InstallmentOption } from '@cuida/core/checkout/card/installments.ts'
import type { createOrder, Price } from '@cuida/core/checkout/order/api.ts'
import { WALLET_METHODS } from '@cuida/core/checkout/wallet/wallet.ts'
import type { Input } from '@cuida/core/kit/call.ts'
import type { Wallet } from '@cuida/core/kit/vendors/payment-vendors.ts'
import type { Address } from '@cuida/core/profile/address/address.ts'
import type { TokenisedCard } from '../card/frame/protocol.ts'
import type { InstallmentChoice } from '../card/installment-choice.ts'

/** The payment part of an order: method, amount as shown, and addresses. The patient is added separately. */
export type OrderPayment = Omit<Input<typeof createOrder>, 'cartSessionKey' | 'productId' | 'patientId'>

/** As shown on the screen; the order stores them. */
export interface Addresses {
  homeAddress?: Address
  billingAddress?: Address
}

/** The holder's home address and the billing address, as far as either is known. */
export const addressesOf = (home: Address | null | undefined, billing: Address | null | undefined): Addresses => ({
  ...(home ? { homeAddress: home } : {}),
  ...(billing ? { billingAddress: billing } : {}),
})

/** Fields beside the card. */
export interface PaymentValues {
  installments: InstallmentChoice
  saveCard: boolean
}

/** The same, with the chosen installment terms as shown. */
export interface PaymentTerms {
  installment: InstallmentOption
  saveCard: boolean
}

type Charged = Partial<OrderPayment>

/** A saved card that pays without typing. */
const savedCardCharge = ({ id }: SavedCard): Charged => ({ savedCardId: id, isSavedCard: true })

/**
 * A typed card: a whole new one, or the security code of a saved one. Installments and saving apply only to a new
 * one.
 */
const typedCard = (tokenisedCard: TokenisedCard, savedCard: SavedCard | undefined, terms: PaymentTerms): Charged => ({
  ...tokenisedCard,
  showsChallenge: true,
  ...(savedCard ? savedCardCharge(savedCard) : { saveCard: terms.saveCard, ...installmentFields(terms.installment) }),
})

const installmentFields = ({ installments, total }: InstallmentOption): Charged =>
  installments === 1 ? { installments } : { installments, shownInstallmentsTotal: total }

/** The card part of the order: empty when it is free; undefined while a field is invalid. */
export async function getCardCharge(
  { total }: Price,
  savedCard: SavedCard | undefined,
  terms: PaymentTerms,
  typed: () => Promise<TokenisedCard | undefined>,
): Promise<Charged | undefined> {
  if (total === 0) return {}
  if (savedCard && !savedCard.cardId) return savedCardCharge(savedCard)
  const tokenisedCard = await typed()
  return tokenisedCard && typedCard(tokenisedCard, savedCard, terms)
}

/** A free booking is ordered the same way, without a card. */
export const cardPayment = ({ total }: Price, charged: Charged, addresses: Addresses): OrderPayment => ({
  paymentMethodInfo: { type: 'CARD_FIRST_PAYMENT' },
  shownTotal: total,
  ...charged,
  ...addresses,
})

export const pixPayment = ({ total }: Price, cpf: string, addresses: Addresses): OrderPayment => ({
  paymentMethodInfo: { type: 'PIX', cpf },
  shownTotal: total,
  ...addresses,
})

export const walletPayment = ({ total }: Price, wallet: Wallet, addresses: Addresses): OrderPayment => ({
  paymentMethodInfo: { type: WALLET_METHODS[wallet] },
  shownTotal: total,
  ...addresses,
})
