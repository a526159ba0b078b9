import { createCallTicket, declineCall, getConsultation, listConsultations } from '@cuida/core/care/api.ts'
import type { Consultation, ConsultationSummary } from '@cuida/core/care/consultation.ts'
import { ConsultationStatus, isPast, pastStatuses } from '@cuida/core/care/status.ts'
import { CallFailed, refusedWith } from '@cuida/ui/client/call-failed.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../kit/api.ts'
import { useAskFamily, useFamily } from '../kit/family.ts'
import { useHints } from '../kit/hints.ts'

/** Spec 2 §9: what is to come is asked for every 2 s, the rest every 15 s. An unchanged answer costs the server nothing. */
const OFTEN_MS = 2_000
const SELDOM_MS = 15_000
const UPCOMING = ConsultationStatus.options.filter((status) => !isPast(status))

/** Those of the whole family, merged (spec 2 §6). */
export function useConsultations(which: 'upcoming' | 'past') {
  const family = useFamily()
  const askFamily = useAskFamily()
  useHints('consultations')
  return useQuery({
    queryKey: ['consultations', which, ...family],
    queryFn: () => askFamily((patientId) => listOf(patientId, which === 'past' ? pastStatuses : UPCOMING)),
    enabled: family.length > 0,
    refetchInterval: which === 'past' ? SELDOM_MS : OFTEN_MS,
  })
}

async function listOf(patientId: string, status: readonly ConsultationStatus[]): Promise<ConsultationSummary[]> {
  return (await api(listConsultations, { patientId, status: [...status], pageSize: '100' })).items
}

export function useConsultation(id: string) {
  const family = useFamily()
  useHints('consultations')
  return useQuery({
    queryKey: ['consultations', 'one', id],
    queryFn: () => findInFamily(family, id),
    enabled: family.length > 0,
    refetchInterval: (query) => (query.state.data && isPast(query.state.data.status) ? SELDOM_MS : OFTEN_MS),
  })
}

/** An address names the consultation only; whose it is, of those I may see, is found by asking. */
async function findInFamily([patientId = '', ...others]: readonly string[], id: string): Promise<Consultation> {
  try {
    return await api(getConsultation, { patientId, id })
  } catch (error) {
    const notTheirs =
      refusedWith(getConsultation, error, 'CONSULTATION_NOT_FOUND') ||
      refusedWith(getConsultation, error, 'PATIENT_NOT_FOUND')
    const elsewhere = others.length > 0 && notTheirs
    if (elsewhere) return findInFamily(others, id)
    throw error
  }
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
