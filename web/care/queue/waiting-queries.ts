import type { Consultation } from '@cuida/core/care/consultation.ts'
import { chooseAfterHours } from '@cuida/core/care/queue/after-hours-api.ts'
import { confirmPresence, leaveQueue } from '@cuida/core/care/queue/waiting-api.ts'
import type { AfterHoursChoice } from '@cuida/core/consultation/after-hours.ts'
import { api } from '../../kit/api.ts'
import { useMutation } from '../../kit/mutations.ts'
import { OF_CARE } from '../queries.ts'

export const useHere = (id: string) => useWaitingMutation(() => api(confirmPresence, { id }))
/** From here to away, and back: the other one of what they are now. */
export const useAway = ({ id, isAway }: Pick<Consultation, 'id' | 'isAway'>) =>
  useWaitingMutation(() => api(leaveQueue, { id, away: !isAway }))

export const useAfterHoursChoice = (id: string) =>
  useWaitingMutation((choice: AfterHoursChoice) => api(chooseAfterHours, { id, choice }))

/** Busy until what was asked for is on the screen; refused or not, what is true now is asked again. */
export const useWaitingMutation = <T = void>(act: (input: T) => Promise<unknown>) =>
  useMutation(act, { stale: OF_CARE })
