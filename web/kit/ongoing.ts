import { listConsultations } from '@cuida/core/consultation/list-api.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { useAskFamily, useFamily } from './family.ts'
import { everyPage, PAGE } from './frame/every-page.ts'

/** B9.1: the layout asks every 5 s. Hints make it quicker, and an unchanged answer costs the server nothing. */
const EVERY_MS = 5_000

/** The family's consultations that are queued or active: for the dot, the card on Home and the incoming call. */
export function useOngoingConsultations() {
  const family = useFamily()
  const askFamily = useAskFamily()
  return useQuery({
    queryKey: ['consultations', 'ongoing', ...family],
    queryFn: () =>
      askFamily((patientId) =>
        everyPage((before) =>
          api(listConsultations, { patientId, status: ['QUEUED', 'ACTIVE'], pageSize: PAGE, ...before }),
        ),
      ),
    enabled: family.length > 0,
    refetchInterval: EVERY_MS,
  })
}

export const useIsOngoing = (): boolean => (useOngoingConsultations().data?.length ?? 0) > 0
