import type { SavedCard } from '@cuida/core/checkout/card/card-api.ts'
import type { InstallmentOption } from '@cuida/core/checkout/card/installments.ts'
import type { createOrder, Price } from '@cuida/core/checkout/order/api.ts'
import type { Input } from '@cuida/core/kit/call.ts'
import type { Address } from '@cuida/core/profile/address/address.ts'
import type { TokenisedCard } from '../card/frame/protocol.ts'
import type { InstallmentChoice } from '../card/installment-choice.ts'

/** What an order says of how it is paid, for how much as it was shown, and where to: whom it is for stands beside it. */
export type PaidWith = Omit<Input<typeof createOrder>, 'cartSessionKey' | 'productId' | 'patientId'>

/** As they are shown; the order keeps them. */
export interface Addresses {
  homeAddress?: Address
  billingAddress?: Address
}

/** Where the holder lives, and where the bill goes, as far as either is known. */
export const addressesOf = (home: Address | null | undefined, billing: Address | null | undefined): Addresses => ({
  ...(home ? { homeAddress: home } : {}),
  ...(billing ? { billingAddress: billing } : {}),
})

/** What is asked beside the card. */
export interface PaymentValues {
  installments: InstallmentChoice
  saveCard: boolean
}

/** The same, with the terms of what was chosen as they were shown. */
export interface PaymentTerms {
  installment: InstallmentOption
  saveCard: boolean
}

type Charged = Partial<PaidWith>

/** A card that is kept, and pays without anything being typed. */
const keptCard = ({ id }: SavedCard): Charged => ({ savedCardId: id, isSavedCard: true })

/** A card that was typed: all of it, or what a kept one is asked again. How often, and whether to keep it, is of a new one. */
const typedCard = (made: TokenisedCard, kept: SavedCard | undefined, terms: PaymentTerms): Charged => ({
  ...made,
  showsChallenge: true,
  ...(kept ? keptCard(kept) : { saveCard: terms.saveCard, ...installmentFields(terms.installment) }),
})

const installmentFields = ({ installments, total }: InstallmentOption): Charged =>
  installments === 1 ? { installments } : { installments, shownInstallmentsTotal: total }

/** What the order says of its card: nothing where it is free; undefined while something is wrong with what is typed. */
export async function chargeable(
  { total }: Price,
  kept: SavedCard | undefined,
  terms: PaymentTerms,
  typed: () => Promise<TokenisedCard | undefined>,
): Promise<Charged | undefined> {
  if (total === 0) return {}
  if (kept && !kept.cardId) return keptCard(kept)
  const made = await typed()
  return made && typedCard(made, kept, terms)
}

/** Free of charge it is ordered the same way, without a card. */
export const byCard = ({ total }: Price, charged: Charged, addresses: Addresses): PaidWith => ({
  paymentMethodInfo: { type: 'CARD_FIRST_PAYMENT' },
  shownTotal: total,
  ...charged,
  ...addresses,
})

export const byPix = ({ total }: Price, cpf: string, addresses: Addresses): PaidWith => ({
  paymentMethodInfo: { type: 'PIX', cpf },
  shownTotal: total,
  ...addresses,
})
