import {
  type AvailabilityState,
  availabilityAt,
  getAvailability,
  PAUSE_CHOICES,
  setAvailability,
} from '@cuida/core/care/sharing/availability.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { api } from '../../kit/api.ts'
import { useQuery } from '../../kit/queries.ts'
import { useNow } from '../../kit/use-now.ts'
import { useCareMutation } from '../queries.ts'

/** Change events report a change from another window; the end of a pause is noticed by this clock. */
const LOOK_MS = 5_000

/** The user's current availability; undefined until it is loaded. */
export function useAvailability() {
  const now = useNow(LOOK_MS)
  const { data } = useQuery(getAvailability, {}, { every: POLL.every30s, inBackground: true })
  return data && availabilityAt(data, now)
}

export interface AvailabilityInput {
  state: AvailabilityState
  /** The length of a pause. */
  minutes?: number
}

export interface AvailabilityChoice extends AvailabilityInput {
  value: string
}
export const AVAILABILITIES: readonly AvailabilityChoice[] = [
  { value: 'available', state: 'available' },
  ...PAUSE_CHOICES.map((minutes) => ({ value: `pause-${minutes}`, state: 'paused' as const, minutes })),
  { value: 'off', state: 'off' },
]

export const findAvailabilityChoice = (value: string): AvailabilityChoice | undefined =>
  AVAILABILITIES.find((one) => one.value === value)

/** The request body of a choice; only a pause has minutes. */
export const availabilityInput = ({ value: _, ...saying }: AvailabilityChoice): AvailabilityInput => saying

export const useSetAvailability = (onSaid?: () => void) =>
  useCareMutation((saying: AvailabilityInput) => api(setAvailability, saying), onSaid)
