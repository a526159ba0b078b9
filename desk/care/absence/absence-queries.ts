import {
  enterAbsence,
  listAbsenceAppointments,
  resolveAbsence,
  shortenAbsence,
} from '@cuida/core/care/absence/absence-api.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { useMutation, useQuery } from '../../kit/queries.ts'

export interface Stretch {
  startTime: string
  endTime: string
}

/** What is booked with a clinician then, and who is free at each hour; undefined asks nothing. */
export const useAbsenceHours = (id: string, stretch: Stretch | undefined) =>
  useQuery(
    listAbsenceAppointments,
    { id, startTime: stretch?.startTime ?? '', endTime: stretch?.endTime ?? '' },
    { enabled: stretch !== undefined && id !== '', every: POLL.every15s },
  )

/** Refused or not: what is booked, and who is away, is asked again. */
const EVERYTHING = { stale: 'everything' } as const

export const useEnterAbsence = () => useMutation(enterAbsence, EVERYTHING)
export const useResolveAbsence = () => useMutation(resolveAbsence, EVERYTHING)
export const useShortenAbsence = () => useMutation(shortenAbsence, EVERYTHING)
