import type { CodeableConcept } from '@medplum/fhirtypes'

// Code systems that others publish. What our catalogue has no code for is sent as text.

const HL7 = 'http://terminology.hl7.org/CodeSystem'
export const SYSTEMS = {
  loinc: 'http://loinc.org',
  /** Anatomical Therapeutic Chemical classification of medicines. */
  atc: 'http://www.whocc.no/atc',
  uri: 'urn:ietf:rfc:3986',
  language: 'urn:ietf:bcp:47',
  identifierType: `${HL7}/v2-0203`,
  encounterClass: `${HL7}/v3-ActCode`,
  participation: `${HL7}/v3-ParticipationType`,
  roleCode: `${HL7}/v3-RoleCode`,
  absentReason: `${HL7}/data-absent-reason`,
  conditionClinical: `${HL7}/condition-clinical`,
  conditionVerification: `${HL7}/condition-ver-status`,
  conditionCategory: `${HL7}/condition-category`,
  allergyClinical: `${HL7}/allergyintolerance-clinical`,
  allergyVerification: `${HL7}/allergyintolerance-verification`,
  coverageType: `${HL7}/coverage-selfpay`,
  organizationType: `${HL7}/organization-type`,
  /** Of the International Patient Summary: known absence, and absence of information. */
  absentOrUnknown: 'http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips',
} as const

export const coded = (system: keyof typeof SYSTEMS, code: string, display?: string): CodeableConcept => ({
  coding: [{ system: SYSTEMS[system], code, ...(display ? { display } : {}) }],
})

/** A required value that nobody recorded. */
export const UNKNOWN = coded('absentReason', 'unknown', 'Unknown')

export const ABSENT_REASON = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason'

/** The only Organization: the clinic. */
export const CLINIC_ID = 'clinic'
export const CLINIC_REFERENCE = { reference: `Organization/${CLINIC_ID}` }
export const patientReference = (patientId: string) => ({ reference: `Patient/${patientId}` })
