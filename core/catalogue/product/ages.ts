import type { Product } from './product.ts'
import type { ProductSummary } from './product-summary.ts'

/** Whether care of this kind is for somebody of that age, in full years. */
export function isForAge(ages: Product['ages'], age: number): boolean {
  return age >= (ages?.from ?? 0) && age <= (ages?.to ?? Number.POSITIVE_INFINITY)
}

/**
 * Where somebody of an age is led whom another product is not for: the first product, in the order of the clinic, that says for
 * which ages it is and includes theirs.
 */
export const productForAge = (products: readonly ProductSummary[], age: number): ProductSummary | undefined =>
  products.find(({ ages }) => ages && isForAge(ages, age))
