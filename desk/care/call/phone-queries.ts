import { ringPatient, setDeskPhone, showPatientNumber } from '@cuida/core/care/phone/phone-api.ts'
import { api } from '../../kit/api.ts'
import { useDeed } from '../../kit/reads.ts'
import { useCareDeed } from '../queries.ts'

export const useRingPatient = (id: string) => useCareDeed(() => api(ringPatient, { id }))

/** null: no phone of mine rings any more. */
export const useSetDeskPhone = (onSaved: () => void) =>
  useCareDeed((number: string | null) => api(setDeskPhone, { number }), onSaved)

export const useShowNumber = (id: string) => useDeed(() => api(showPatientNumber, { id }))
