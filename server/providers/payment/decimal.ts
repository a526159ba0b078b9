/**
 * Minor units to the decimal number of a wire, and back, exact for every amount below 90 billion: the quotient is the
 * double nearest to the true value, so JSON prints its two decimals and no more. For currencies with two decimals.
 */
export const toDecimal = (minorUnits: number): number => minorUnits / 100

/** Undefined when the number has more than two decimals: then it is no amount. */
export function toMinorUnits(decimal: number): number | undefined {
  const minorUnits = Math.round(decimal * 100)
  return minorUnits / 100 === decimal ? minorUnits : undefined
}
