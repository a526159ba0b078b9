import { endMyDeskSession, endMyOtherDeskSessions, myDeskSessions } from '@cuida/core/access/team/staff-api.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'

export const SESSIONS = ['own-sessions']

export const useOwnSessions = () => useQuery({ queryKey: SESSIONS, queryFn: () => api(myDeskSessions) })

/** One of them, or all but this one when none is named. */
export function useEndOwnSessions() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string | undefined) => (id ? api(endMyDeskSession, { id }) : api(endMyOtherDeskSessions)),
    onSettled: () => queries.invalidateQueries({ queryKey: SESSIONS }),
  })
}
