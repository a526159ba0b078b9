import type { HistoryEntry, HistoryKind } from '@cuida/core/care/record/history.ts'
import { getMedicalHistory, listAccessLog, requestEdit } from '@cuida/core/care/record/record-api.ts'
import type { Input } from '@cuida/core/kit/call.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { callKey } from '@cuida/ui/client/queries/query-key.ts'
import { createPages } from '@cuida/ui/client/queries/use-pages.ts'
import { api } from '../../kit/api.ts'
import { useChangeEvents } from '../../kit/content/change-events.ts'
import { type FamilyMember, useFamilyMembers } from '../../kit/family.ts'
import { useMutation } from '../../kit/mutations.ts'
import { useQuery } from '../../kit/queries.ts'
import { useSession } from '../../kit/session/session.tsx'

const RECORD = [getMedicalHistory, listAccessLog]

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

/** Polled as well, in case a change event is lost. */
export function useHistory(id: string) {
  useChangeEvents(RECORD)
  return useQuery(getMedicalHistory, { id }, { every: POLL.every15s, retry: false })
}

/** What somebody wants put right: about one entry, or something that is missing in a section. */
export const requestOf = (section: HistoryKind, text: string, about: HistoryEntry | undefined) => ({
  section,
  text: text.trim(),
  ...(about ? { entryId: about.id } : {}),
})

/** Refused, too, something is other than the screen says. What it shows then is waited for. */
export const useRequestEdit = (id: string) =>
  useMutation((wanted: Omit<Input<typeof requestEdit>, 'id'>) => api(requestEdit, { id, ...wanted }), {
    stale: [callKey(getMedicalHistory, { id }), listAccessLog],
  })

/** The newest first, a page at a time, as they were when the first page came. */
export const useAccessLog = (id: string) =>
  usePages(listAccessLog, { id }, { size: 30, since: ({ items: [newest] }) => (newest ? { until: newest.at } : {}) })

/** Long lists of the app, by the declarations of their calls. */
const usePages = createPages(api)
