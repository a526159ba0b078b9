import type { Prescription, PrescriptionItem } from '@cuida/core/care/prescription/prescription.ts'
import type { HistoryEntry, Severity } from '@cuida/core/care/record/history.ts'
import type { Statement } from '@cuida/core/care/record/statement.ts'
import type {
  AllergyIntolerance,
  CodeableConcept,
  Condition,
  FamilyMemberHistory,
  MedicationRequest,
  MedicationStatement,
} from '@medplum/fhirtypes'
import { ABSENT_REASON, coded, patientReference, SYSTEMS, UNKNOWN } from './codes.ts'

/** The id of an entry stays the same when a clinician replaces it by a new version. */
const identityOf = ({ id, earlier, writtenAt }: HistoryEntry) => ({
  id: earlier.at(-1)?.id ?? id,
  meta: { versionId: id, lastUpdated: writtenAt },
})

/** An entry in error has a verification status only (FHIR rules ait-2 and con-5). */
function statusesOf({ status }: Pick<HistoryEntry, 'status'>, of: 'allergy' | 'condition') {
  const verification = status === 'entered-in-error' ? status : 'confirmed'
  const clinical = status === 'entered-in-error' ? undefined : coded(`${of}Clinical`, status)
  return {
    ...(clinical ? { clinicalStatus: clinical } : {}),
    verificationStatus: coded(`${of}Verification`, verification),
  }
}

const REACTION: Readonly<Record<Severity, 'mild' | 'moderate' | 'severe'>> = {
  mild: 'mild',
  moderate: 'moderate',
  severe: 'severe',
  anaphylaxis: 'severe',
}

export function allergyOf(entry: HistoryEntry, patientId: string): AllergyIntolerance {
  const { text, onset, severity, author, writtenAt } = entry
  const isHigh = severity === 'severe' || severity === 'anaphylaxis'
  const manifestation = severity === 'anaphylaxis' ? { text: 'Anaphylaxis' } : UNKNOWN
  return {
    resourceType: 'AllergyIntolerance',
    ...identityOf(entry),
    ...statusesOf(entry, 'allergy'),
    ...(isHigh ? { criticality: 'high' as const } : {}),
    code: { text },
    patient: patientReference(patientId),
    ...(onset ? { onsetDateTime: onset } : {}),
    recordedDate: writtenAt,
    recorder: { display: author },
    ...(severity ? { reaction: [{ manifestation: [manifestation], severity: REACTION[severity] }] } : {}),
  }
}

/** What the patient answered about allergies when booking; undefined when there is no answer. */
export function statedAllergyOf({ state, text, at }: Statement, patientId: string): AllergyIntolerance | undefined {
  const isNone = state === 'none-known'
  if (!isNone && !text) return undefined
  return {
    resourceType: 'AllergyIntolerance',
    id: patientId,
    ...(at ? { meta: { lastUpdated: at }, recordedDate: at } : {}),
    clinicalStatus: coded('allergyClinical', 'active'),
    verificationStatus: coded('allergyVerification', 'unconfirmed'),
    code: isNone ? coded('absentOrUnknown', 'no-known-allergies', 'No known allergies') : { text: text ?? '' },
    patient: patientReference(patientId),
    asserter: patientReference(patientId),
  }
}

/** Personal history and what clinicians found. */
export function conditionOf(entry: HistoryEntry, patientId: string): Condition {
  const { kind, text, onset, author, writtenAt } = entry
  return {
    resourceType: 'Condition',
    ...identityOf(entry),
    ...statusesOf(entry, 'condition'),
    category: [
      kind === 'clinical' ? coded('conditionCategory', 'problem-list-item', 'Problem List Item') : { text: 'history' },
    ],
    code: { text },
    subject: patientReference(patientId),
    ...(onset ? { onsetDateTime: onset } : {}),
    recordedDate: writtenAt,
    recorder: { display: author },
  }
}

const RELATIONSHIP: Readonly<Record<NonNullable<HistoryEntry['relative']>, CodeableConcept>> = {
  mother: coded('roleCode', 'MTH', 'mother'),
  father: coded('roleCode', 'FTH', 'father'),
  sibling: coded('roleCode', 'SIB', 'sibling'),
  child: coded('roleCode', 'CHILD', 'child'),
  grandparent: coded('roleCode', 'GRPRN', 'grandparent'),
  other: coded('roleCode', 'FAMMEMB', 'family member'),
}

export function familyHistoryOf(entry: HistoryEntry, patientId: string): FamilyMemberHistory {
  const { text, relative, onset, status, writtenAt } = entry
  return {
    resourceType: 'FamilyMemberHistory',
    ...identityOf(entry),
    status: status === 'entered-in-error' ? 'entered-in-error' : 'completed',
    patient: patientReference(patientId),
    date: writtenAt,
    relationship: RELATIONSHIP[relative ?? 'other'],
    condition: [{ code: { text }, ...(onset ? { onsetString: onset } : {}) }],
  }
}

/** What the patient answered about medicines when booking; undefined when there is no answer. */
export function statedMedicineOf({ state, text, at }: Statement, patientId: string): MedicationStatement | undefined {
  const isNone = state === 'none-known'
  if (!isNone && !text) return undefined
  return {
    resourceType: 'MedicationStatement',
    id: patientId,
    ...(at ? { meta: { lastUpdated: at } } : {}),
    status: 'active',
    medicationCodeableConcept: isNone
      ? coded('absentOrUnknown', 'no-known-medications', 'No known medications')
      : { text: text ?? '' },
    subject: patientReference(patientId),
    ...effectiveOf(at),
    ...(at ? { dateAsserted: at } : {}),
    informationSource: patientReference(patientId),
  }
}

/** The patient summary requires a time, or the reason why there is none. */
export const effectiveOf = (at: string | null): Partial<MedicationStatement> =>
  at
    ? { effectiveDateTime: at }
    : ({ _effectiveDateTime: { extension: [{ url: ABSENT_REASON, valueCode: 'unknown' }] } } as object)

const REQUEST_STATUS: Readonly<Record<Prescription['state'], MedicationRequest['status']>> = {
  signing: 'draft',
  sending: 'draft',
  issued: 'active',
  cancelling: 'active',
  cancelled: 'cancelled',
  refused: 'cancelled',
}

/** One request for each medicine; the first one has the prescription's id. */
export function medicationRequestsOf(prescription: Prescription): MedicationRequest[] {
  return prescription.items.map((item, at) => medicationRequestOf(prescription, item, at))
}

function medicationRequestOf(prescription: Prescription, item: PrescriptionItem, at: number): MedicationRequest {
  const { id, consultationId, patient, clinician, state, time, signedAt, validUntil } = prescription
  const isOver = state === 'issued' && time === 'past'
  const { medicine, code, durationDays } = item
  return {
    resourceType: 'MedicationRequest',
    id: at === 0 ? id : `${id}.${at}`,
    meta: { lastUpdated: signedAt },
    groupIdentifier: { system: SYSTEMS.uri, value: `urn:uuid:${id}` },
    status: isOver ? 'completed' : REQUEST_STATUS[state],
    intent: 'order',
    medicationCodeableConcept: {
      ...(code ? { coding: [{ system: SYSTEMS.atc, code }] } : {}),
      text: medicine,
    },
    subject: patientReference(patient.id),
    encounter: { reference: `Encounter/${consultationId}` },
    authoredOn: signedAt,
    requester: { display: clinician.name, identifier: { value: clinician.registrationNumber } },
    dosageInstruction: [dosageOf(item)],
    dispenseRequest: {
      validityPeriod: { start: signedAt.slice(0, 10), end: validUntil },
      ...(durationDays
        ? {
            expectedSupplyDuration: {
              value: durationDays,
              unit: 'days',
              system: 'http://unitsofmeasure.org',
              code: 'd',
            },
          }
        : {}),
    },
  }
}

function dosageOf({ dose, frequency, quantity, instructions, route, dosage }: PrescriptionItem) {
  const text = [dose, frequency, instructions, quantity].filter(Boolean).join('. ')
  return {
    ...(text ? { text } : {}),
    ...(dosage ? { asNeededBoolean: dosage.asNeeded } : {}),
    // `S/D`: the prescriber states none.
    ...(route === 'S/D' ? {} : { route: { text: route } }),
  }
}
