import { useSession } from './session.tsx'

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
    ...{ id, firstName, dateOfBirth, place },
    isDependant: place > 0,
  }))
}

/** Ids of the patients whose care I may follow. */
export const useFamily = (): readonly string[] => useFamilyMembers().map(({ id }) => id)
