import {
  getWebinar,
  leaveWebinar,
  listWebinars,
  registerForWebinar,
  type SeenWebinar,
} from '@cuida/core/support/webinars/webinar-api.ts'
import { useLocale } from '@cuida/ui/words/words.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'

/** The doors open, places go: what is shown is never older than this. */
const EVERY_MS = 30_000
const KEY = 'webinars'

export function useWebinars() {
  return useQuery({ queryKey: [KEY, useLocale()], queryFn: () => api(listWebinars) })
}

export function useWebinar(slug: string) {
  return useQuery({
    queryKey: [KEY, useLocale(), slug],
    queryFn: () => api(getWebinar, { slug }),
    refetchInterval: EVERY_MS,
  })
}

/** Registers, or gives the place back; what the server answers is what stands there. */
export function usePlace(slug: string) {
  const queries = useQueryClient()
  const key = [KEY, useLocale(), slug]
  const keep = {
    onSuccess: (seen: SeenWebinar) => {
      queries.setQueryData(key, seen)
      void queries.invalidateQueries({ queryKey: [KEY] })
    },
    // Full, or over: the page says so by itself once it is asked again.
    onError: () => void queries.invalidateQueries({ queryKey: [KEY] }),
  } as const
  const register = useMutation({ ...keep, mutationFn: () => api(registerForWebinar, { slug }) })
  const leave = useMutation({ ...keep, mutationFn: () => api(leaveWebinar, { slug }) })
  return { register, leave }
}
