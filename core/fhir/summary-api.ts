import * as v from 'valibot'
import { call } from '../kit/call.ts'
import { Id } from '../kit/shapes.ts'
import { FhirResource } from './fhir-resource.ts'

/** The International Patient Summary: a document Bundle with medicines, allergies and problems. */
export const getPatientSummary = call({
  method: 'GET',
  path: '/fhir/Patient/:id/$summary',
  access: ['access', 'staff', 'machine'],
  scope: 'records:read',
  params: v.object({ id: Id }),
  reply: FhirResource,
  contentType: 'application/fhir+json',
  refusals: { RESOURCE_NOT_FOUND: 404, NOT_FROM_HERE: 403 },
})
