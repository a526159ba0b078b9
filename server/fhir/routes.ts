import { bookableUntil } from '@cuida/core/booking/calendar/slots.ts'
import {
  getCapabilities,
  getEverything,
  readFhir,
  readFhirCalendar,
  searchFhir,
  searchFhirCalendar,
} from '@cuida/core/fhir/fhir-api.ts'
import type { FhirResource } from '@cuida/core/fhir/fhir-resource.ts'
import {
  CALENDAR_RESOURCE_TYPES,
  calendarSearchParameters,
  PATIENT_RESOURCE_TYPES,
  type PatientResourceType,
  patientSearchParameters,
} from '@cuida/core/fhir/resource-types.ts'
import { getPatientSummary } from '@cuida/core/fhir/summary-api.ts'
import type { Call } from '@cuida/core/kit/call.ts'
import type { Bundle, Resource } from '@medplum/fhirtypes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerErrors } from '../kit/http/problem.ts'
import { jsonSchemaOf } from '../kit/http/schema.ts'
import { serve } from '../kit/http/serve.ts'
import { createTranslator } from '../kit/i18n/translator.ts'
import type { Services } from '../services.ts'
import { type CalendarFilter, filterOfId, loadCalendarResources, organizationOf } from './calendar-resources.ts'
import { capabilityStatementOf } from './capability-statement.ts'
import { type FhirReader, findFamily, findReadablePatient, isAtTheDesk, type ReadablePatient } from './fhir-access.ts'
import { findPatientOf } from './fhir-store.ts'
import { healthLinkRoutes } from './health-link/health-link-routes.ts'
import { healthLinkManifestRoutes } from './health-link/manifest-routes.ts'
import { FHIR_JSON, sendOutcome } from './operation-outcome.ts'
import { loadEverything, loadPatientResources } from './patient-resources.ts'
import { fullUrlOf, matches, searchBundle, spanOf } from './search.ts'
import { patientSummaryOf, SUMMARY_TYPES } from './summary.ts'

const baseOf = ({ env }: Pick<Services, 'env'>): string => `${env.PUBLIC_URL}/v1/fhir`

/** FHIR R4, read only. Failures are OperationOutcomes, also for an unknown resource type. */
export function fhirRoutes(app: FastifyInstance, services: Services): void {
  healthLinkRoutes(app, services)
  void app.register(healthLinkManifestRoutes(services))
  void app.register(async (fhir) => {
    answerErrors(fhir, services.log, sendOutcome)
    calendarRoutes(fhir, services)
    patientRoutes(fhir, services)
    operationRoutes(fhir, services)
    fhir.get('/v1/fhir/*', (request, reply) => sendOutcome(request, reply, { status: 404, code: 'NOT_FOUND' }))
  })
}

function send(reply: FastifyReply, resource: Resource): FhirResource {
  void reply.type(FHIR_JSON)
  return resource as unknown as FhirResource
}

/** The names in the query that the search does not declare: ignoring one would widen the result. */
function unknownParameters(call: Call, request: FastifyRequest): string[] {
  const known = Object.keys((call.query ? jsonSchemaOf(call.query).properties : undefined) ?? {})
  const { searchParams } = new URL(request.url, 'http://localhost')
  return [...new Set(searchParams.keys())].filter((name) => !known.includes(name))
}

function calendarRoutes(app: FastifyInstance, services: Services): void {
  const { timeZone } = services.config
  const base = baseOf(services)
  for (const type of CALENDAR_RESOURCE_TYPES) {
    const search = searchFhirCalendar[type]
    const parameters = calendarSearchParameters(type)

    serve(app, services, readFhirCalendar[type], async ({ id }, { locale, reply, refuse }) => {
      const found = await loadCalendarResources(type, { services, locale }, filterOfId(type, id))
      return send(reply, found.find((one) => one.id === id) ?? refuse('RESOURCE_NOT_FOUND'))
    })

    serve(app, services, search, async (query, { locale, now, request, reply, refuse }) => {
      const unknown = unknownParameters(search, request)
      if (unknown.length > 0) refuse('PARAMETER_UNKNOWN', { extra: { parameters: unknown } })
      // The free time of all clinicians at once would be a long computation for anybody who asks.
      if (type === 'Slot' && !query.schedule) refuse('PARAMETER_REQUIRED', { extra: { parameters: ['schedule'] } })
      const [clinicianId] = [query.schedule ?? query.actor ?? query.practitioner].flat()
      const filter: CalendarFilter = {
        clinicianId,
        span: spanOf(query.start, timeZone, { start: now(), end: bookableUntil(now()) }),
      }
      const found = await loadCalendarResources(type, { services, locale }, filter)
      const matching = found.filter((one) => matches(one, parameters, query, timeZone))
      return send(reply, searchBundle(matching, { base, url: new URL(request.url, base), query }))
    })
  }
}

function patientRoutes(app: FastifyInstance, services: Services): void {
  const { timeZone } = services.config
  const base = baseOf(services)
  for (const type of PATIENT_RESOURCE_TYPES) {
    const search = searchFhir[type]
    const parameters = patientSearchParameters(type)

    serve(app, services, readFhir[type], async ({ id }, { db, caller, locale, request, reply, refuse }) => {
      const reader = { services, caller, request }
      const owner = (await findPatientOf(db, type, id)) ?? refuse('RESOURCE_NOT_FOUND')
      const patient = (await findReadablePatient(reader, owner, type)) ?? refuse('RESOURCE_NOT_FOUND')
      const found = await loadPatientResources(type, { services, patient, locale })
      return send(reply, found.find((one) => one.id === id) ?? refuse('RESOURCE_NOT_FOUND'))
    })

    serve(app, services, search, async (query, { caller, locale, request, reply, refuse }) => {
      const unknown = unknownParameters(search, request)
      if (unknown.length > 0) refuse('PARAMETER_UNKNOWN', { extra: { parameters: unknown } })
      const [patientId] = [type === 'Patient' ? query._id : query.patient].flat()
      const patients = await searchedPatients({ services, caller, request }, patientId, type)
      if (patients === 'none named') return refuse('PARAMETER_REQUIRED', { extra: { parameters: ['patient'] } })
      if (patients.length === 0) refuse('RESOURCE_NOT_FOUND')
      const found = await Promise.all(
        patients.map((patient) => loadPatientResources(type, { services, patient, locale })),
      )
      const matching = found.flat().filter((one) => matches(one, parameters, query, timeZone))
      return send(reply, searchBundle(matching, { base, url: new URL(request.url, base), query }))
    })
  }
}

/** The named patient, or the family of a patient's session. A clinician names a patient. */
async function searchedPatients(
  reader: FhirReader,
  patientId: string | undefined,
  type: PatientResourceType,
): Promise<ReadablePatient[] | 'none named'> {
  const { services, caller } = reader
  if (patientId) return [(await findReadablePatient(reader, patientId, type)) ?? []].flat()
  return caller.kind === 'patient' ? findFamily(services, caller) : 'none named'
}

function operationRoutes(app: FastifyInstance, services: Services): void {
  const base = baseOf(services)

  serve(app, services, getCapabilities, async (_, { now, reply }) =>
    send(reply, capabilityStatementOf(services.config.partnerName, base, now())),
  )

  serve(app, services, getEverything, async ({ id }, { caller, locale, request, reply, refuse }) => {
    const patient =
      (await findReadablePatient({ services, caller, request }, id, 'everything')) ?? refuse('RESOURCE_NOT_FOUND')
    const types = caller.kind === 'patient' ? PATIENT_RESOURCE_TYPES : PATIENT_RESOURCE_TYPES.filter(isAtTheDesk)
    const found = await loadEverything({ services, patient, locale }, types)
    const all = [...found, organizationOf(services)]
    const bundle: Bundle = {
      resourceType: 'Bundle',
      type: 'searchset',
      total: all.length,
      entry: all.map((resource) => ({ fullUrl: fullUrlOf(base, resource), resource, search: { mode: 'match' } })),
    }
    return send(reply, bundle)
  })

  serve(app, services, getPatientSummary, async ({ id }, { caller, locale, now, request, reply, refuse }) => {
    const patient =
      (await findReadablePatient({ services, caller, request }, id, 'everything')) ?? refuse('RESOURCE_NOT_FOUND')
    const resources = await loadEverything({ services, patient, locale }, SUMMARY_TYPES)
    const translate = createTranslator(locale, services.catalogueFor(locale))
    const organization = organizationOf(services)
    return send(reply, patientSummaryOf(resources, { base, now: now(), locale, translate, organization }))
  })
}
