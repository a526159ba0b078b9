import {
  CALENDAR_RESOURCE_TYPES,
  calendarSearchParameters,
  PATIENT_RESOURCE_TYPES,
  patientSearchParameters,
  type SearchParameters,
} from '@cuida/core/fhir/resource-types.ts'
import type { CapabilityStatement, CapabilityStatementRestResource } from '@medplum/fhirtypes'

const OPERATIONS = [
  { name: 'everything', definition: 'http://hl7.org/fhir/OperationDefinition/Patient-everything' },
  { name: 'summary', definition: 'http://hl7.org/fhir/uv/ips/OperationDefinition/summary' },
]

const resourceOf = (type: string, parameters: SearchParameters): CapabilityStatementRestResource => ({
  type: type as CapabilityStatementRestResource['type'],
  interaction: [{ code: 'read' }, { code: 'search-type' }],
  versioning: 'no-version',
  searchParam: Object.entries(parameters).map(([name, kind]) => ({ name, type: kind })),
  ...(type === 'Patient' ? { operation: OPERATIONS } : {}),
})

/** What the API can do, from the tables that register its routes. */
export function capabilityStatementOf(name: string, base: string, now: Date): CapabilityStatement {
  return {
    resourceType: 'CapabilityStatement',
    status: 'active',
    date: now.toISOString().slice(0, 10),
    kind: 'instance',
    software: { name: 'Cuida' },
    implementation: { description: name, url: base },
    fhirVersion: '4.0.1',
    format: ['application/fhir+json'],
    implementationGuide: ['http://hl7.org/fhir/uv/ips/ImplementationGuide/hl7.fhir.uv.ips'],
    rest: [
      {
        mode: 'server',
        security: { description: 'Bearer token of a session of a patient or of a clinician' },
        resource: [
          ...PATIENT_RESOURCE_TYPES.map((type) => resourceOf(type, patientSearchParameters(type))),
          ...CALENDAR_RESOURCE_TYPES.map((type) => resourceOf(type, calendarSearchParameters(type))),
        ],
      },
    ],
  }
}
