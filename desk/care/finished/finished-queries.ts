import { listFinishedConsultations, searchOwnPatients } from '@cuida/core/care/finished/finished-api.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { api } from '../../kit/api.ts'
import { useMutation, useQuery } from '../../kit/queries.ts'

/** Consultations that ended on a day; while another day loads, the previous one stays. */
export const useFinished = (day: string, scope: 'mine' | 'everyone') =>
  useQuery(
    listFinishedConsultations,
    { day, whose: scope },
    { every: POLL.every15s, enabled: day !== '', placeholderData: (before) => before },
  )

export const useSearchOwnPatients = () => useMutation((name: string) => api(searchOwnPatients, { name }))
