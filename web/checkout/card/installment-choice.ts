import { InstallmentOption, MAX_INSTALLMENTS, singlePayment } from '@cuida/core/checkout/card/installments.ts'
import { createOrder } from '@cuida/core/checkout/order/api.ts'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import * as v from 'valibot'
import type { InstallmentOffer } from './frame/protocol.ts'

/** As the form stores it. */
export type InstallmentChoice = '1' | '2' | '3'

/** Drops an offer made for another price. */
export function offerFor(offer: InstallmentOffer, price: number): InstallmentOffer {
  if (!Array.isArray(offer)) return offer
  return v.is(OFFER, offer) && offer[0]?.total === price ? offer : 'unknown'
}
const OFFER = v.pipe(v.array(InstallmentOption), v.minLength(1), v.maxLength(MAX_INSTALLMENTS))

/** The chosen installments if they are offered; a single payment otherwise. */
export function chosenInstallment(
  offer: InstallmentOffer,
  choice: InstallmentChoice,
  price: number,
): InstallmentOption {
  const installmentOptions = offerFor(offer, price)
  const known = Array.isArray(installmentOptions) ? installmentOptions : []
  return known.find(({ installments }) => String(installments) === choice) ?? singlePayment(price)
}

/** The refusal INSTALLMENTS_CHANGED carries the current offer; undefined for other errors or without an offer. */
export function offerIn(error: unknown): InstallmentOption[] | undefined {
  if (!refusedWith(createOrder, error, 'INSTALLMENTS_CHANGED')) return undefined
  const { options } = error.data
  return v.is(OFFER, options) ? options : undefined
}
