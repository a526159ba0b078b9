import { getForecast } from '@cuida/core/care/queue/forecast-api.ts'
import { findClinicianById, listProductClinicians } from '@cuida/core/catalogue/api.ts'
import { Product } from '@cuida/core/catalogue/product/product.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { combinedQuery, useSharedQuery } from '@cuida/ui/client/queries/use-query.ts'
import { currentLocale, useLocale } from '@cuida/ui/i18n/messages.ts'
import * as v from 'valibot'
import { queryOf, useQuery } from '../kit/queries.ts'
import { content, readContent } from './content.ts'
import { ACTIVE_PRODUCTS_FILTER, CONTENT_STALE_MS, PRODUCT_LIST_POPULATE } from './list-queries.ts'

const IN_FULL =
  'populate[symptomCollector][populate]=*&populate[preSymptomCollectorPicture]=true&populate[disclaimer]=true'

/** A full product; null when it is not offered (any more). */
export const useProduct = (slug: string) => useSharedQuery(productQuery(slug, useLocale()))

/** For code outside of components: in the current language. */
export const productQuery = (slug: string, locale = currentLocale()) =>
  combinedQuery(
    content('products'),
    { locale, slug },
    async ({ signal }) => {
      const query = `${ACTIVE_PRODUCTS_FILTER}&filters[slug][$eq]=${encodeURIComponent(slug)}&${PRODUCT_LIST_POPULATE}&${IN_FULL}`
      return (await readContent('products', query, v.array(Product), signal))[0] ?? null
    },
    { staleTime: CONTENT_STALE_MS, enabled: slug !== '' },
  )

export const useClinician = (id: string) =>
  useQuery(
    findClinicianById,
    { id },
    {
      per: useLocale(),
      staleTime: CONTENT_STALE_MS,
      endsUnseen: true,
      retry: (failures, error) => failures < 2 && !refusedWith(findClinicianById, error, 'CLINICIAN_NOT_FOUND'),
    },
  )

/** The product's clinicians, the soonest free first. Their free times change by the minute. */
export const productCliniciansQuery = (slug: string) =>
  queryOf(
    listProductClinicians,
    { slug },
    { per: currentLocale(), staleTime: 30_000, enabled: slug !== '', endsUnseen: true },
  )

/** For code outside of components. */
export const forecastQuery = (slug: string) => queryOf(getForecast, { slug })

/** The forecast wait of on-demand care; it changes as clinicians and patients come and go. */
export const useForecast = (slug: string, enabled: boolean) =>
  useQuery(getForecast, { slug }, { every: POLL.every20s, enabled: enabled && slug !== '', endsUnseen: true })

export function useProductClinicians(slug: string) {
  useLocale()
  return useSharedQuery(productCliniciansQuery(slug))
}
