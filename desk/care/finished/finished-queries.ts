import { listFinishedConsultations, searchOwnPatients } from '@cuida/core/care/finished/finished-api.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { api } from '../../kit/api.ts'
import { useMutation, useQuery } from '../../kit/queries.ts'

/** What ended on a day; while another day is on its way, the one before stays. */
export const useFinished = (day: string, whose: 'mine' | 'everyone') =>
  useQuery(
    listFinishedConsultations,
    { day, whose },
    { every: POLL.every15s, enabled: day !== '', placeholderData: (before) => before },
  )

export const useSearchOwnPatients = () => useMutation((name: string) => api(searchOwnPatients, { name }))
