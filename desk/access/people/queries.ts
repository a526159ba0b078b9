import {
  blockPerson,
  endPersonSessions,
  getPerson,
  type PersonKind,
  searchPeople,
  unblockPerson,
} from '@cuida/core/access/people/people-api.ts'
import { callKey } from '@cuida/ui/client/queries/query-key.ts'
import { api } from '../../kit/api.ts'
import { onceMore, useMutation, useQuery } from '../../kit/queries.ts'

export interface PersonRef {
  kind: PersonKind
  id: string
}

/** What can be done to a person; each wants a reason. */
export type Act = { name: 'block' | 'unblock' | 'end-sessions' } | { name: 'end-session'; sessionId: string }

/** An action, not a read: each search is recorded, so none is repeated by itself. */
export const useSearch = () => useMutation((query: string) => api(searchPeople, { query }))

/** Asked when a person is opened and after each action, not by the clock or by a window's focus: every look is recorded. */
export const usePerson = ({ kind, id }: PersonRef) =>
  useQuery(
    getPerson,
    { kind, id },
    { staleTime: 60_000, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false, retry: onceMore },
  )

/** Refused or not: what is true now is shown. */
export const useAct = (person: PersonRef) =>
  useMutation(({ act, reason }: { act: Act; reason: string }) => perform(person, act, reason), {
    stale: [callKey(getPerson, { kind: person.kind, id: person.id })],
  })

function perform(person: PersonRef, act: Act, reason: string): Promise<unknown> {
  if (act.name === 'block') return api(blockPerson, { ...person, reason })
  if (act.name === 'unblock') return api(unblockPerson, { ...person, reason })
  return api(endPersonSessions, { ...person, reason, ...('sessionId' in act ? { sessionId: act.sessionId } : {}) })
}
