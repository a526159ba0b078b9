import type { IdKind, Rule } from './test-rule.ts'

const HOLDER = ['holder'] as const
const HOLDER_OR_CARE = ['holder', 'inCare'] as const
/** Who has an appointment and when: a program with an API key reads it too. */
const SCHEDULING = [...HOLDER_OR_CARE, 'machine'] as const

/** A clinician reads what the desk's record of the patient shows: no subscription, and prescriptions once issued. */
const ofPatient = (type: string, kind: IdKind, { read = HOLDER_OR_CARE, search = HOLDER_OR_CARE }: Opens = {}) => ({
  [`GET /fhir/${type}/:id`]: { ids: { 'path.id': kind }, opens: read },
  [`GET /fhir/${type}`]: { ids: { 'query.patient': 'patient' as const }, opens: search },
})
interface Opens {
  read?: Rule['opens']
  search?: Rule['opens']
}

const RULES: Record<string, Rule> = {
  'GET /fhir/Patient/:id': { ids: { 'path.id': 'patient' }, opens: SCHEDULING },
  'GET /fhir/Patient': { ids: { 'query._id': 'patient' }, opens: SCHEDULING },
  'GET /fhir/Patient/:id/$everything': { ids: { 'path.id': 'patient' }, opens: HOLDER_OR_CARE },
  'GET /fhir/Patient/:id/$summary': { ids: { 'path.id': 'patient' }, opens: HOLDER_OR_CARE },
  ...ofPatient('Appointment', 'consultation', { read: SCHEDULING, search: SCHEDULING }),
  ...ofPatient('Encounter', 'consultation'),
  ...ofPatient('DocumentReference', 'note'),
  ...ofPatient('MedicationRequest', 'prescription', { read: HOLDER }),
  ...ofPatient('AllergyIntolerance', 'entry'),
  'GET /fhir/Condition': { ids: { 'query.patient': 'patient' }, opens: HOLDER_OR_CARE },
  'GET /fhir/FamilyMemberHistory': { ids: { 'query.patient': 'patient' }, opens: HOLDER_OR_CARE },
  'GET /fhir/MedicationStatement': { ids: { 'query.patient': 'patient' }, opens: HOLDER_OR_CARE },
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
