import type { CareOptions, ProductCareOption } from './care-options-api.ts'

type Slot = NonNullable<ProductCareOption['nextFree']> & { slug: string }
type Now = NonNullable<ProductCareOption['onDemand']> & { slug: string }

/** A product that comes earlier is offered although another one is free this much sooner. */
const NEARLY_AS_SOON_MS = 3 * 60 * 60_000

/**
 * The slot to offer a visitor who has not chosen a product: of those that are free nearly as soon as any, the slot of the
 * product that comes first. undefined when none is free.
 */
export function soonestSlot({ products }: Pick<CareOptions, 'products'>): Slot | undefined {
  const slots = products.flatMap(({ slug, nextFree }) => (nextFree ? [{ slug, ...nextFree }] : []))
  const soonest = Math.min(...slots.map(({ startTime }) => Date.parse(startTime)))
  return slots.find(({ startTime }) => Date.parse(startTime) - soonest <= NEARLY_AS_SOON_MS)
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
