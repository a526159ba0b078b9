import { itemWithText } from '@cuida/core/care/prescription/item-line.ts'
import type { PrescribedItem, PrescriptionItem } from '@cuida/core/care/prescription/prescription.ts'
import {
  cancelPrescription,
  listDeskPrescriptions,
  listMedicines,
  openPrescriptionWindow,
  prescribe,
  recordSigned,
} from '@cuida/core/care/prescription/prescription-api.ts'
import type { Reply } from '@cuida/core/kit/call.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { callKey } from '@cuida/ui/client/queries/query-key.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { api } from '../../kit/api.ts'
import { useMutation, useQuery } from '../../kit/queries.ts'

export const usePrescriptions = (id: string) => useQuery(listDeskPrescriptions, { id }, { every: POLL.every5s })

/** The medicines of the clinic's country; fetched once. */
export const useMedicines = () => useQuery(listMedicines, {}, { staleTime: Number.POSITIVE_INFINITY })

/** Unsigned items as they will read: in the clinician's language, with their catalogue codes. */
export function useDraftItems(items: readonly PrescribedItem[]): PrescriptionItem[] {
  const medicines = useMedicines().data?.catalogue?.medicines
  return items.map((item) => itemWithText(item, medicines?.find(({ name }) => name === item.medicine)?.atc ?? null, t))
}

export interface SigningInput {
  key: string
  validUntil: string
  items: PrescribedItem[]
  allergyReason?: string
}

export const usePrescribe = (id: string) =>
  useMutation((input: SigningInput) => api(prescribe, { id, ...input }), oldOf(id))

export const useCancelPrescription = (id: string, prescriptionId: string) =>
  useMutation((reason: string) => api(cancelPrescription, { id, prescriptionId, reason }), oldOf(id))

const oldOf = (id: string) => ({ stale: [callKey(listDeskPrescriptions, { id })] })

export type OpenedPrescriptionWindow = Reply<typeof openPrescriptionWindow>

/** Each window has its own token, so the result is not cached. */
export const useOpenPrescriptionWindow = (id: string) =>
  useMutation(() => api(openPrescriptionWindow, { id }), { gcTime: 0 })

/** Retried for a while: the prescription is already signed at the provider, even without a network here. */
export const useRecordSigned = (id: string, onRecorded: () => void) =>
  useMutation((providerId: string) => api(recordSigned, { id, providerId }), {
    ...oldOf(id),
    retry: 4,
    onDone: onRecorded,
  })
