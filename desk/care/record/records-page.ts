export type RecordsPage =
  | { is: 'list' | 'emergency' }
  | { is: 'patient'; patientId: string }
  | { is: 'opening'; emergencyAccessId: string }

/** The address segments after `/records`, parsed. */
export function parseRecordsPath([what, id, ...more]: readonly string[]): RecordsPage {
  if (what === 'emergency' && id === undefined) return { is: 'emergency' }
  if (id === undefined || more.length > 0) return { is: 'list' }
  if (what === 'patients') return { is: 'patient', patientId: id }
  return what === 'openings' ? { is: 'opening', emergencyAccessId: id } : { is: 'list' }
}

/** The id of the list row that it marks as chosen. */
export function chosenRecord(page: RecordsPage): string | undefined {
  if (page.is === 'patient') return page.patientId
  if (page.is === 'opening') return page.emergencyAccessId
  return page.is === 'emergency' ? page.is : undefined
}
