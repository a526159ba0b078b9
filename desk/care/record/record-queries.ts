import { hideDocument } from '@cuida/core/care/documents/document-api.ts'
import {
  acceptRequest,
  addEntry,
  amendNote,
  breakGlass,
  declineRequest,
  getRecord,
  listEditRequests,
  listEmergencyAccesses,
  reviewEmergencyAccess,
  supersedeEntry,
} from '@cuida/core/care/record/desk-record-api.ts'
import type { NewEntry } from '@cuida/core/care/record/history.ts'
import type { Input } from '@cuida/core/kit/call.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { isGone } from '@cuida/ui/client/call-failed.ts'
import { api } from '../../kit/api.ts'
import { untilGone, useQuery } from '../../kit/queries.ts'
import { useStaff } from '../../kit/session.ts'
import { useCareMutation } from '../queries.ts'

/**
 * An undefined id disables the query, as every read is audited. After access is revoked, cached data does not show
 * either.
 */
export function useRecord(patientId: string | undefined) {
  const queryOptions = { enabled: patientId !== undefined, ...untilGone(POLL.every15s) }
  const read = useQuery(getRecord, { patientId: patientId ?? '' }, queryOptions)
  return isGone(read.error) ? { ...read, data: undefined } : read
}

/** What the dialog writes: a new entry, a replacement, or the accepted request. */
export type EntryChange = { what: 'add' } | { what: 'replace'; entryId: string } | { what: 'accept'; requestId: string }

export const useWriteEntry = (patientId: string) =>
  useCareMutation(({ writing, entry, reason }: { writing: EntryChange; entry: NewEntry; reason: string }) => {
    if (writing.what === 'add') return api(addEntry, { patientId, ...entry })
    if (writing.what === 'accept') return api(acceptRequest, { id: writing.requestId, ...entry })
    return api(supersedeEntry, { patientId, entryId: writing.entryId, ...entry, reason })
  })

export const useDecline = (id: string) => useCareMutation((answer: string) => api(declineRequest, { id, answer }))

export const useAmend = (id: string, noteId: string) =>
  useCareMutation((amendment: { text: string; reason: string }) => api(amendNote, { id, noteId, ...amendment }))

export const useHide = (id: string, documentId: string) =>
  useCareMutation((reason: string) => api(hideDocument, { id, documentId, reason }))

/** The patient's identification; the first name is sent only where it was asked for. */
export const breakGlassInput = (typed: Record<'phone' | 'dateOfBirth' | 'firstName' | 'reason', string>) => ({
  phone: typed.phone.trim(),
  dateOfBirth: typed.dateOfBirth,
  reason: typed.reason.trim(),
  ...(typed.firstName.trim() ? { firstName: typed.firstName.trim() } : {}),
})

export const useBreakGlass = () => useCareMutation((input: Input<typeof breakGlass>) => api(breakGlass, input))

export function useEditRequests() {
  const { data: staff } = useStaff()
  const enabled = staff !== undefined && staff.role !== 'clinical-manager'
  return useQuery(listEditRequests, {}, { enabled, every: POLL.every15s, inBackground: true })
}

export function useEmergencyAccesses() {
  const { data: staff } = useStaff()
  const enabled = staff?.role.includes('clinical-manager') ?? false
  return useQuery(listEmergencyAccesses, {}, { enabled, every: POLL.every15s, inBackground: true })
}

export const useReview = (id: string) =>
  useCareMutation((outcome: { verdict: 'justified' | 'not-justified'; review: string }) =>
    api(reviewEmergencyAccess, { id, ...outcome }),
  )

/** The number in the sidebar: edit requests and emergency accesses that wait for this user. */
export function useWaitingRecords(): number {
  const requests = useEditRequests().data?.items.length ?? 0
  const emergencyAccesses =
    useEmergencyAccesses().data?.items.filter(({ reviewedAt, isMine }) => !reviewedAt && !isMine).length ?? 0
  return requests + emergencyAccesses
}
