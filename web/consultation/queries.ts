import { getConsultation } from '@cuida/core/care/call/api.ts'
import type { Consultation } from '@cuida/core/care/consultation.ts'
import type { ConsultationSummary } from '@cuida/core/consultation/consultation-summary.ts'
import { listConsultations } from '@cuida/core/consultation/list-api.ts'
import { ConsultationStatus, isPast, pastStatuses } from '@cuida/core/consultation/status/status.ts'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../kit/api.ts'
import { useHints } from '../kit/content/hints.ts'
import { useAskFamily, useFamily } from '../kit/family.ts'
import { everyPage, PAGE } from '../kit/frame/every-page.ts'

/** B9.1: what is to come is asked for every 2 s, the rest every 15 s. An unchanged answer costs the server nothing. */
export const OFTEN_MS = 2_000
export const SELDOM_MS = 15_000
const UPCOMING = ConsultationStatus.options.filter((status) => !isPast(status))

/** Those of the whole family, merged (B6.5). */
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

const listOf = (patientId: string, status: readonly ConsultationStatus[]): Promise<ConsultationSummary[]> =>
  everyPage((before) => api(listConsultations, { patientId, status: [...status], pageSize: PAGE, ...before }))

export function useConsultation(id: string) {
  const family = useFamily()
  useHints('consultations')
  return useQuery({
    queryKey: ['consultations', 'one', id],
    queryFn: () => findInFamily(family, id),
    enabled: family.length > 0,
    // What is not there is not asked for again and again.
    refetchInterval: ({ state: { data, error } }) =>
      isNotThere(error) ? false : data && isPast(data.status) ? SELDOM_MS : OFTEN_MS,
  })
}

/** Of no person that the caller acts for: an old address, or somebody else's. */
export const isNotThere = (error: unknown): boolean =>
  refusedWith(getConsultation, error, 'CONSULTATION_NOT_FOUND') ||
  refusedWith(getConsultation, error, 'PATIENT_NOT_FOUND')

/** An address names the consultation only; whose it is, of those I may see, is found by asking. */
async function findInFamily([patientId = '', ...others]: readonly string[], id: string): Promise<Consultation> {
  try {
    return await api(getConsultation, { patientId, id })
  } catch (error) {
    const elsewhere = others.length > 0 && isNotThere(error)
    if (elsewhere) return findInFamily(others, id)
    throw error
  }
}
