import type { Card } from '../kit/card.ts'

/** One installment option of the card's bank. Amounts in cents. */
export interface Installment {
  installments: number
  /** Interest in percent of the price, paid by the payer. */
  rate: number
  each: number
  total: number
}

/**
 * **Simulator-only**: the provider publishes no bank's rates. One bank charges interest from three installments, one
 * from two, one from one.
 */
const RATES: Readonly<Record<Card['brand'], readonly [installments: number, rate: number][]>> = {
  mastercard: [...([1, 2] as const).map((count): [number, number] => [count, 0]), [3, 6.4]],
  visa: [1, 2, 3].map((count) => [count, 0]),
  amex: [
    [1, 0],
    [2, 3.99],
  ],
  elo: [1, 2, 3].map((count) => [count, 0]),
  hipercard: [1, 2, 3].map((count) => [count, 0]),
  unknown: [[1, 0]],
}
/** **Simulator-only**: the smallest installment, in cents. */
const MIN_PART = 500

export const installmentsOf = (brand: Card['brand'], amount: number): Installment[] =>
  RATES[brand]
    .map(([installments, rate]) => installmentOf(installments, rate, amount))
    .filter(({ installments, each }) => installments === 1 || each >= MIN_PART)

function installmentOf(installments: number, rate: number, amount: number): Installment {
  const each = Math.round((amount * (1 + rate / 100)) / installments)
  return { installments, rate, each, total: rate === 0 ? amount : each * installments }
}
