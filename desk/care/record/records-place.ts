export type RecordsPlace =
  | { is: 'list' | 'emergency' }
  | { is: 'patient'; patientId: string }
  | { is: 'opening'; openingId: string }

/** What the words after `/records` name. */
export function recordNamed([what, id, ...more]: readonly string[]): RecordsPlace {
  if (what === 'emergency' && id === undefined) return { is: 'emergency' }
  if (id === undefined || more.length > 0) return { is: 'list' }
  if (what === 'patients') return { is: 'patient', patientId: id }
  return what === 'openings' ? { is: 'opening', openingId: id } : { is: 'list' }
}

/** Which row of the list that is. */
export function chosenRecord(place: RecordsPlace): string | undefined {
  if (place.is === 'patient') return place.patientId
  if (place.is === 'opening') return place.openingId
  return place.is === 'emergency' ? place.is : undefined
}
