import { createPromoCode, disablePromoCode, listPromoCodes } from '@cuida/core/checkout/promo/desk-promo-api.ts'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'

const KEY = ['promo-codes']
const PAGE = 50

/** All codes, the newest first, a page at a time; uses change while one looks. */
export function usePromoCodes() {
  return useInfiniteQuery({
    queryKey: KEY,
    queryFn: ({ pageParam }) => api(listPromoCodes, { page: String(pageParam), pageSize: String(PAGE) }),
    initialPageParam: 1,
    getNextPageParam: ({ page, total }) => (page * PAGE < total ? page + 1 : undefined),
    refetchInterval: 30_000,
  })
}

export function useCreateCode() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (wish: Parameters<typeof api<typeof createPromoCode>>[1]) => api(createPromoCode, wish),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  })
}

export function useDisableCode(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) => api(disablePromoCode, { id, reason }),
    // Refused or not: what is true now is shown.
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  })
}
