import { ringPatient, setDeskPhone, showPatientNumber } from '@cuida/core/care/phone/phone-api.ts'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'
import { useDeed } from '../queries.ts'

export const useRingPatient = (id: string) => useDeed(() => api(ringPatient, { id }))

/** null: no phone of mine rings any more. */
export const useSetDeskPhone = (onSaved: () => void) =>
  useDeed((number: string | null) => api(setDeskPhone, { number }), onSaved)

export const useShowNumber = (id: string) => useMutation({ mutationFn: () => api(showPatientNumber, { id }) })
