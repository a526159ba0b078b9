import {
  type ClinicianAgenda,
  getAgenda,
  listRescheduleTimes,
  rescheduleBooked,
  setHours,
} from '@cuida/core/booking/agenda/agenda-api.ts'
import { keepTime, listDeskTimes } from '@cuida/core/booking/agenda/desk-offer-api.ts'
import type { Hours } from '@cuida/core/booking/calendar/slots.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { api } from '../../kit/api.ts'
import { useMutation, useQuery } from '../../kit/queries.ts'

/** After success and after a refusal, the agenda and its free slots are stale. */
const OLD = { stale: [getAgenda, listRescheduleTimes, listDeskTimes] }

/** One week, from a Monday, of every clinician whose agenda the user may see. */
export const useAgenda = (from: string) =>
  useQuery(getAgenda, { from }, { every: POLL.every15s, placeholderData: (before) => before })

export interface HoursChange {
  hours: Hours[] | null
  weekly: boolean
  anyway: boolean
  reason: string
}

export const useSetHours = ({ id }: Pick<ClinicianAgenda, 'id'>, day: string) =>
  useMutation((change: HoursChange) => api(setHours, { id, day, ...change }), OLD)

/** The free slots of a day to which a consultation can move. */
export const useRescheduleTimes = (id: string, day: string, clinicianId: string) =>
  useQuery(listRescheduleTimes, { id, day, clinicianId }, { enabled: day !== '' })

export const useRescheduleBooked = () => useMutation(rescheduleBooked, OLD)

/** A clinician's products, and the free slots of a day for one of them; without a product, for the first. */
export const useDeskTimes = (id: string, day: string, productId: string) =>
  useQuery(
    listDeskTimes,
    { id, day, ...(productId && { productId }) },
    { enabled: day !== '', placeholderData: (before) => before },
  )

export const useReserveSlot = () => useMutation(keepTime, OLD)
