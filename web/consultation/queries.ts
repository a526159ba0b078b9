import { getConsultation } from '@cuida/core/care/call/api.ts'
import type { Consultation } from '@cuida/core/care/consultation.ts'
import { listConsultations } from '@cuida/core/consultation/list-api.ts'
import { ConsultationStatus, isPast, pastStatuses } from '@cuida/core/consultation/status/status.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { combinedQuery, type QueryOptions, useSharedQuery } from '@cuida/ui/client/queries/use-query.ts'
import { api } from '../kit/api.ts'
import { useChangeEvents } from '../kit/content/change-events.ts'
import { useFamily, useFamilyQuery } from '../kit/family.ts'
import { listAllConsultations } from '../kit/ongoing.ts'

const CONSULTATIONS = [listConsultations, getConsultation]
const UPCOMING = ConsultationStatus.options.filter((status) => !isPast(status))

/**
 * Consultations of the whole family, merged (B6.5). The upcoming list is polled every 2 s (B9.1); the past one only
 * follows change events.
 */
export function useConsultations(which: 'upcoming' | 'past') {
  useChangeEvents(CONSULTATIONS)
  const status = which === 'past' ? pastStatuses : UPCOMING
  const every = which === 'past' ? false : POLL.every2s
  return useFamilyQuery(listConsultations, { status }, listAllConsultations, { every })
}

export function useConsultation(id: string) {
  const family = useFamily()
  useChangeEvents(CONSULTATIONS)
  return useSharedQuery(
    oneConsultation(id, () => findInFamily(family, id), {
      enabled: family.length > 0,
      // A consultation that does not exist is not polled.
      every: ({ state: { data, error } }) =>
        isNotFound(error) ? false : data && isPast(data.status) ? POLL.every15s : POLL.every2s,
    }),
  )
}

/** One consultation: of a known patient, or searched through the family. */
export const oneConsultation = (
  id: string,
  fetchConsultation: () => Promise<Consultation>,
  options: Omit<QueryOptions<Consultation>, 'per'>,
) => combinedQuery(getConsultation, { id }, fetchConsultation, options)

/** Not a consultation of this family: an old link, or another account's. */
export const isNotFound = (error: unknown): boolean =>
  refusedWith(getConsultation, error, 'CONSULTATION_NOT_FOUND') ||
  refusedWith(getConsultation, error, 'PATIENT_NOT_FOUND')

/** The URL has no patient: tries each family member until one has the consultation. */
async function findInFamily([patientId = '', ...others]: readonly string[], id: string): Promise<Consultation> {
  try {
    return await api(getConsultation, { patientId, id })
  } catch (error) {
    const elsewhere = others.length > 0 && isNotFound(error)
    if (elsewhere) return findInFamily(others, id)
    throw error
  }
}
