import * as v from 'valibot'

/** B9.3: new cards pay in up to three installments. */
export const MAX_INSTALLMENTS = 3

const Amount = v.pipe(v.number(), v.integer(), v.minValue(1))

/** An installment plan of the card's bank, in minor units. `total` is what the payer pays, interest included. */
export const InstallmentOption = v.object({
  installments: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_INSTALLMENTS)),
  each: Amount,
  total: Amount,
})
export type InstallmentOption = v.InferOutput<typeof InstallmentOption>

/** A single payment costs the price at every bank, also when no bank could be asked. */
export const singlePayment = (price: number): InstallmentOption => ({ installments: 1, each: price, total: price })

/**
 * The plans that may be offered when the card could be of several banks: at most three installments, with the same
 * terms at each bank, a total not below the price, and installments that add up to the total.
 */
export function offeredInstallments(
  banks: readonly (readonly InstallmentOption[])[],
  price: number,
): InstallmentOption[] {
  const [first = [], ...others] = banks
  const more = first.filter(
    (option) =>
      v.is(InstallmentOption, option) &&
      option.installments > 1 &&
      addsUp(option, price) &&
      others.every((bank) => has(bank, option)),
  )
  return [singlePayment(price), ...[...more].sort((one, other) => one.installments - other.installments)]
}

/** Tolerates a remainder in cents, which is part of one installment. */
const addsUp = ({ installments, each, total }: InstallmentOption, price: number): boolean =>
  total >= price && Math.abs(each * installments - total) < installments

const has = (bank: readonly InstallmentOption[], option: InstallmentOption): boolean =>
  bank.some(({ installments, total }) => installments === option.installments && total === option.total)

/** The plan with this total, as the payer was shown it; without a shown total, the plan that the bank offers. */
export const findShownInstallment = (
  options: readonly InstallmentOption[],
  shownPlan: { installments: number; total: number | undefined },
): InstallmentOption | undefined =>
  options.find(
    ({ installments, total }) => installments === shownPlan.installments && (shownPlan.total ?? total) === total,
  )
