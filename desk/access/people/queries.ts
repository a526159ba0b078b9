import {
  blockPerson,
  endPersonSessions,
  getPerson,
  type PersonKind,
  searchPeople,
  unblockPerson,
} from '@cuida/core/access/people/people-api.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'

export interface PersonRef {
  kind: PersonKind
  id: string
}

/** What can be done to a person; each wants a reason. */
export type Act = { name: 'block' | 'unblock' | 'end-sessions' } | { name: 'end-session'; sessionId: string }

const personKey = ({ kind, id }: PersonRef) => ['person', kind, id]

/** A deed, not a read: each search is recorded, so none is repeated by itself. */
export const useSearch = () => useMutation({ mutationFn: (query: string) => api(searchPeople, { query }) })

/** Asked when a person is opened and after each deed, not by the clock or by a window's focus: every look is recorded. */
export function usePerson(person: PersonRef) {
  return useQuery({
    queryKey: personKey(person),
    queryFn: () => api(getPerson, { ...person }),
    staleTime: 60_000,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: (count, failure) => !(failure instanceof CallFailed && failure.status < 500) && count < 1,
  })
}

export function useAct(person: PersonRef) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ act, reason }: { act: Act; reason: string }) => perform(person, act, reason),
    // Refused or not: what is true now is shown.
    onSettled: () => queries.invalidateQueries({ queryKey: personKey(person) }),
  })
}

function perform(person: PersonRef, act: Act, reason: string): Promise<unknown> {
  if (act.name === 'block') return api(blockPerson, { ...person, reason })
  if (act.name === 'unblock') return api(unblockPerson, { ...person, reason })
  return api(endPersonSessions, { ...person, reason, ...('sessionId' in act ? { sessionId: act.sessionId } : {}) })
}
