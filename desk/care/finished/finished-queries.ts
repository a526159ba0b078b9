import { listFinishedConsultations, searchOwnPatients } from '@cuida/core/care/finished/finished-api.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { api } from '../../kit/api.ts'
import { useMutation, useRead } from '../../kit/reads.ts'

/** What ended on a day; while another day is on its way, the one before stays. */
export const useFinished = (day: string, whose: 'mine' | 'everyone') =>
  useRead(
    listFinishedConsultations,
    { day, whose },
    { every: POLL.seldom, enabled: day !== '', placeholderData: (before) => before },
  )

export const useSearchOwnPatients = () => useMutation((name: string) => api(searchOwnPatients, { name }))
