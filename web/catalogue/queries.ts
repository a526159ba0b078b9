import { findClinicianById, listProductClinicians } from '@cuida/core/catalogue/api.ts'
import { Product, ProductGroup, ProductSummary } from '@cuida/core/catalogue/product.ts'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { currentLocale, useLocale } from '@cuida/ui/words/words.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { api } from '../kit/api.ts'
import { readContent } from './content.ts'

/** What a clinic offers changes a few times a year, its hours a little more often. */
const CONTENT_STALE_MS = 60_000
const PAGE = 'pagination[page]=1&pagination[pageSize]=100&sort=order:asc'
const OFFERED = 'filters[active][$eq]=true&filters[category][id][$notNull]=true'
const LISTED = 'populate[workingHours][populate]=*&populate[icon]=true&populate[category]=true'
const IN_FULL =
  'populate[symptomCollector][populate]=*&populate[preSymptomCollectorPicture]=true&populate[disclaimer]=true'

/** Active products with a category, in the order of the clinic (spec 2 §7). */
export function useProducts() {
  return useQuery({
    queryKey: ['content', useLocale(), 'products'],
    queryFn: ({ signal }) => readContent('products', `${PAGE}&${OFFERED}&${LISTED}`, v.array(ProductSummary), signal),
    staleTime: CONTENT_STALE_MS,
  })
}

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

export function useGroups() {
  return useQuery({
    queryKey: ['content', useLocale(), 'groups'],
    queryFn: ({ signal }) => readContent('product-groups', `${PAGE}&populate=*`, v.array(ProductGroup), signal),
    staleTime: CONTENT_STALE_MS,
  })
}

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
export function useProductClinicians(slug: string) {
  useLocale()
  return useQuery(productCliniciansQuery(slug))
}
