import { ProductGroup, ProductSummary } from '@cuida/core/catalogue/product/product-summary.ts'
import { useCombinedQuery } from '@cuida/ui/client/queries/use-query.ts'
import { useLocale } from '@cuida/ui/i18n/messages.ts'
import * as v from 'valibot'
import { content, readContent } from './content.ts'

/** Products change a few times a year, opening hours a little more often. */
export const CONTENT_STALE_MS = 60_000
const PAGE = 'pagination[page]=1&pagination[pageSize]=100&sort=order:asc'
export const ACTIVE_PRODUCTS_FILTER = 'filters[active][$eq]=true&filters[category][id][$notNull]=true'
export const PRODUCT_LIST_POPULATE = 'populate[workingHours][populate]=*&populate[icon]=true&populate[category]=true'

/** Active products with a category, in the clinic's order (B7.2). */
export const useProducts = () =>
  useCombinedQuery(
    content('products'),
    { locale: useLocale() },
    ({ signal }) =>
      readContent(
        'products',
        `${PAGE}&${ACTIVE_PRODUCTS_FILTER}&${PRODUCT_LIST_POPULATE}`,
        v.array(ProductSummary),
        signal,
      ),
    { staleTime: CONTENT_STALE_MS },
  )

export const useGroups = () =>
  useCombinedQuery(
    content('product-groups'),
    { locale: useLocale() },
    ({ signal }) => readContent('product-groups', `${PAGE}&populate=*`, v.array(ProductGroup), signal),
    { staleTime: CONTENT_STALE_MS },
  )
