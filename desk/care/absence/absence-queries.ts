import { enterAbsence, listAbsenceHours, settleAbsence, shortenAbsence } from '@cuida/core/care/absence/absence-api.ts'
import type { Input } from '@cuida/core/kit/call.ts'
import { askedAgain } from '@cuida/ui/client/asked-again.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'

const ASK_MS = 15_000

export interface Stretch {
  startTime: string
  endTime: string
}

/** What is booked with a clinician then, and who is free at each hour; undefined asks nothing. */
export const useAbsenceHours = (id: string, stretch: Stretch | undefined) =>
  useQuery({
    queryKey: ['absence-hours', id, stretch?.startTime, stretch?.endTime],
    queryFn: () => api(listAbsenceHours, { id, startTime: stretch?.startTime ?? '', endTime: stretch?.endTime ?? '' }),
    enabled: stretch !== undefined && id !== '',
    refetchInterval: ASK_MS,
  })

/** Refused or not: what is booked, and who is away, is asked again. */
function useAbsenceDeed<I, R>(mutationFn: (input: I) => Promise<R>) {
  const queries = useQueryClient()
  return useMutation({ mutationFn, onSettled: askedAgain(() => queries.invalidateQueries()) })
}

export const useEnterAbsence = () => useAbsenceDeed((wish: Input<typeof enterAbsence>) => api(enterAbsence, wish))
export const useSettleAbsence = () => useAbsenceDeed((wish: Input<typeof settleAbsence>) => api(settleAbsence, wish))
export const useShortenAbsence = () => useAbsenceDeed((wish: Input<typeof shortenAbsence>) => api(shortenAbsence, wish))
