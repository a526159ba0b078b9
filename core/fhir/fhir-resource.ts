import * as v from 'valibot'

/** A FHIR resource of any type. Its members are those of the standard, so the reply schema drops none. */
export const FhirResource = v.objectWithRest({ resourceType: v.string() }, v.unknown())
export type FhirResource = v.InferOutput<typeof FhirResource>
