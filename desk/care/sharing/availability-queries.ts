import {
  type AvailabilityState,
  availabilityAt,
  getAvailability,
  setAvailability,
} from '@cuida/core/care/sharing/availability.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'
import { useNow } from '../../kit/use-now.ts'
import { useDeed } from '../queries.ts'

/** Hints bring what another window said; a pause that is over is seen here by the clock. */
const ASK_MS = 30_000
const LOOK_MS = 5_000

/** Whether patients count on me now; undefined until it is known. */
export function useAvailability() {
  const now = useNow(LOOK_MS)
  const { data } = useQuery({
    queryKey: ['desk', 'availability'],
    queryFn: () => api(getAvailability),
    refetchInterval: ASK_MS,
    refetchIntervalInBackground: true,
  })
  return data && availabilityAt(data, now)
}

export interface Saying {
  state: AvailabilityState
  /** Of a pause. */
  minutes?: number
}

export const useSayAvailability = (onSaid: () => void) =>
  useDeed((saying: Saying) => api(setAvailability, saying), onSaid)
