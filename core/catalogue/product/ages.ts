import type { Product } from './product.ts'

/** Whether care of this kind is for somebody of that age, in full years. */
export function isForAge(ages: Product['ages'], age: number): boolean {
  return age >= (ages?.from ?? 0) && age <= (ages?.to ?? Number.POSITIVE_INFINITY)
}
