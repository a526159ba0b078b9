import type { IdKind, Rule } from './test-rule.ts'

const HOLDER = ['holder'] as const
/** Programs by the scopes of their API key; the cast's key has all. */
const READERS = ['holder', 'inCare', 'machine'] as const

/** A clinician reads what the desk's record of the patient shows: no subscription, and prescriptions once issued. */
const ofPatient = (type: string, kind: IdKind, { read = READERS, search = READERS }: Opens = {}) => ({
  [`GET /fhir/${type}/:id`]: { ids: { 'path.id': kind }, opens: read },
  [`GET /fhir/${type}`]: { ids: { 'query.patient': 'patient' as const }, opens: search },
})
interface Opens {
  read?: Rule['opens']
  search?: Rule['opens']
}

const RULES: Record<string, Rule> = {
  'GET /fhir/Patient/:id': { ids: { 'path.id': 'patient' }, opens: READERS },
  'GET /fhir/Patient': { ids: { 'query._id': 'patient' }, opens: READERS },
  'GET /fhir/Patient/:id/$everything': { ids: { 'path.id': 'patient' }, opens: READERS },
  'GET /fhir/Patient/:id/$summary': { ids: { 'path.id': 'patient' }, opens: READERS },
  ...ofPatient('Appointment', 'consultation', { read: READERS, search: READERS }),
  ...ofPatient('Encounter', 'consultation'),
  ...ofPatient('DocumentReference', 'note'),
  ...ofPatient('MedicationRequest', 'prescription', { read: HOLDER }),
  ...ofPatient('AllergyIntolerance', 'entry'),
  'GET /fhir/Condition': { ids: { 'query.patient': 'patient' }, opens: READERS },
  'GET /fhir/FamilyMemberHistory': { ids: { 'query.patient': 'patient' }, opens: READERS },
  'GET /fhir/MedicationStatement': { ids: { 'query.patient': 'patient' }, opens: READERS },
  ...ofPatient('Coverage', 'subscription', { read: HOLDER, search: HOLDER }),
  'GET /fhir/Practitioner/:id': { ids: { 'path.id': 'clinician' }, opens: HOLDER },
  'GET /fhir/PractitionerRole/:id': { ids: { 'path.id': 'clinician' }, opens: HOLDER },
  'GET /fhir/PractitionerRole': { ids: { 'query.practitioner': 'clinician' }, opens: HOLDER },
  'GET /fhir/Schedule/:id': { ids: { 'path.id': 'clinician' }, opens: HOLDER },
  'GET /fhir/Schedule': { ids: { 'query.actor': 'clinician' }, opens: HOLDER },
  'GET /fhir/Slot': { ids: { 'query.schedule': 'clinician' }, opens: HOLDER },
}

/** The FHIR part of server/testing/policy/test-policy.ts. */
export const FHIR_POLICY: Record<string, Rule> = Object.fromEntries(
  Object.entries(RULES).map(([name, rule]) => [name, { ...rule, isStrict: true }]),
)
