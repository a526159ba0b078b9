import { ringPatient, setDeskPhone, showPatientNumber } from '@cuida/core/care/phone/phone-api.ts'
import { api } from '../../kit/api.ts'
import { useMutation } from '../../kit/queries.ts'
import { useCareMutation } from '../queries.ts'

export const useRingPatient = (id: string) => useCareMutation(() => api(ringPatient, { id }))

/** null removes my phone, so that no call rings it. */
export const useSetDeskPhone = (onSaved: () => void) =>
  useCareMutation((number: string | null) => api(setDeskPhone, { number }), onSaved)

export const useShowNumber = (id: string) => useMutation(() => api(showPatientNumber, { id }))
