import type { IssuedDocumentKind } from '@cuida/core/care/issued-document/issued-document.ts'
import { getDocument } from '@cuida/core/care/issued-document/issued-document-api.ts'
import type { Prescription, PrescriptionTime } from '@cuida/core/care/prescription/prescription.ts'
import { getPrescriptionAccess, listPrescriptions } from '@cuida/core/care/prescription/prescription-api.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { api } from '../../kit/api.ts'
import { useChangeEvents } from '../../kit/content/change-events.ts'
import { useFamilyQuery } from '../../kit/family.ts'
import { loadAllPages } from '../../kit/frame/load-all-pages.ts'
import { useMutation } from '../../kit/mutations.ts'
import { useQuery } from '../../kit/queries.ts'
import { saveFile } from '../../kit/save-file.ts'

const PRESCRIPTIONS = [listPrescriptions]
/** Polls faster while a prescription is being sent or cancelled at the provider. */
const intervalOf = (all: readonly Prescription[] | undefined): number =>
  all?.some(({ state }) => state === 'sending' || state === 'cancelling') ? POLL.every2s : POLL.every15s

/** Prescriptions of the whole family, the newest first. */
export function usePrescriptions(type: PrescriptionTime) {
  useChangeEvents(PRESCRIPTIONS)
  return useFamilyQuery(listPrescriptions, { type }, listAll, {
    select: newestFirst,
    every: ({ state }) => intervalOf(state.data),
  })
}

const listAll = (patientId: string, { type }: { type: PrescriptionTime }) =>
  loadAllPages((after) => api(listPrescriptions, { patientId, type, ...after }))

const newestFirst = (all: readonly Prescription[]) => [...all].sort((a, b) => b.signedAt.localeCompare(a.signedAt))

/** Prescriptions of one consultation. */
export function usePrescriptionsOf({ id, patient }: { id: string; patient: { id: string } }) {
  useChangeEvents(PRESCRIPTIONS)
  const ofThis = ({ items }: { items: Prescription[] }) => items.filter((one) => one.consultationId === id)
  const { data } = useQuery(
    listPrescriptions,
    { patientId: patient.id },
    { select: ofThis, every: ({ state }) => intervalOf(state.data && ofThis(state.data)) },
  )
  return data ?? []
}

/** Fetched from the provider on demand and not cached. */
export const useAccess = ({ id, patient }: Prescription) =>
  useMutation(() => api(getPrescriptionAccess, { patientId: patient.id, id }), { gcTime: 0 })

interface Wanted {
  id: string
  type: IssuedDocumentKind
  prescriptionId?: string | undefined
  letterId?: string | undefined
  /** The file's name. */
  name: string
}

/** Downloads a document of a consultation and saves it as a file. */
export const useDownloadDocument = () =>
  useMutation(async ({ name, ...wanted }: Wanted) => saveFile(await api(getDocument, wanted), name))
