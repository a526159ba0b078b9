import { me } from '@cuida/core/profile/account/api.ts'
import type { Sex } from '@cuida/core/profile/account/profile.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { type CallDeclarationKey, invalidateQueries } from '@cuida/ui/client/queries/query-key.ts'
import { type QueryOptions, useCombinedQuery } from '@cuida/ui/client/queries/use-query.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useSession } from './session/session.tsx'

/** A person whose care this account may follow. */
export interface FamilyMember {
  id: string
  firstName: string
  dateOfBirth: string
  sex: Sex
  genderInfo?: string | null | undefined
  isDependant: boolean
  /** From 0, the account holder: each person keeps a colour. */
  place: number
}

/** The account holder first, then the dependants. Empty while signed out. */
export function useFamilyMembers(): readonly FamilyMember[] {
  const { profile } = useSession()
  if (!profile) return []
  return [profile, ...profile.dependants].map(({ id, firstName, dateOfBirth, sex, genderInfo }, place) => ({
    id,
    firstName,
    dateOfBirth,
    sex,
    genderInfo,
    place,
    isDependant: place > 0,
  }))
}

/** Ids of the patients whose care this account may follow. */
export const useFamily = (): readonly string[] => useFamilyMembers().map(({ id }) => id)

type FamilyQueryOptions<T, S> = Omit<QueryOptions<T[], S>, 'per' | 'enabled'>

/**
 * Calls `ask` for each family member and joins the results. The query key is the input and the ids; `ask` must be a
 * module-level function, so that it depends on nothing else. Dependants who have come of age are left out, and the
 * profile is refetched.
 */
export function useFamilyQuery<I, T, S = T[]>(
  declared: CallDeclarationKey,
  input: I,
  fetchItems: (patientId: string, input: I) => Promise<readonly T[]>,
  options: FamilyQueryOptions<T, S> = {},
) {
  const family = useFamily()
  const queries = useQueryClient()
  const withoutGrownUp = (error: unknown): T[] => {
    if (!(error instanceof CallFailed) || error.code !== 'PATIENT_NOT_FOUND') throw error
    void invalidateQueries(queries, [me])
    return []
  }
  const askAll = async () => (await Promise.all(family.map((id) => fetchItems(id, input).catch(withoutGrownUp)))).flat()
  return useCombinedQuery<T[], S>(declared, { input, family }, askAll, { ...options, enabled: family.length > 0 })
}
