import { atOnce, MOST_PARTS, Parts } from '@cuida/core/checkout/card/parts.ts'
import { createOrder } from '@cuida/core/checkout/order/api.ts'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import * as v from 'valibot'
import type { PartsOffer } from './frame/protocol.ts'

/** As the form holds it. */
export type PartsChoice = '1' | '2' | '3'

/** What was offered for another price is no offer. */
export function offerFor(offer: PartsOffer, price: number): PartsOffer {
  if (!Array.isArray(offer)) return offer
  return v.is(OFFER, offer) && offer[0]?.total === price ? offer : 'unknown'
}
const OFFER = v.pipe(v.array(Parts), v.minLength(1), v.maxLength(MOST_PARTS))

/** What is chosen, as far as it is offered; all at once otherwise. */
export function chosenParts(offer: PartsOffer, choice: PartsChoice, price: number): Parts {
  const offered = offerFor(offer, price)
  const known = Array.isArray(offered) ? offered : []
  return known.find(({ installments }) => String(installments) === choice) ?? atOnce(price)
}

/** What the card may pay in instead comes with the refusal; undefined where it is none, or says nothing of it. */
export function offerIn(error: unknown): Parts[] | undefined {
  if (!refusedWith(createOrder, error, 'INSTALLMENTS_CHANGED')) return undefined
  const { parts } = error.data
  return v.is(OFFER, parts) ? parts : undefined
}
