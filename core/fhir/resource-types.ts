// The resources of the FHIR API. Routes, the CapabilityStatement and the access matrix of the tests are derived from
// these two tables.

export type SearchParameterType = 'token' | 'date' | 'reference'

/** Search parameters of a resource beside those that all of its kind have. */
export type SearchParameters = Readonly<Record<string, SearchParameterType>>

/** Resources of one patient. Each has `patient`, `_id` and `_lastUpdated`. */
export const PATIENT_RESOURCES = {
  Patient: {},
  Appointment: { date: 'date', status: 'token' },
  Encounter: { date: 'date', status: 'token' },
  DocumentReference: { date: 'date', status: 'token' },
  MedicationRequest: { authoredon: 'date', status: 'token' },
  MedicationStatement: { status: 'token' },
  AllergyIntolerance: { 'clinical-status': 'token' },
  Condition: { 'clinical-status': 'token', category: 'token' },
  FamilyMemberHistory: { status: 'token' },
  Coverage: { status: 'token' },
} as const satisfies Record<string, SearchParameters>
export type PatientResourceType = keyof typeof PATIENT_RESOURCES
export const PATIENT_RESOURCE_TYPES = Object.keys(PATIENT_RESOURCES) as PatientResourceType[]

/** Who has an appointment and when; the other resources are of the health record. */
export const isScheduling = (type: PatientResourceType): boolean => type === 'Patient' || type === 'Appointment'

/** What the public calendar shows: the clinic, its clinicians and their free time. Each has `_id`. */
export const CALENDAR_RESOURCES = {
  Organization: {},
  /** Those who have left are read by id only. */
  Practitioner: { active: 'token' },
  PractitionerRole: { practitioner: 'reference' },
  Schedule: { actor: 'reference' },
  Slot: { schedule: 'reference', start: 'date', status: 'token' },
} as const satisfies Record<string, SearchParameters>
export type CalendarResourceType = keyof typeof CALENDAR_RESOURCES
export const CALENDAR_RESOURCE_TYPES = Object.keys(CALENDAR_RESOURCES) as CalendarResourceType[]

/** The type that a reference parameter names, also where its name does not say so. */
export const REFERENCED_TYPE: Readonly<Record<string, string>> = {
  patient: 'Patient',
  practitioner: 'Practitioner',
  actor: 'Practitioner',
  schedule: 'Schedule',
}

/** All search parameters of a resource of a patient, except those of paging. */
export function patientSearchParameters(type: PatientResourceType): SearchParameters {
  const common = { _id: 'token', _lastUpdated: 'date' } as const
  return type === 'Patient' ? common : { patient: 'reference', ...common, ...PATIENT_RESOURCES[type] }
}

export const calendarSearchParameters = (type: CalendarResourceType): SearchParameters => ({
  _id: 'token',
  ...CALENDAR_RESOURCES[type],
})
