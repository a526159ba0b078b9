import type { Product } from './product.ts'
import type { ProductSummary } from './product-summary.ts'

/** Whether a product is for patients of this age, in full years. */
export function isForAge(ages: Product['ages'], age: number): boolean {
  return age >= (ages?.from ?? 0) && age <= (ages?.to ?? Number.POSITIVE_INFINITY)
}

/**
 * The product to suggest to a patient outside another product's ages: the first one, in the clinic's order, with an age
 * range that includes them.
 */
export const productForAge = (products: readonly ProductSummary[], age: number): ProductSummary | undefined =>
  products.find(({ ages }) => ages && isForAge(ages, age))
