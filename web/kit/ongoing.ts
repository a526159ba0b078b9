import { listConsultations } from '@cuida/core/care/api.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { useSession } from './session.tsx'

/** Spec 2 §9: the layout asks every 5 s. Hints make it quicker, and an unchanged answer costs the server nothing. */
const EVERY_MS = 5_000

/** The consultations that are queued or active, for the dot, the card on Home and the incoming call. */
export function useOngoingConsultations() {
  const { profile } = useSession()
  return useQuery({
    queryKey: ['consultations', 'ongoing', profile?.id],
    queryFn: () =>
      api(listConsultations, { patientId: profile?.id ?? '', status: ['QUEUED', 'ACTIVE'], pageSize: '100' }),
    enabled: profile !== undefined,
    refetchInterval: EVERY_MS,
  })
}

export const useIsOngoing = (): boolean => (useOngoingConsultations().data?.total ?? 0) > 0
