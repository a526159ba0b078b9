import { useRoute } from 'wouter'

export type RecordsPlace =
  | { is: 'elsewhere' | 'list' | 'emergency' }
  | { is: 'patient'; patientId: string }
  | { is: 'opening'; openingId: string }

/** Whether this is the place for records, and what the address names there. */
export function useRecordsPlace(): RecordsPlace {
  const [isPlace] = useRoute('/records/*?')
  const [isEmergency] = useRoute('/records/emergency')
  const [, patient] = useRoute('/records/patients/:id')
  const [, opening] = useRoute('/records/openings/:id')
  if (!isPlace) return { is: 'elsewhere' }
  if (isEmergency) return { is: 'emergency' }
  if (patient) return { is: 'patient', patientId: patient.id }
  return opening ? { is: 'opening', openingId: opening.id } : { is: 'list' }
}
