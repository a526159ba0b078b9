import { listUntold, resolveUntold } from '@cuida/core/news/delivery/untold-api.ts'
import { askedAgain } from '@cuida/ui/client/asked-again.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'
import { useMayManage } from '../../kit/session.ts'

const UNTOLD = ['untold'] as const
const ASK_MS = 15_000

/** Whom nobody could tell, for who may see it: the longest first, as many as a day of calls. */
export function useUntold() {
  const mayManage = useMayManage()
  return useQuery({
    queryKey: UNTOLD,
    queryFn: () => api(listUntold, { state: 'open', pageSize: '100' }),
    enabled: mayManage,
    refetchInterval: ASK_MS,
    refetchIntervalInBackground: true,
  })
}

/** How many wait: a number in the rail. */
export const useWaitingUntold = (): number => useUntold().data?.items.length ?? 0

export function useResolveUntold(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) => api(resolveUntold, { id, reason: reason.trim() }),
    // Refused or not: what is true now is shown.
    onSettled: askedAgain(() => queries.invalidateQueries({ queryKey: UNTOLD })),
  })
}
