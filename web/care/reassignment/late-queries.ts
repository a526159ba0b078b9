import { chooseWhenLate, listSameHour } from '@cuida/core/care/reassignment/late-api.ts'
import type { LateChoice } from '@cuida/core/consultation/late-choice.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { api } from '../../kit/api.ts'
import { useQuery } from '../../kit/queries.ts'
import { useWaitingMutation } from '../queue/waiting-queries.ts'

export const useLateChoice = (id: string) =>
  useWaitingMutation((choice: LateChoice) => api(chooseWhenLate, { id, choice }))

/** Who else is free at the hour that the clinic cannot keep; asked again now and then, because others book too. */
export const useSameHour = (id: string) => useQuery(listSameHour, { id }, { every: POLL.every15s, endsUnseen: true })
