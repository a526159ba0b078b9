import type { Sex } from '@cuida/core/profile/account/profile.ts'
import type { Address } from '@cuida/core/profile/address/address.ts'
import { isBookingAllowed } from '@cuida/core/subscription/status.ts'
import type { Coverage, Address as FhirAddress, Identifier, Patient } from '@medplum/fhirtypes'
import { CLINIC_REFERENCE, coded, patientReference } from './codes.ts'
import type { ReadablePatient } from './fhir-access.ts'
import type { PatientSubscription } from './fhir-store.ts'

const GENDER: Readonly<Record<Sex, Patient['gender']>> = { Male: 'male', Female: 'female', PreferNotToSay: 'unknown' }

export function patientOf(
  { id, firstName, lastName, dateOfBirth, sex, contact }: ReadablePatient,
  address: Address | null,
): Patient {
  const telecom = contact && [
    { system: 'phone' as const, value: contact.phone },
    { system: 'email' as const, value: contact.email },
  ]
  return {
    resourceType: 'Patient',
    id,
    ...(contact ? { identifier: identifiersOf(contact) } : {}),
    active: true,
    name: [{ use: 'official', family: lastName, given: [firstName], text: `${firstName} ${lastName}` }],
    gender: GENDER[sex],
    birthDate: dateOfBirth,
    ...(telecom && contact.isDependant
      ? // A dependant is contacted through the account holder.
        { contact: [{ relationship: [coded('roleCode', 'GUARD', 'guardian')], telecom }] }
      : telecom && { telecom }),
    ...(address ? { address: [addressOf(address)] } : {}),
    managingOrganization: CLINIC_REFERENCE,
  }
}

const DOCUMENT_CODE = { DNI: 'NI', NIE: 'NI', PASSPORT: 'PPN', CPF: 'TAX' } as const

function identifiersOf({ emrId, cpf, document }: NonNullable<ReadablePatient['contact']>): Identifier[] {
  const numbered = (type: keyof typeof DOCUMENT_CODE, value: string): Identifier => ({
    type: { ...coded('identifierType', DOCUMENT_CODE[type]), text: type },
    value,
  })
  const { documentType, documentNumber } = document ?? {}
  return [
    { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${emrId}` },
    ...(cpf ? [numbered('CPF', cpf)] : []),
    ...(documentType && documentNumber ? [numbered(documentType, documentNumber)] : []),
  ]
}

const addressOf = ({ country, postalCode, state, city, district, street, number }: Address): FhirAddress => ({
  use: 'home',
  line: [`${street} ${number}`.trim()],
  city,
  ...(district ? { district } : {}),
  ...(state ? { state } : {}),
  postalCode,
  country,
})

/** The patient pays for a subscription. */
export function subscriptionCoverageOf(subscription: PatientSubscription, patientId: string, now: Date): Coverage {
  const { id, planName, status, currentPeriodEnd, createdAt, changedAt } = subscription
  const isActive = isBookingAllowed({ status, currentPeriodEnd }, now)
  return {
    resourceType: 'Coverage',
    id,
    meta: { lastUpdated: changedAt.toISOString() },
    status: isActive ? 'active' : currentPeriodEnd ? 'cancelled' : 'draft',
    type: { ...coded('coverageType', 'pay', 'Pay'), text: planName },
    beneficiary: patientReference(patientId),
    payor: [patientReference(patientId)],
    period: {
      start: createdAt.toISOString(),
      ...(currentPeriodEnd ? { end: currentPeriodEnd.toISOString() } : {}),
    },
  }
}

/** A patient has at most one company, so its Coverage has the patient's id. */
export const companyCoverageOf = (company: string, patientId: string): Coverage => ({
  resourceType: 'Coverage',
  id: patientId,
  status: 'active',
  beneficiary: patientReference(patientId),
  payor: [{ display: company }],
})
