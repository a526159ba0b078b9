import { me } from '@cuida/core/profile/account/api.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { type Declared, invalidateQueries } from '@cuida/ui/client/queries/query-key.ts'
import { type QueryOptions, useCombinedQuery } from '@cuida/ui/client/queries/use-query.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useSession } from './session/session.tsx'

/** Somebody whose care I may follow. */
export interface FamilyMember {
  id: string
  firstName: string
  dateOfBirth: string
  isDependant: boolean
  /** From 0, which is mine: everybody keeps their colour. */
  place: number
}

/** Myself first, then those in my charge. Empty while nobody is in. */
export function useFamilyMembers(): readonly FamilyMember[] {
  const { profile } = useSession()
  if (!profile) return []
  return [profile, ...profile.dependants].map(({ id, firstName, dateOfBirth }, place) => ({
    id,
    firstName,
    dateOfBirth,
    place,
    isDependant: place > 0,
  }))
}

/** Ids of the patients whose care I may follow. */
export const useFamily = (): readonly string[] => useFamilyMembers().map(({ id }) => id)

type FamilyQueryOptions<T, S> = Omit<QueryOptions<T[], S>, 'per' | 'enabled'>

/**
 * Asks `ask` for each of the family and puts the answers together. The key is the input and the ids that `ask` is given;
 * as a function of the module it can depend on nothing else. Members who grew up meanwhile are left out, and the
 * profile is asked for again.
 */
export function useFamilyQuery<I, T, S = T[]>(
  declared: Declared,
  input: I,
  ask: (patientId: string, input: I) => Promise<readonly T[]>,
  options: FamilyQueryOptions<T, S> = {},
) {
  const family = useFamily()
  const queries = useQueryClient()
  const withoutGrownUp = (error: unknown): T[] => {
    if (!(error instanceof CallFailed) || error.code !== 'PATIENT_NOT_FOUND') throw error
    void invalidateQueries(queries, [me])
    return []
  }
  const askAll = async () => (await Promise.all(family.map((id) => ask(id, input).catch(withoutGrownUp)))).flat()
  return useCombinedQuery<T[], S>(declared, { input, family }, askAll, { ...options, enabled: family.length > 0 })
}
