import type { PrescribedItem } from '@cuida/core/care/prescription/prescription.ts'
import {
  cancelPrescription,
  listDeskPrescriptions,
  openPrescriptionWindow,
  prescribe,
  recordSigned,
} from '@cuida/core/care/prescription/prescription-api.ts'
import type { Reply } from '@cuida/core/kit/call.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'

/** Hints make it quicker. */
const EVERY_MS = 5_000

// Under `desk`, so that a hint about the consultation asks for these again too.
export function usePrescriptions(id: string) {
  return useQuery({
    queryKey: ['desk', 'prescriptions', id],
    queryFn: () => api(listDeskPrescriptions, { id }),
    refetchInterval: EVERY_MS,
  })
}

export interface Signing {
  key: string
  validUntil: string
  items: PrescribedItem[]
}

export function usePrescribe(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (wish: Signing) => api(prescribe, { id, ...wish }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['desk', 'prescriptions', id] }),
  })
}

export function useCancelPrescription(id: string, prescriptionId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) => api(cancelPrescription, { id, prescriptionId, reason }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['desk', 'prescriptions', id] }),
  })
}

export type Opened = Reply<typeof openPrescriptionWindow>

/** Each opening has a token of its own. */
export const useWindow = (id: string) =>
  useMutation({ mutationFn: () => api(openPrescriptionWindow, { id }), gcTime: 0 })

/** Tried again by itself for a while: the prescription is signed, whether the network is there or not. */
export function useRecordSigned(id: string, onRecorded: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (providerId: string) => api(recordSigned, { id, providerId }),
    retry: 4,
    onSuccess: onRecorded,
    onSettled: () => queries.invalidateQueries({ queryKey: ['desk', 'prescriptions', id] }),
  })
}
