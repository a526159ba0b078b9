/**
 * Converts minor units to the decimal number of a provider's JSON, and back, exactly for every amount below 90
 * billion: the quotient is the double nearest to the true value, so JSON prints two decimals at most. For currencies
 * with two decimals.
 */
export const toDecimal = (minorUnits: number): number => minorUnits / 100

/** Undefined for a number with more than two decimals, which is no valid amount. */
export function toMinorUnits(decimal: number): number | undefined {
  const minorUnits = Math.round(decimal * 100)
  return minorUnits / 100 === decimal ? minorUnits : undefined
}
