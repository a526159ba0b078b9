import { me } from '@cuida/core/profile/account/api.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { askAgain } from '@cuida/ui/client/reads/read-key.ts'
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

/**
 * Asks for each of the family and puts the answers together. Who grew up meanwhile is not mine to ask for any more: they
 * are left out, and the profile is asked for again.
 */
export function useAskFamily() {
  const family = useFamily()
  const queries = useQueryClient()
  return async <T>(ask: (patientId: string) => Promise<readonly T[]>): Promise<T[]> => {
    const left = (error: unknown): T[] => {
      if (!(error instanceof CallFailed) || error.code !== 'PATIENT_NOT_FOUND') throw error
      void askAgain(queries, [me])
      return []
    }
    return (await Promise.all(family.map((id) => ask(id).catch(left)))).flat()
  }
}
