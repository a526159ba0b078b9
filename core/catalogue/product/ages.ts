import * as v from 'valibot'

const Age = v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(120)), null)

/** Ages in full years, both ends included. */
export const Ages = v.object({ from: Age, to: Age })
export type Ages = v.InferOutput<typeof Ages>

/** Whether this age, in full years, is in the range; without a range every age is. */
export function isForAge(ages: Ages | null | undefined, age: number): boolean {
  return age >= (ages?.from ?? 0) && age <= (ages?.to ?? Number.POSITIVE_INFINITY)
}

/**
 * The product to suggest to a patient outside another product's ages: the first one, in the clinic's order, with an age
 * range that includes them.
 */
export const productForAge = <P extends { ages: Ages | null }>(products: readonly P[], age: number): P | undefined =>
  products.find(({ ages }) => ages && isForAge(ages, age))
