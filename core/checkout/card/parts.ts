import * as v from 'valibot'

/** B9.3: new cards pay in up to three installments. */
export const MOST_PARTS = 3

const Amount = v.pipe(v.number(), v.integer(), v.minValue(1))

/** An installment plan of the card's bank, in minor units. `total` is what the payer pays, interest included. */
export const Parts = v.object({
  installments: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_PARTS)),
  each: Amount,
  total: Amount,
})
export type Parts = v.InferOutput<typeof Parts>

/** A single payment costs the price at every bank, also when no bank could be asked. */
export const atOnce = (price: number): Parts => ({ installments: 1, each: price, total: price })

/**
 * The plans that may be offered when the card could be of several banks: at most three installments, with the same
 * terms
 * at each bank, a total not below the price, and installments that add up to the total.
 */
export function offeredParts(banks: readonly (readonly Parts[])[], price: number): Parts[] {
  const [first = [], ...others] = banks
  const more = first.filter(
    (parts) =>
      v.is(Parts, parts) && parts.installments > 1 && addsUp(parts, price) && others.every((bank) => has(bank, parts)),
  )
  return [atOnce(price), ...[...more].sort((one, other) => one.installments - other.installments)]
}

/** Tolerates a remainder in cents, which is part of one installment. */
const addsUp = ({ installments, each, total }: Parts, price: number): boolean =>
  total >= price && Math.abs(each * installments - total) < installments

const has = (bank: readonly Parts[], wanted: Parts): boolean =>
  bank.some(({ installments, total }) => installments === wanted.installments && total === wanted.total)

/** The plan with this total, as the payer was shown it; without a shown total, the plan that the bank offers. */
export const partsAsShown = (
  offered: readonly Parts[],
  shown: { installments: number; total: number | undefined },
): Parts | undefined =>
  offered.find(({ installments, total }) => installments === shown.installments && (shown.total ?? total) === total)
