import { getClinicianRating } from '@cuida/core/care/rating/rating-api.ts'
import { getClinicianWeek, listClinicians } from '@cuida/core/catalogue/clinician/clinician-api.ts'
import { useLocale } from '@cuida/ui/i18n/messages.ts'
import { useQuery } from '../../kit/queries.ts'
import { CONTENT_STALE_MS } from '../list-queries.ts'

/** Free times change by the minute; the list of clinicians does not. */
const FREE_STALE_MS = 30_000

/** A page of the clinicians, the soonest free first. */
export const useClinicianDirectory = (page: number, pageSize: number) =>
  useQuery(
    listClinicians,
    { page: String(page), pageSize: String(pageSize) },
    { per: useLocale(), staleTime: FREE_STALE_MS, endsUnseen: true },
  )

export const useWeek = (id: string) =>
  useQuery(getClinicianWeek, { id }, { per: useLocale(), staleTime: FREE_STALE_MS, endsUnseen: true })

export const useRating = (id: string) =>
  useQuery(getClinicianRating, { id }, { staleTime: CONTENT_STALE_MS, endsUnseen: true })
