import { doneWithFault, listFaults } from '@cuida/core/kit/desk-fault-api.ts'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'

const KEY = ['faults']
const PAGE = 50

/** What nobody has seen to first, a page at a time. */
export function useFaults() {
  return useInfiniteQuery({
    queryKey: KEY,
    queryFn: ({ pageParam }) => api(listFaults, { page: String(pageParam), pageSize: String(PAGE) }),
    initialPageParam: 1,
    getNextPageParam: ({ page, total }) => (page * PAGE < total ? page + 1 : undefined),
    refetchInterval: 30_000,
  })
}

export function useDoneWithFault() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (fingerprint: string) => api(doneWithFault, { fingerprint }),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  })
}
