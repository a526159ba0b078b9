import type { PatientResourceType } from '@cuida/core/fhir/resource-types.ts'
import type { Resource } from '@medplum/fhirtypes'
import { notesOfPatient } from '../care/note-store.ts'
import { clinicDay } from '../care/prescription/prescription-routes.ts'
import { prescriptionsOf } from '../care/prescription/prescription-store.ts'
import { entriesOf } from '../care/record/history-store.ts'
import { statementsOf } from '../care/record/statement-store.ts'
import { soldNamesIn } from '../catalogue/sold-names.ts'
import { findAddress } from '../profile/address/address-store.ts'
import type { Services } from '../services.ts'
import type { ReadablePatient } from './fhir-access.ts'
import {
  documentsOfPatient,
  findCompanyOf,
  lettersOfPatient,
  subscriptionsOf,
  timedConsultationsOf,
} from './fhir-store.ts'
import { companyCoverageOf, patientOf, subscriptionCoverageOf } from './map-person.ts'
import {
  allergyOf,
  conditionOf,
  familyHistoryOf,
  medicationRequestsOf,
  statedAllergyOf,
  statedMedicineOf,
} from './map-record.ts'
import { appointmentOf, encounterOf, fileDocumentOf, letterDocumentOf, noteDocumentOf } from './map-visit.ts'

/** A patient whom the caller may read (fhir-access.ts), and the reader's language. */
export interface PatientReading {
  services: Services
  patient: ReadablePatient
  locale: string
}

export const loadPatientResources = (type: PatientResourceType, reading: PatientReading): Promise<Resource[]> =>
  LOADERS[type](reading)

/** All resources of a patient, the patient first. */
export async function loadEverything(
  reading: PatientReading,
  types: readonly PatientResourceType[],
): Promise<Resource[]> {
  return (await Promise.all(types.map((type) => loadPatientResources(type, reading)))).flat()
}

const LOADERS: Record<PatientResourceType, (reading: PatientReading) => Promise<Resource[]>> = {
  Patient: async ({ services: { db }, patient }) => {
    const { address } = patient.contact ? await findAddress(db, patient.id, 'home') : { address: null }
    return [patientOf(patient, address)]
  },
  Appointment: async (reading) =>
    mapConsultations(reading, (consultation, name) => appointmentOf(consultation, reading.patient.id, name)),
  Encounter: async (reading) =>
    mapConsultations(reading, (consultation, name) => encounterOf(consultation, reading.patient.id, name)),
  DocumentReference: loadDocuments,
  MedicationRequest: async ({ services, patient: { id, contact } }) => {
    const found = await prescriptionsOf(services.db, id, clinicDay(services))
    // The desk shows earlier prescriptions once they are issued.
    return found.filter(({ state }) => contact || state === 'issued').flatMap(medicationRequestsOf)
  },
  MedicationStatement: async ({ services, patient: { id } }) => {
    const { medicines } = await statementsOf(services, services.db, id)
    return [statedMedicineOf(medicines, id) ?? []].flat()
  },
  AllergyIntolerance: async ({ services, patient: { id } }) => {
    const [entries, { allergies }] = await Promise.all([
      entriesOf(services.db, id),
      statementsOf(services, services.db, id),
    ])
    const recorded = entries.filter(({ kind }) => kind === 'allergy').map((entry) => allergyOf(entry, id))
    // An allergy in the record is later knowledge than "none known" at a booking.
    const stated = allergies.state === 'none-known' && recorded.length > 0 ? undefined : statedAllergyOf(allergies, id)
    return [...recorded, ...(stated ? [stated] : [])]
  },
  Condition: async ({ services, patient: { id } }) =>
    (await entriesOf(services.db, id))
      .filter(({ kind }) => kind === 'personal' || kind === 'clinical')
      .map((entry) => conditionOf(entry, id)),
  FamilyMemberHistory: async ({ services, patient: { id } }) =>
    (await entriesOf(services.db, id))
      .filter(({ kind }) => kind === 'family')
      .map((entry) => familyHistoryOf(entry, id)),
  Coverage: async ({ services: { db, now }, patient: { id } }) => {
    const [subscriptions, company] = await Promise.all([subscriptionsOf(db, id), findCompanyOf(db, id)])
    const own = subscriptions.map((subscription) => subscriptionCoverageOf(subscription, id, now()))
    return [...own, ...(company ? [companyCoverageOf(company, id)] : [])]
  },
}

async function mapConsultations(
  { services, patient, locale }: PatientReading,
  map: (consultation: Awaited<ReturnType<typeof timedConsultationsOf>>[number], name: string) => Resource | undefined,
): Promise<Resource[]> {
  const nameOf = soldNamesIn(services, locale)
  const found = await timedConsultationsOf(services.db, patient.id)
  return found.flatMap((one) => map(one, nameOf({ slug: one.slug, name: one.productName })) ?? [])
}

/** Signed notes for everybody who reads the record; letters and files for the patient. */
async function loadDocuments({ services: { db, env }, patient: { id, contact } }: PatientReading): Promise<Resource[]> {
  const [notes, letters, files] = await Promise.all([
    notesOfPatient(db, id),
    contact ? lettersOfPatient(db, id) : [],
    contact ? documentsOfPatient(db, id) : [],
  ])
  return [
    ...[...notes].flatMap(([consultationId, signed]) => signed.map((note) => noteDocumentOf(note, consultationId, id))),
    ...letters.map((letter) => letterDocumentOf(letter, id)),
    ...files.map((file) => fileDocumentOf(file, id, `${env.PUBLIC_URL}/v1`)),
  ]
}
