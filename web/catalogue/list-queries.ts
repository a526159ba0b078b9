import { ProductGroup, ProductSummary } from '@cuida/core/catalogue/product/product-summary.ts'
import { useLocale } from '@cuida/ui/words/words.ts'
import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { readContent } from './content.ts'

/** What a clinic offers changes a few times a year, its hours a little more often. */
export const CONTENT_STALE_MS = 60_000
const PAGE = 'pagination[page]=1&pagination[pageSize]=100&sort=order:asc'
export const OFFERED = 'filters[active][$eq]=true&filters[category][id][$notNull]=true'
export const LISTED = 'populate[workingHours][populate]=*&populate[icon]=true&populate[category]=true'

/** Active products with a category, in the order of the clinic (B7.2). */
export function useProducts() {
  return useQuery({
    queryKey: ['content', useLocale(), 'products'],
    queryFn: ({ signal }) => readContent('products', `${PAGE}&${OFFERED}&${LISTED}`, v.array(ProductSummary), signal),
    staleTime: CONTENT_STALE_MS,
  })
}

export function useGroups() {
  return useQuery({
    queryKey: ['content', useLocale(), 'groups'],
    queryFn: ({ signal }) => readContent('product-groups', `${PAGE}&populate=*`, v.array(ProductGroup), signal),
    staleTime: CONTENT_STALE_MS,
  })
}
