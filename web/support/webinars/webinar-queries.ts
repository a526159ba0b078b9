import { POLL } from '@cuida/core/kit/polling.ts'
import {
  getWebinar,
  leaveWebinar,
  listWebinars,
  type PatientWebinar,
  registerForWebinar,
} from '@cuida/core/support/webinars/webinar-api.ts'
import { callKey, invalidateQueries } from '@cuida/ui/client/queries/query-key.ts'
import { useLocale } from '@cuida/ui/i18n/messages.ts'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'
import { useMutation } from '../../kit/mutations.ts'
import { useQuery } from '../../kit/queries.ts'

const WEBINARS = [listWebinars, getWebinar]

export const useWebinars = () => useQuery(listWebinars, {}, { per: useLocale() })

/** Polled, because the opening time and the remaining seats change. */
export const useWebinar = (slug: string) => useQuery(getWebinar, { slug }, { per: useLocale(), every: POLL.every30s })

/** Registers or cancels; the server's reply replaces the cached webinar. */
export function useWebinarRegistration(slug: string) {
  const queries = useQueryClient()
  const key = callKey(getWebinar, { slug }, useLocale())
  const mutationOptions = {
    onDone: (webinar: PatientWebinar) => {
      queries.setQueryData(key, webinar)
      void invalidateQueries(queries, WEBINARS)
    },
    // Full or over: the refetched page shows it.
    onRefused: () => void invalidateQueries(queries, WEBINARS),
  }
  const register = useMutation(() => api(registerForWebinar, { slug }), mutationOptions)
  const leave = useMutation(() => api(leaveWebinar, { slug }), mutationOptions)
  return { register, leave }
}
