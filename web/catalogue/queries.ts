import { getForecast } from '@cuida/core/care/queue/forecast-api.ts'
import { findClinicianById, listProductClinicians } from '@cuida/core/catalogue/api.ts'
import { Product } from '@cuida/core/catalogue/product/product.ts'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { currentLocale, useLocale } from '@cuida/ui/words/words.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { api } from '../kit/api.ts'
import { readContent } from './content.ts'
import { CONTENT_STALE_MS, LISTED, OFFERED } from './list-queries.ts'

const IN_FULL =
  'populate[symptomCollector][populate]=*&populate[preSymptomCollectorPicture]=true&populate[disclaimer]=true'

/** A product in full; null when it is not offered (any more). */
export const useProduct = (slug: string) => useQuery(productQuery(slug, useLocale()))

/** For code outside of components: in the language of this moment. */
export const productQuery = (slug: string, locale = currentLocale()) =>
  queryOptions({
    queryKey: ['content', locale, 'products', slug],
    queryFn: async ({ signal }) => {
      const query = `${OFFERED}&filters[slug][$eq]=${encodeURIComponent(slug)}&${LISTED}&${IN_FULL}`
      return (await readContent('products', query, v.array(Product), signal))[0] ?? null
    },
    staleTime: CONTENT_STALE_MS,
    enabled: slug !== '',
  })

export function useClinician(id: string) {
  return useQuery({
    queryKey: ['clinicians', useLocale(), id],
    queryFn: ({ signal }) => api(findClinicianById, { id }, { signal }),
    staleTime: CONTENT_STALE_MS,
    retry: (failures, error) => failures < 2 && !refusedWith(findClinicianById, error, 'CLINICIAN_NOT_FOUND'),
  })
}

/** Who offers a product, soonest first. Their free times change by the minute. */
export const productCliniciansQuery = (slug: string) =>
  queryOptions({
    queryKey: ['clinicians', currentLocale(), 'of', slug],
    queryFn: ({ signal }) => api(listProductClinicians, { slug }, { signal }),
    staleTime: 30_000,
    enabled: slug !== '',
  })
/** How long care now would take; it changes with whoever comes to a desk or asks. */
export const useForecast = (slug: string, enabled: boolean) =>
  useQuery({
    queryKey: ['forecast', slug],
    queryFn: ({ signal }) => api(getForecast, { slug }, { signal }),
    refetchInterval: 20_000,
    enabled: enabled && slug !== '',
  })

export function useProductClinicians(slug: string) {
  useLocale()
  return useQuery(productCliniciansQuery(slug))
}
