import {
  enterAbsence,
  listAbsenceAppointments,
  resolveAbsence,
  shortenAbsence,
} from '@cuida/core/care/absence/absence-api.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { useMutation, useQuery } from '../../kit/queries.ts'

export interface TimeRange {
  startTime: string
  endTime: string
}

/**
 * A clinician's appointments in a time range, with the colleagues who are free for each; undefined disables the
 * query.
 */
export const useAbsenceHours = (id: string, stretch: TimeRange | undefined) =>
  useQuery(
    listAbsenceAppointments,
    { id, startTime: stretch?.startTime ?? '', endTime: stretch?.endTime ?? '' },
    { enabled: stretch !== undefined && id !== '', every: POLL.every15s },
  )

/** Refetches appointments and absences after success and after a refusal. */
const EVERYTHING = { stale: 'everything' } as const

export const useEnterAbsence = () => useMutation(enterAbsence, EVERYTHING)
export const useResolveAbsence = () => useMutation(resolveAbsence, EVERYTHING)
export const useShortenAbsence = () => useMutation(shortenAbsence, EVERYTHING)
