import type { Consultation } from '@cuida/core/care/consultation.ts'
import { chooseAfterHours } from '@cuida/core/care/queue/after-hours-api.ts'
import { leaveQueue, sayHere } from '@cuida/core/care/queue/waiting-api.ts'
import type { AfterHoursChoice } from '@cuida/core/consultation/after-hours.ts'
import { api } from '../../kit/api.ts'
import { useDeed } from '../../kit/deeds.ts'
import { OF_CARE } from '../queries.ts'

export const useHere = (id: string) => useWaitingDeed(() => api(sayHere, { id }))
/** From here to away, and back: the other one of what they are now. */
export const useAway = ({ id, isAway }: Pick<Consultation, 'id' | 'isAway'>) =>
  useWaitingDeed(() => api(leaveQueue, { id, away: !isAway }))

export const useAfterHoursChoice = (id: string) =>
  useWaitingDeed((choice: AfterHoursChoice) => api(chooseAfterHours, { id, choice }))

/** Busy until what was asked for is on the screen; refused or not, what is true now is asked again. */
export const useWaitingDeed = <T = void>(act: (input: T) => Promise<unknown>) => useDeed(act, { stale: OF_CARE })
