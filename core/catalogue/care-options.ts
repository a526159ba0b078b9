import type { CareOptions, ProductCareOption } from './care-options-api.ts'

type Slot = NonNullable<ProductCareOption['nextFree']> & { slug: string }
type Now = NonNullable<ProductCareOption['onDemand']> & { slug: string }

/** The first free slot of all products; undefined when none is free. Of equal times the clinic's first product wins. */
export function soonestSlot({ products }: Pick<CareOptions, 'products'>): Slot | undefined {
  const slots = products.flatMap(({ slug, nextFree }) => (nextFree ? [{ slug, ...nextFree }] : []))
  return slots.sort((a, b) => a.startTime.localeCompare(b.startTime))[0]
}

/**
 * The product whose patients are called soonest: a known wait before a clinician who is only due. undefined while
 * every product is closed.
 */
export function soonestCall({ products }: Pick<CareOptions, 'products'>): Now | undefined {
  const calls = products.flatMap(({ slug, onDemand }) => (onDemand ? [{ slug, ...onDemand }] : []))
  return calls.sort(
    (a, b) => (a.wait?.from ?? LATER) - (b.wait?.from ?? LATER) || (a.from ?? '').localeCompare(b.from ?? ''),
  )[0]
}
const LATER = Number.MAX_SAFE_INTEGER
