import * as v from 'valibot'
import { readAnswer } from '../../post.ts'
import { toDecimal } from '../decimal.ts'
import type { CardCharge } from '../port.ts'
import type { Wire } from './mercadopago-wire.ts'

const Token = v.object({ id: v.string(), first_six_digits: v.nullish(v.pipe(v.string(), v.regex(/^\d{6}$/))) })
const Issuer = v.object({ id: v.pipe(v.union([v.number(), v.string()]), v.transform(String), v.minLength(1)) })
const Offers = v.array(v.object({ payment_method_id: v.pipe(v.string(), v.minLength(1)), issuer: v.nullish(Issuer) }))

/** What the provider's documents want of every payment by card beside its token. */
export interface CardMethod {
  payment_method_id?: string
  issuer_id?: string
}

/**
 * Which brand and bank a token is of: the provider's own token says how its number begins, and its offers of
 * installments say whose such a card is (`GET /v1/card_tokens/{id}`, SDK cardToken/get; `GET
 * /v1/payment_methods/installments`, product 12.4). What the browser says of the card is never asked. These are
 * questions only: no answer to them refuses a card. What stays unsaid the provider infers, or refuses, by itself.
 */
export async function methodOfCard(wire: Wire, { cardToken, amount }: CardCharge): Promise<CardMethod> {
  const bin = await beginningOf(wire, cardToken)
  if (!bin) return {}
  const { status, body } = await wire.get(offersPath(bin, amount))
  return status < 300 ? chosen(readAnswer('mercadopago', Offers, body)) : {}
}

/** What banks offer of such a card, for this amount. */
export const offersPath = (bin: string, amount: number): string =>
  `/v1/payment_methods/installments?bin=${bin}&amount=${toDecimal(amount)}`

export async function beginningOf(wire: Wire, cardToken: string): Promise<string | undefined> {
  const { status, body } = await wire.get(`/v1/card_tokens/${encodeURIComponent(cardToken)}`)
  return status < 300 ? (readAnswer('mercadopago', Token, body).first_six_digits ?? undefined) : undefined
}

/** Only what every offer agrees on: a guessed bank is refused, one that is not named is inferred. */
export function chosen(offers: v.InferOutput<typeof Offers>): CardMethod {
  const method = onlyOne(offers.map(({ payment_method_id }) => payment_method_id))
  const issuer = onlyOne(offers.map(({ issuer }) => issuer?.id))
  if (!method) return {}
  return { payment_method_id: method, ...(issuer ? { issuer_id: issuer } : {}) }
}

const onlyOne = (values: (string | undefined)[]): string | undefined =>
  new Set(values).size === 1 ? values[0] : undefined
