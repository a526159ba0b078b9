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
import { retryOnce, useMutation, useQuery } from '../../kit/queries.ts'

export interface PersonRef {
  kind: PersonKind
  id: string
}

/** Actions on an account; each needs a reason. */
export type AccountAction = { name: 'block' | 'unblock' | 'end-sessions' } | { name: 'end-session'; sessionId: string }

/** A mutation, not a query: each search is audited, so the client never repeats one by itself. */
export const useSearch = () => useMutation((query: string) => api(searchPeople, { query }))

/**
 * Fetched when a person is opened and after each action, never on a timer or on window focus: every read is audited.
 */
export const usePerson = ({ kind, id }: PersonRef) =>
  useQuery(
    getPerson,
    { kind, id },
    { staleTime: 60_000, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false, retry: retryOnce },
  )

/** Refetches the person after success and after a refusal. */
export const usePerformAccountAction = (person: PersonRef) =>
  useMutation(({ act, reason }: { act: AccountAction; reason: string }) => perform(person, act, reason), {
    stale: [callKey(getPerson, { kind: person.kind, id: person.id })],
  })

function perform(person: PersonRef, act: AccountAction, reason: string): Promise<unknown> {
  if (act.name === 'block') return api(blockPerson, { ...person, reason })
  if (act.name === 'unblock') return api(unblockPerson, { ...person, reason })
  return api(endPersonSessions, { ...person, reason, ...('sessionId' in act ? { sessionId: act.sessionId } : {}) })
}
