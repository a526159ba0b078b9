import { listConsultations } from '@cuida/core/consultation/list-api.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { useGathered } from '@cuida/ui/client/reads/use-read.ts'
import { api } from './api.ts'
import { useAskFamily, useFamily } from './family.ts'
import { everyPage, PAGE } from './frame/every-page.ts'

/** The family's consultations that are queued or active: for the dot, the card on Home and the incoming call. */
export function useOngoingConsultations() {
  const family = useFamily()
  const askFamily = useAskFamily()
  const ask = () =>
    askFamily((patientId) =>
      everyPage((before) =>
        api(listConsultations, { patientId, status: ['QUEUED', 'ACTIVE'], pageSize: PAGE, ...before }),
      ),
    )
  // B9.1: the layout asks every 5 s.
  return useGathered(listConsultations, { ongoing: family }, ask, { enabled: family.length > 0, every: POLL.soon })
}

export const useIsOngoing = (): boolean => (useOngoingConsultations().data?.length ?? 0) > 0
