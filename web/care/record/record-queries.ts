import type { HistoryEntry, HistoryKind } from '@cuida/core/care/record/history.ts'
import { getMedicalHistory, listLooks, requestEdit } from '@cuida/core/care/record/record-api.ts'
import type { Input } from '@cuida/core/kit/call.ts'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'
import { useHints } from '../../kit/content/hints.ts'
import { type FamilyMember, useFamilyMembers } from '../../kit/family.ts'
import { useSession } from '../../kit/session/session.tsx'

/** An answer may come while one looks, should a hint be lost. */
const SELDOM_MS = 15_000
const PAGE = 30

export interface Recorded extends FamilyMember {
  emrId: string
}

/** Myself and who is in my charge, with the name that addresses give to a record. Empty until it is known. */
export function useRecorded(): readonly Recorded[] {
  const { profile } = useSession()
  const family = useFamilyMembers()
  if (!profile) return []
  const known = new Map([profile, ...profile.dependants].map(({ id, emrId }) => [id, emrId]))
  return family.map((member) => ({ ...member, emrId: known.get(member.id) ?? '' }))
}

export function useHistory(patientId: string) {
  useHints('record')
  return useQuery({
    queryKey: ['record', patientId],
    queryFn: () => api(getMedicalHistory, { id: patientId }),
    refetchInterval: SELDOM_MS,
    retry: false,
  })
}

/** What somebody wants put right: about one entry, or something that is missing in a section. */
export const requestOf = (section: HistoryKind, text: string, about: HistoryEntry | undefined) => ({
  section,
  text: text.trim(),
  ...(about ? { entryId: about.id } : {}),
})

export function useRequestEdit(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (wanted: Omit<Input<typeof requestEdit>, 'id'>) => api(requestEdit, { id, ...wanted }),
    // Refused, too, something is other than the screen says. What it shows then is waited for.
    onSettled: () => queries.invalidateQueries({ queryKey: ['record', id] }),
  })
}

/** The newest first, a page at a time. */
export function useLooks(id: string) {
  return useInfiniteQuery({
    queryKey: ['record', id, 'looks'],
    queryFn: ({ pageParam: { page, until } }) =>
      api(listLooks, { id, page: String(page), pageSize: String(PAGE), ...(until ? { until } : {}) }),
    initialPageParam: { page: 1, until: undefined as string | undefined },
    getNextPageParam: ({ page, total }, [first]) =>
      page * PAGE < total ? { page: page + 1, until: first?.items[0]?.at } : undefined,
  })
}
