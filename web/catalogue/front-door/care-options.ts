import { type CareOptions, getCareOptions, type ProductCareOption } from '@cuida/core/catalogue/care-options-api.ts'
import type { ProductSummary } from '@cuida/core/catalogue/product/product-summary.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { capitalize, formatShortMoment } from '@cuida/ui/i18n/format.ts'
import { t, useLocale } from '@cuida/ui/i18n/messages.ts'
import { useQuery } from '../../kit/queries.ts'

/** What is free now; kept current while the screen is open. */
export const useCareOptions = () =>
  useQuery(getCareOptions, {}, { per: useLocale(), every: POLL.every20s, staleTime: 5_000, endsUnseen: true })

/** The clinic's most common needs: those that its content names, otherwise its first products. */
export function commonNeeds<P extends Pick<ProductSummary, 'slug' | 'order'>>(
  products: readonly P[],
  named: readonly string[] = [],
  most = 4,
): P[] {
  const byName = named.flatMap((slug) => products.find((product) => product.slug === slug) ?? [])
  const all = byName.length > 0 ? byName : [...products].sort((a, b) => a.order - b.order)
  return all.slice(0, most)
}

/** The options of these products alone, in their order. */
export const optionsOf = (
  { products }: Pick<CareOptions, 'products'>,
  needs: readonly { slug: string }[],
): { products: ProductCareOption[] } => ({
  products: needs.flatMap((need) => products.find(({ slug }) => slug === need.slug) ?? []),
})

type OnDemand = NonNullable<ProductCareOption['onDemand']>

/** "En menos de 5 min", or when a clinician is due. */
export function waitText({ wait, from }: OnDemand, timeZone: string): string {
  if (wait) return wait.from === 0 ? t('catalogue.choice.upTo', wait) : t('catalogue.choice.between', wait)
  return from ? capitalize(formatShortMoment(from, timeZone)) : t('catalogue.choice.nobody')
}

/** The soonest that a product offers: the call now when a clinician is on duty, otherwise the first free slot. */
export function soonestText({ nextFree, onDemand }: ProductCareOption, timeZone: string): string | undefined {
  if (onDemand?.wait) return t('catalogue.choice.nowIn', { wait: waitText(onDemand, timeZone) })
  if (nextFree) return capitalize(formatShortMoment(nextFree.startTime, timeZone))
  return onDemand ? waitText(onDemand, timeZone) : undefined
}
