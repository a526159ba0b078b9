import * as v from 'valibot'
import { readAnswer } from '../../post.ts'
import { toDecimal } from '../decimal.ts'
import type { CardCharge } from '../port.ts'
import type { Wire } from './mercadopago-wire.ts'

const Token = v.object({ id: v.string(), first_six_digits: v.nullish(v.pipe(v.string(), v.regex(/^\d{6}$/))) })
const Issuer = v.object({ id: v.pipe(v.union([v.number(), v.string()]), v.transform(String), v.minLength(1)) })
const Offers = v.array(v.object({ payment_method_id: v.pipe(v.string(), v.minLength(1)), issuer: v.nullish(Issuer) }))

/** The fields that the provider requires of a card payment beside its token. */
export interface CardMethod {
  payment_method_id?: string
  issuer_id?: string
}

/**
 * Determines brand and bank of a card token: the token's resource has the first digits of the number, and the
 * installment offers name brand and bank for them (`GET /v1/card_tokens/{id}`, SDK cardToken/get; `GET
 * /v1/payment_methods/installments`, product 12.4). Nothing that the browser claims about the card is used. These
 * queries never refuse a card: the provider infers missing fields, or refuses the payment itself.
 */
export async function methodOfCard(wire: Wire, { cardToken, amount }: CardCharge): Promise<CardMethod> {
  const bin = await beginningOf(wire, cardToken)
  if (!bin) return {}
  const { status, body } = await wire.get(offersPath(bin, amount))
  return status < 300 ? methodFromOffers(readAnswer('mercadopago', Offers, body)) : {}
}

/** Installment offers of banks for such a card and amount. */
export const offersPath = (bin: string, amount: number): string =>
  `/v1/payment_methods/installments?bin=${bin}&amount=${toDecimal(amount)}`

export async function beginningOf(wire: Wire, cardToken: string): Promise<string | undefined> {
  const { status, body } = await wire.get(`/v1/card_tokens/${encodeURIComponent(cardToken)}`)
  return status < 300 ? (readAnswer('mercadopago', Token, body).first_six_digits ?? undefined) : undefined
}

/** Only what all offers agree on: the provider refuses a wrong bank but infers a missing one. */
export function methodFromOffers(offers: v.InferOutput<typeof Offers>): CardMethod {
  const method = onlyOne(offers.map(({ payment_method_id }) => payment_method_id))
  const issuer = onlyOne(offers.map(({ issuer }) => issuer?.id))
  if (!method) return {}
  return { payment_method_id: method, ...(issuer ? { issuer_id: issuer } : {}) }
}

const onlyOne = (values: (string | undefined)[]): string | undefined =>
  new Set(values).size === 1 ? values[0] : undefined
