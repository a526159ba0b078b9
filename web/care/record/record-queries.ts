import type { HistoryEntry, HistoryKind } from '@cuida/core/care/record/history.ts'
import { getMedicalHistory, listAccessLog, requestEdit } from '@cuida/core/care/record/record-api.ts'
import { getPatientSummary } from '@cuida/core/fhir/summary-api.ts'
import type { Input } from '@cuida/core/kit/call.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { callKey } from '@cuida/ui/client/queries/query-key.ts'
import { createPages } from '@cuida/ui/client/queries/use-pages.ts'
import { api } from '../../kit/api.ts'
import { useChangeEvents } from '../../kit/content/change-events.ts'
import { type FamilyMember, useFamilyMembers } from '../../kit/family.ts'
import { useMutation } from '../../kit/mutations.ts'
import { useQuery } from '../../kit/queries.ts'
import { saveFile } from '../../kit/save-file.ts'
import { useSession } from '../../kit/session/session.tsx'

const RECORD = [getMedicalHistory, listAccessLog]

export interface RecordOwner extends FamilyMember {
  emrId: string
}

/** The account holder and dependants with the name that URLs give to each record. Empty until loaded. */
export function useRecordOwners(): readonly RecordOwner[] {
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

/** A change request: about one entry, or about one missing in a section. */
export const requestOf = (section: HistoryKind, text: string, about: HistoryEntry | undefined) => ({
  section,
  text: text.trim(),
  ...(about ? { entryId: about.id } : {}),
})

/** A refusal refetches as well, because the screen is out of date; the mutation waits for it. */
export const useRequestEdit = (id: string) =>
  useMutation((input: Omit<Input<typeof requestEdit>, 'id'>) => api(requestEdit, { id, ...input }), {
    stale: [callKey(getMedicalHistory, { id }), listAccessLog],
  })

/** Saves the International Patient Summary as a file. */
export const useDownloadSummary = (id: string) =>
  useMutation(async (name: string) => {
    const summary = await api(getPatientSummary, { id })
    await saveFile(new Blob([JSON.stringify(summary, null, 2)], { type: 'application/fhir+json' }), name)
  })

/** The newest first, in pages, bounded by the newest entry of the first page. */
export const useAccessLog = (id: string) => usePages(listAccessLog, { id }, { size: 30 })

const usePages = createPages(api)
