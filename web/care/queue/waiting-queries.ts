import type { Consultation } from '@cuida/core/care/consultation.ts'
import { chooseAfterHours } from '@cuida/core/care/queue/after-hours-api.ts'
import { confirmPresence, leaveQueue } from '@cuida/core/care/queue/waiting-api.ts'
import type { AfterHoursChoice } from '@cuida/core/consultation/after-hours.ts'
import { api } from '../../kit/api.ts'
import { useMutation } from '../../kit/mutations.ts'
import { CONSULTATION_QUERIES } from '../queries.ts'

export const useConfirmPresence = (id: string) => useWaitingMutation(() => api(confirmPresence, { id }))
/** Toggles between present and away. */
export const useAway = ({ id, isAway }: Pick<Consultation, 'id' | 'isAway'>) =>
  useWaitingMutation(() => api(leaveQueue, { id, away: !isAway }))

export const useAfterHoursChoice = (id: string) =>
  useWaitingMutation((choice: AfterHoursChoice) => api(chooseAfterHours, { id, choice }))

/** Stays busy until the refetched state is on the screen, after a refusal as well. */
export const useWaitingMutation = <T = void>(act: (input: T) => Promise<unknown>) =>
  useMutation(act, { stale: CONSULTATION_QUERIES })
