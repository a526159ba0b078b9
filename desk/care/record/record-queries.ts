import { hideDocument } from '@cuida/core/care/documents/document-api.ts'
import {
  acceptRequest,
  addEntry,
  amendNote,
  breakGlass,
  declineRequest,
  getRecord,
  listEditRequests,
  listOpenings,
  reviewOpening,
  supersedeEntry,
} from '@cuida/core/care/record/desk-record-api.ts'
import type { NewEntry } from '@cuida/core/care/record/history.ts'
import type { Input } from '@cuida/core/kit/call.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'
import { useStaff } from '../../kit/session.ts'
import { isGone } from '../queries.ts'

/** Hints make all of these quicker (kit/hints.ts): what is under this key is asked again. */
const DESK = ['desk'] as const
const SELDOM_MS = 15_000

/** undefined asks nothing: every look is recorded. What is not ours any more is not shown from memory either. */
export function useRecord(patientId: string | undefined) {
  const { data, error, refetch } = useQuery({
    queryKey: [...DESK, 'record', patientId],
    queryFn: () => api(getRecord, { patientId: patientId ?? '' }),
    enabled: patientId !== undefined,
    refetchInterval: ({ state }) => (isGone(state.error) ? false : SELDOM_MS),
    retry: (count, failure) => !isGone(failure) && count < 2,
  })
  return { data: isGone(error) ? undefined : data, error, refetch }
}

function useDeed<T, R>(mutationFn: (input: T) => Promise<R>) {
  const queries = useQueryClient()
  // Refused or not: what is true now is shown before anybody goes on.
  return useMutation({ mutationFn, onSettled: () => queries.invalidateQueries({ queryKey: DESK }) })
}

/** What the dialog writes: a new entry, another version of one, or the answer to a request. */
export type Writing = { what: 'add' } | { what: 'replace'; entryId: string } | { what: 'accept'; requestId: string }

export const useWriteEntry = (patientId: string) =>
  useDeed(({ writing, entry, reason }: { writing: Writing; entry: NewEntry; reason: string }) => {
    if (writing.what === 'add') return api(addEntry, { patientId, ...entry })
    if (writing.what === 'accept') return api(acceptRequest, { id: writing.requestId, ...entry })
    return api(supersedeEntry, { patientId, entryId: writing.entryId, ...entry, reason })
  })

export const useDecline = (id: string) => useDeed((answer: string) => api(declineRequest, { id, answer }))

export const useAmend = (id: string, noteId: string) =>
  useDeed((amendment: { text: string; reason: string }) => api(amendNote, { id, noteId, ...amendment }))

export const hide = (id: string, documentId: string, reason: string) =>
  api(hideDocument, { id, documentId, reason: reason.trim() })

/** Whom somebody says they are: a first name only where it was asked for. */
export const emergencyOf = (typed: Record<'phone' | 'dateOfBirth' | 'firstName' | 'reason', string>) => ({
  phone: typed.phone.trim(),
  dateOfBirth: typed.dateOfBirth,
  reason: typed.reason.trim(),
  ...(typed.firstName.trim() ? { firstName: typed.firstName.trim() } : {}),
})

export const useBreakGlass = () => useDeed((wanted: Input<typeof breakGlass>) => api(breakGlass, wanted))

export function useEditRequests() {
  const { data: staff } = useStaff()
  return useQuery({
    queryKey: [...DESK, 'edit-requests'],
    queryFn: () => api(listEditRequests),
    enabled: staff !== undefined && staff.role !== 'clinical-manager',
    refetchInterval: SELDOM_MS,
    refetchIntervalInBackground: true,
  })
}

export function useOpenings() {
  const { data: staff } = useStaff()
  return useQuery({
    queryKey: [...DESK, 'openings'],
    queryFn: () => api(listOpenings),
    enabled: staff?.role.includes('clinical-manager') ?? false,
    refetchInterval: SELDOM_MS,
    refetchIntervalInBackground: true,
  })
}

export const useReview = (id: string) =>
  useDeed((said: { verdict: 'justified' | 'not-justified'; review: string }) => api(reviewOpening, { id, ...said }))

/** How many requests and openings wait for this person: a number in the rail. */
export function useWaitingRecords(): number {
  const requests = useEditRequests().data?.items.length ?? 0
  const openings = useOpenings().data?.items.filter(({ reviewedAt, isMine }) => !reviewedAt && !isMine).length ?? 0
  return requests + openings
}
