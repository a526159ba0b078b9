import { createCallTicket, declineCall, getConsultation, listConsultations } from '@cuida/core/care/api.ts'
import { ConsultationStatus, isPast, pastStatuses } from '@cuida/core/care/status.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../kit/api.ts'
import { useHints } from '../kit/hints.ts'
import { useSession } from '../kit/session.tsx'

/** Spec 2 §9: lists and details ask every 2 s, the active list every 15 s while it is looked at. */
const DETAIL_MS = 2_000
const LIST_MS = 15_000
const UPCOMING = ConsultationStatus.options.filter((status) => !isPast(status))

export function useConsultations(which: 'upcoming' | 'past') {
  const { profile } = useSession()
  useHints('consultations')
  return useQuery({
    queryKey: ['consultations', which, profile?.id],
    queryFn: () =>
      api(listConsultations, {
        patientId: profile?.id ?? '',
        status: which === 'past' ? [...pastStatuses] : UPCOMING,
        pageSize: '100',
      }),
    enabled: profile !== undefined,
    refetchInterval: LIST_MS,
  })
}

export function useConsultation(id: string) {
  const { profile } = useSession()
  useHints('consultations')
  return useQuery({
    queryKey: ['consultations', 'one', id],
    queryFn: () => api(getConsultation, { patientId: profile?.id ?? '', id }),
    enabled: profile !== undefined,
    refetchInterval: (query) => (query.state.data && isPast(query.state.data.status) ? LIST_MS : DETAIL_MS),
  })
}

export function useDeclineCall(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => api(declineCall, { id }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['consultations'] }),
  })
}

/** undefined when the call is over meanwhile; anything else that goes wrong is worth another try. */
export async function buyTicket(id: string): Promise<string | undefined> {
  try {
    return (await api(createCallTicket, { id })).ticket
  } catch (error) {
    if (error instanceof CallFailed && (error.status === 409 || error.status === 404)) return undefined
    throw error
  }
}
