import { useSession } from './session.tsx'

/** Ids of the patients whose care I may follow: myself first, then those in my charge. Empty while nobody is in. */
export function useFamily(): readonly string[] {
  const { profile } = useSession()
  return profile ? [profile.id, ...profile.dependants.map(({ id }) => id)] : []
}
