import * as v from 'valibot'
import { call } from '../kit/call.ts'
import type { Scope } from '../kit/scope.ts'
import { Id } from '../kit/shapes.ts'
import { FhirResource } from './fhir-resource.ts'
import {
  CALENDAR_RESOURCE_TYPES,
  type CalendarResourceType,
  calendarSearchParameters,
  isScheduling,
  PATIENT_RESOURCE_TYPES,
  type PatientResourceType,
  patientSearchParameters,
  REFERENCED_TYPE,
  type SearchParameters,
} from './resource-types.ts'

// FHIR R4, read only (docs/fhir.md). Each resource has a read and a search; all replies are application/fhir+json.

/** Patients for their own family, clinicians for patients in their care, programs by the scope of their key. */
const readers = <S extends Scope>(scope: S) => ({ access: ['access', 'staff', 'machine'], scope }) as const
const accessOf = (type: PatientResourceType) => readers(isScheduling(type) ? 'appointments:read' : 'records:read')
const NOT_FOUND = { RESOURCE_NOT_FOUND: 404 } as const
/** NOT_FROM_HERE: a clinician outside the addresses that may reach the desk. */
const OF_PATIENT = { ...NOT_FOUND, NOT_FROM_HERE: 403 } as const
const SEARCH = { PARAMETER_REQUIRED: 400, PARAMETER_UNKNOWN: 400 } as const

const DEFAULT_COUNT = '50'
const Token = v.pipe(v.string(), v.maxLength(400), v.regex(/^[\w.:/|,-]+$/))
/** A FHIR date with an optional comparison; one parameter may occur twice, for a range. */
const DateRange = v.pipe(
  v.string(),
  v.regex(/^(eq|ge|gt|le|lt)?\d{4}(-\d{2}(-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+ -]\d{2}:\d{2})?)?)?)?$/),
)
const DateParameter = v.union([DateRange, v.pipe(v.array(DateRange), v.maxLength(4))])
const Paging = {
  _count: v.optional(v.pipe(v.string(), v.regex(/^([1-9]\d?|100)$/)), DEFAULT_COUNT),
  /** Set by the `next` link of a page. */
  _offset: v.optional(v.pipe(v.string(), v.regex(/^\d{1,6}$/)), '0'),
  _format: v.optional(v.picklist(['json', 'application/json', 'application/fhir+json'])),
}

/** `Patient/<id>` or the id alone. */
const Reference = (type: string) =>
  v.pipe(
    v.string(),
    v.maxLength(100),
    v.metadata({ format: 'reference' }),
    v.transform((text) => text.replace(new RegExp(`^${type}/`), '')),
    v.uuid(),
  )

const SHAPES = { token: () => Token, date: () => DateParameter, reference: Reference } as const

/** The values of a search: text for each parameter, a list for a repeated one. */
type SearchValues = Record<string, string | string[] | undefined> & { _count: string; _offset: string }

function querySchema(parameters: SearchParameters, special: Record<string, v.GenericSchema> = {}) {
  const fields = Object.entries(parameters).map(([name, type]) => [
    name,
    v.optional(special[name] ?? SHAPES[type](REFERENCED_TYPE[name] ?? '')),
  ])
  return v.object({ ...Object.fromEntries(fields), ...Paging }) as unknown as v.GenericSchema<
    Record<string, string | string[] | undefined>,
    SearchValues
  >
}

/** Several medicines of one prescription are `<prescription>.<number>`. */
const RequestId = v.pipe(v.string(), v.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.\d{1,2})?$/))
/** Computed: clinician, start and length of a free time. */
const SlotId = v.pipe(v.string(), v.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[0-9a-z]{1,8}\.\d{1,4}$/))
const ORGANIZATION_ID = 'clinic'

const calendarId = (type: CalendarResourceType) => {
  if (type === 'Organization') return v.literal(ORGANIZATION_ID)
  return type === 'Slot' ? SlotId : Id
}

const readPatientResource = (type: PatientResourceType) =>
  call({
    method: 'GET',
    path: `/fhir/${type}/:id`,
    ...accessOf(type),
    params: v.object({ id: type === 'MedicationRequest' ? RequestId : Id }),
    reply: FhirResource,
    contentType: 'application/fhir+json',
    refusals: OF_PATIENT,
  })

const searchPatientResource = (type: PatientResourceType) =>
  call({
    method: 'GET',
    path: `/fhir/${type}`,
    ...accessOf(type),
    // The id of a patient is an id like any other; those of other resources only narrow what the caller may read.
    query: querySchema(patientSearchParameters(type), type === 'Patient' ? { _id: Reference('Patient') } : {}),
    reply: FhirResource,
    contentType: 'application/fhir+json',
    refusals: { ...OF_PATIENT, ...SEARCH },
  })

const readCalendarResource = (type: CalendarResourceType) =>
  call({
    method: 'GET',
    path: `/fhir/${type}/:id`,
    access: 'public',
    params: v.object({ id: calendarId(type) }),
    reply: FhirResource,
    contentType: 'application/fhir+json',
    refusals: NOT_FOUND,
  })

const searchCalendarResource = (type: CalendarResourceType) =>
  call({
    method: 'GET',
    path: `/fhir/${type}`,
    access: 'public',
    query: querySchema(calendarSearchParameters(type)),
    reply: FhirResource,
    contentType: 'application/fhir+json',
    refusals: SEARCH,
  })

const byType = <T extends string, C>(types: readonly T[], declare: (type: T) => C) =>
  Object.fromEntries(types.map((type) => [type, declare(type)])) as Record<T, C>

/** One resource of a patient. */
export const readFhir = byType(PATIENT_RESOURCE_TYPES, readPatientResource)

/** Resources of a patient, or of the family of a patient's session. */
export const searchFhir = byType(PATIENT_RESOURCE_TYPES, searchPatientResource)

/** One resource of the public calendar. */
export const readFhirCalendar = byType(CALENDAR_RESOURCE_TYPES, readCalendarResource)

/** Resources of the public calendar. */
export const searchFhirCalendar = byType(CALENDAR_RESOURCE_TYPES, searchCalendarResource)

/** The CapabilityStatement. */
export const getCapabilities = call({
  method: 'GET',
  path: '/fhir/metadata',
  access: 'public',
  reply: FhirResource,
  contentType: 'application/fhir+json',
})

/** Everything that the caller may read of a patient, in one Bundle. */
export const getEverything = call({
  method: 'GET',
  path: '/fhir/Patient/:id/$everything',
  ...readers('records:read'),
  params: v.object({ id: Id }),
  reply: FhirResource,
  contentType: 'application/fhir+json',
  refusals: OF_PATIENT,
})
