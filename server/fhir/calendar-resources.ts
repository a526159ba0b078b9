import { bookableFrom, bookableUntil, freeSlots, type Span } from '@cuida/core/booking/calendar/slots.ts'
import type { CalendarResourceType } from '@cuida/core/fhir/resource-types.ts'
import { localTime } from '@cuida/core/kit/zone.ts'
import type { Organization, Practitioner, PractitionerRole, Resource, Schedule, Slot } from '@medplum/fhirtypes'
import { findAgendas, findOccupiedTimes } from '../booking/agenda/agenda-store.ts'
import { type ActiveProduct, activeProducts } from '../booking/calendar/soonest.ts'
import {
  type DirectoryClinician,
  findClinicianDirectory,
  findFormerClinicians,
  inLocale,
  type NamedClinician,
} from '../catalogue/clinician-store.ts'
import type { Services } from '../services.ts'
import { CLINIC_ID, CLINIC_REFERENCE, coded } from './codes.ts'

/** What the public calendar shows, in the reader's language. */
interface Reading {
  services: Services
  locale: string
}

/** Restricts what is loaded; every search parameter is applied to the result as well. */
export interface CalendarFilter {
  clinicianId?: string | undefined
  /** Practitioners who have left as well, to whom records refer. */
  withFormer?: boolean
  /** Spans whose slots are wanted; all bookable ones without it. */
  span?: Span | undefined
}

export function loadCalendarResources(
  type: CalendarResourceType,
  reading: Reading,
  filter: CalendarFilter,
): Promise<Resource[]> {
  return LOADERS[type](reading, filter)
}

const LOADERS: Record<CalendarResourceType, (reading: Reading, filter: CalendarFilter) => Promise<Resource[]>> = {
  Organization: async ({ services }) => [organizationOf(services)],
  Practitioner: loadPractitioners,
  PractitionerRole: async (reading, filter) =>
    (await cliniciansOf(reading, filter)).map((clinician) => roleOf(clinician, reading.locale)),
  Schedule: async (reading, filter) =>
    (await cliniciansOf(reading, filter)).flatMap((clinician) => {
      const products = bookableProducts(reading, clinician)
      return products.length > 0 ? [scheduleOf(clinician, products, reading.services.now())] : []
    }),
  Slot: loadSlots,
}

async function loadPractitioners(reading: Reading, filter: CalendarFilter): Promise<Practitioner[]> {
  const { db, env } = reading.services
  const [listed, former] = await Promise.all([
    cliniciansOf(reading, filter),
    filter.withFormer ? findFormerClinicians(db, filter.clinicianId) : [],
  ])
  const listedIds = new Set(listed.map(({ id }) => id))
  return [
    ...listed.map((clinician) => practitionerOf({ ...clinician, isActive: true }, env.PUBLIC_URL)),
    ...former.filter(({ id }) => !listedIds.has(id)).map((clinician) => practitionerOf(clinician, env.PUBLIC_URL)),
  ]
}

const cliniciansOf = ({ services, locale }: Reading, { clinicianId }: CalendarFilter) =>
  findClinicianDirectory(
    services.db,
    activeProducts(services, locale).map(({ id }) => id),
    clinicianId,
  )

const bookableProducts = ({ services, locale }: Reading, { products }: DirectoryClinician): ActiveProduct[] =>
  activeProducts(services, locale).filter(({ id, scheduled }) => scheduled && products.includes(id))

export function organizationOf({ config }: Pick<Services, 'config'>): Organization {
  const { legal, partnerName, partnerConfig } = config
  return {
    resourceType: 'Organization',
    id: CLINIC_ID,
    active: true,
    type: [coded('organizationType', 'prov', 'Healthcare Provider')],
    identifier: [{ type: coded('identifierType', 'TAX', 'Tax ID number'), value: legal.taxId }],
    name: partnerName,
    ...(legal.name === partnerName ? {} : { alias: [legal.name] }),
    telecom: [{ system: 'email', value: partnerConfig.supportProvider.info.email }],
    address: [{ text: legal.address }],
  }
}

function practitionerOf(
  { id, name, registrationNumber, isActive, photoUrl }: NamedClinician & { photoUrl?: string | null },
  publicUrl: string,
): Practitioner {
  return {
    resourceType: 'Practitioner',
    id,
    active: isActive,
    identifier: [{ type: coded('identifierType', 'LN', 'License number'), value: registrationNumber }],
    name: [{ text: name }],
    ...(photoUrl ? { photo: [{ url: new URL(photoUrl, publicUrl).href }] } : {}),
  }
}

/** One role for each clinician, with the clinician's id. */
function roleOf({ id, name, specialty }: DirectoryClinician, locale: string): PractitionerRole {
  const text = inLocale(specialty, locale)
  return {
    resourceType: 'PractitionerRole',
    id,
    active: true,
    practitioner: { reference: `Practitioner/${id}`, display: name },
    organization: CLINIC_REFERENCE,
    ...(text ? { specialty: [{ text }] } : {}),
  }
}

/** One schedule for each clinician whose products are booked ahead, with the clinician's id. */
const scheduleOf = ({ id, name }: DirectoryClinician, products: readonly ActiveProduct[], now: Date): Schedule => ({
  resourceType: 'Schedule',
  id,
  active: true,
  serviceType: products.map((product) => ({ text: product.name })),
  actor: [{ reference: `Practitioner/${id}`, display: name }],
  planningHorizon: { start: bookableFrom(now).toISOString(), end: bookableUntil(now).toISOString() },
})

/** Free time only: what is taken is not shown. Products of the same length share a slot. */
async function loadSlots(reading: Reading, filter: CalendarFilter): Promise<Slot[]> {
  const { db, config, now } = reading.services
  const [clinician] = filter.clinicianId ? await cliniciansOf(reading, filter) : []
  if (!clinician) return []
  const [agendas, occupiedTimes] = await Promise.all([
    findAgendas(db, config, [clinician.id]),
    findOccupiedTimes(db, [clinician.id], undefined),
  ])
  const agenda = agendas.get(clinician.id)
  if (!agenda) return []
  const { start, end } = filter.span ?? { start: now(), end: bookableUntil(now()) }
  const from = localTime(agenda.timeZone, start).day
  // An end far away is cut at the horizon.
  const to = localTime(agenda.timeZone, new Date(Math.min(end.getTime(), bookableUntil(now()).getTime()))).day
  const products = bookableProducts(reading, clinician)
  const lengths = [...new Set(products.map(({ durationMinutes }) => durationMinutes))]
  const slots = lengths.flatMap((durationMinutes) => {
    const offered = products.filter((product) => product.durationMinutes === durationMinutes)
    const query = { from, to: to, durationMinutes, now: now() }
    const days = freeSlots(agenda, { ...query, occupiedTimes: occupiedTimes.get(clinician.id) ?? [] })
    return days.flatMap((day) => day.slots.map((slot) => slotOf(slot, durationMinutes, clinician.id, offered)))
  })
  return slots.sort((one, two) => one.start.localeCompare(two.start) || one.id.localeCompare(two.id))
}

function slotOf({ start, end }: Span, minutes: number, clinicianId: string, products: readonly ActiveProduct[]) {
  return {
    resourceType: 'Slot',
    id: `${clinicianId}.${(start.getTime() / 60_000).toString(36)}.${minutes}`,
    serviceType: products.map(({ name }) => ({ text: name })),
    schedule: { reference: `Schedule/${clinicianId}` },
    status: 'free',
    start: start.toISOString(),
    end: end.toISOString(),
  } satisfies Slot
}

/** The filter that loads the one resource with this id. */
export function filterOfId(type: CalendarResourceType, id: string): CalendarFilter {
  const [clinicianId, minute = ''] = id.split('.')
  if (type === 'Organization') return {}
  if (type !== 'Slot') return { clinicianId, withFormer: true }
  const start = new Date(Number.parseInt(minute, 36) * 60_000)
  return { clinicianId, span: { start, end: start } }
}
