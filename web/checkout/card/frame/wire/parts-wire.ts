import { offeredParts, type Parts } from '@cuida/core/checkout/card/parts.ts'
import type { ProviderSettings } from './token-wire.ts'

/** In which parts such a card may pay so much (product 12.4): asked with the public key, of the provider itself. */
export function partsUrl({ baseUrl, publicKey = '' }: ProviderSettings, bin: string, amount: number): string {
  const asked = new URLSearchParams({ public_key: publicKey, bin, amount: String(amount / 100) })
  return `${baseUrl}/v1/payment_methods/installments?${asked}`
}

/** What may be offered of a provider's answer; undefined where it is none that we can read. */
export const partsIn = (answer: unknown, price: number): Parts[] | undefined =>
  Array.isArray(answer) ? offeredParts(answer.map(costsOf), price) : undefined

const costsOf = (offer: unknown): Parts[] => {
  const costs = fieldOf(offer, 'payer_costs')
  return Array.isArray(costs) ? costs.map(costOf) : []
}

const costOf = (cost: unknown): Parts => ({
  installments: Number(fieldOf(cost, 'installments')),
  each: minorUnits(fieldOf(cost, 'installment_amount')),
  total: minorUnits(fieldOf(cost, 'total_amount')),
})

/** What has more than two decimals is no amount. */
function minorUnits(decimal: unknown): number {
  const cents = Math.round(Number(decimal) * 100)
  return cents / 100 === decimal ? cents : Number.NaN
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
