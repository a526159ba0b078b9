import { chooseWhenLate, listSameHour } from '@cuida/core/care/reassignment/late-api.ts'
import type { LateChoice } from '@cuida/core/consultation/late-choice.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { api } from '../../kit/api.ts'
import { useQuery } from '../../kit/queries.ts'
import { useWaitingMutation } from '../queue/waiting-queries.ts'

export const useLateChoice = (id: string) =>
  useWaitingMutation((choice: LateChoice) => api(chooseWhenLate, { id, choice }))

/** Other clinicians free at the appointment's time; polled, because other patients book too. */
export const useCliniciansAtSameTime = (id: string) =>
  useQuery(listSameHour, { id }, { every: POLL.every15s, endsUnseen: true })
