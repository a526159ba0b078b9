import * as v from 'valibot'

/** B9.3: new cards pay in up to three installments. */
export const MOST_PARTS = 3

const Amount = v.pipe(v.number(), v.integer(), v.minValue(1))

/** One way to pay in parts, as the card's bank offers it, in minor units. `total` is what the payer pays, interest included. */
export const Parts = v.object({
  installments: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_PARTS)),
  each: Amount,
  total: Amount,
})
export type Parts = v.InferOutput<typeof Parts>

/** All at once costs the price, at every bank and also where none could be asked. */
export const atOnce = (price: number): Parts => ({ installments: 1, each: price, total: price })

/**
 * What may be offered of what the banks offer that a card may be of: at most three parts, on the same terms at each of them,
 * for no less than the price, and parts that make up their total.
 */
export function offeredParts(banks: readonly (readonly Parts[])[], price: number): Parts[] {
  const [first = [], ...others] = banks
  const more = first.filter(
    (parts) =>
      v.is(Parts, parts) && parts.installments > 1 && addsUp(parts, price) && others.every((bank) => has(bank, parts)),
  )
  return [atOnce(price), ...[...more].sort((one, other) => one.installments - other.installments)]
}

/** Cents that do not divide are in one of the parts. */
const addsUp = ({ installments, each, total }: Parts, price: number): boolean =>
  total >= price && Math.abs(each * installments - total) < installments

const has = (bank: readonly Parts[], wanted: Parts): boolean =>
  bank.some(({ installments, total }) => installments === wanted.installments && total === wanted.total)

/** These parts, at the total that the payer was shown; a client that showed none takes what the bank offers. */
export const partsAsShown = (
  offered: readonly Parts[],
  shown: { installments: number; total: number | undefined },
): Parts | undefined =>
  offered.find(({ installments, total }) => installments === shown.installments && (shown.total ?? total) === total)
