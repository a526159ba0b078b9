import {
  type ClinicianAgenda,
  getAgenda,
  listMoveTimes,
  moveBooked,
  setHours,
} from '@cuida/core/booking/agenda/agenda-api.ts'
import { keepTime, listDeskTimes } from '@cuida/core/booking/agenda/desk-offer-api.ts'
import type { Hours } from '@cuida/core/booking/calendar/slots.ts'
import type { Input } from '@cuida/core/kit/call.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'

const EVERY_MS = 15_000

/** A week of everybody whose agenda I may see, from a Monday. */
export function useAgenda(from: string) {
  return useQuery({
    queryKey: ['agenda', from],
    queryFn: () => api(getAgenda, { from }),
    refetchInterval: EVERY_MS,
    placeholderData: (before) => before,
  })
}

export interface Change {
  hours: Hours[] | null
  weekly: boolean
  anyway: boolean
  reason: string
}

export function useSetHours({ id }: Pick<ClinicianAgenda, 'id'>, day: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: Change) => api(setHours, { id, day, ...change }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['agenda'] }),
  })
}

/** The free times of a day to which a consultation may be moved. */
export function useMoveTimes(id: string, day: string, clinicianId: string) {
  return useQuery({
    queryKey: ['agenda', 'times', id, day, clinicianId],
    queryFn: () => api(listMoveTimes, { id, day, clinicianId }),
    enabled: day !== '',
  })
}

export function useMoveBooked() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (move: Input<typeof moveBooked>) => api(moveBooked, move),
    onSettled: () => queries.invalidateQueries({ queryKey: ['agenda'] }),
  })
}

/** What a clinician gives, and the free times of a day for one of it; without a product, for the first. */
export function useDeskTimes(id: string, day: string, productId: string) {
  return useQuery({
    queryKey: ['agenda', 'free', id, day, productId],
    queryFn: () => api(listDeskTimes, { id, day, ...(productId && { productId }) }),
    enabled: day !== '',
    placeholderData: (before) => before,
  })
}

export function useKeepTime() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (kept: Input<typeof keepTime>) => api(keepTime, kept),
    onSettled: () => queries.invalidateQueries({ queryKey: ['agenda'] }),
  })
}
