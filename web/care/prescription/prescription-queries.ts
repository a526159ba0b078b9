import type { PaperKind } from '@cuida/core/care/paper/paper.ts'
import { getDocument } from '@cuida/core/care/paper/paper-api.ts'
import type { Prescription, PrescriptionTime } from '@cuida/core/care/prescription/prescription.ts'
import { getPrescriptionAccess, listPrescriptions } from '@cuida/core/care/prescription/prescription-api.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { useGathered } from '@cuida/ui/client/reads/use-read.ts'
import { api } from '../../kit/api.ts'
import { useHints } from '../../kit/content/hints.ts'
import { useDeed } from '../../kit/deeds.ts'
import { useAskFamily, useFamily } from '../../kit/family.ts'
import { saveFile } from '../../kit/save-file.ts'

const PRESCRIPTIONS = [listPrescriptions]
/** What is on its way to its provider, or back, changes soon. */
const intervalOf = (all: readonly Prescription[] | undefined): number =>
  all?.some(({ state }) => state === 'sending' || state === 'cancelling') ? POLL.often : POLL.seldom

/** Those of the whole family, the newest first. */
export function usePrescriptions(type: PrescriptionTime) {
  const family = useFamily()
  const askFamily = useAskFamily()
  useHints(PRESCRIPTIONS)
  const ask = async () => {
    const all = await askFamily(async (patientId) => (await api(listPrescriptions, { patientId, type })).items)
    return all.sort((a, b) => b.signedAt.localeCompare(a.signedAt))
  }
  return useGathered(listPrescriptions, { type, family }, ask, {
    enabled: family.length > 0,
    every: ({ state }) => intervalOf(state.data),
  })
}

/** Those of one consultation. */
export function usePrescriptionsOf({ id, patient }: { id: string; patient: { id: string } }) {
  useHints(PRESCRIPTIONS)
  const ask = async () =>
    (await api(listPrescriptions, { patientId: patient.id })).items.filter((one) => one.consultationId === id)
  const every = ({ state }: { state: { data?: Prescription[] | undefined } }) => intervalOf(state.data)
  const { data } = useGathered(listPrescriptions, { of: id }, ask, { every })
  return data ?? []
}

/** Asked of the provider when somebody wants to show it, and kept nowhere. */
export const useAccess = ({ id, patient }: Prescription) =>
  useDeed(() => api(getPrescriptionAccess, { patientId: patient.id, id }), { gcTime: 0 })

interface Wanted {
  id: string
  type: PaperKind
  prescriptionId?: string | undefined
  /** What the file is called. */
  name: string
}

/** Fetches a paper of a consultation and hands it to the person as a file. */
export const usePaper = () =>
  useDeed(async ({ name, ...wanted }: Wanted) => saveFile(await api(getDocument, wanted), name))
