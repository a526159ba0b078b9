import type { Span } from '@cuida/core/booking/calendar/slots.ts'
import type { SearchParameters } from '@cuida/core/fhir/resource-types.ts'
import { dayAfter, momentOf } from '@cuida/core/kit/zone.ts'
import type { Bundle, Resource } from '@medplum/fhirtypes'

/** The members of any resource that search parameters read. */
interface Searched {
  id?: string
  active?: boolean
  meta?: { lastUpdated?: string }
  status?: string
  start?: string
  date?: string
  authoredOn?: string
  period?: { start?: string; end?: string }
  clinicalStatus?: Concept
  category?: Concept[]
  practitioner?: { reference?: string }
  actor?: { reference?: string }[]
  schedule?: { reference?: string }
}
interface Concept {
  coding?: { system?: string; code?: string }[]
  text?: string
}
type Query = Readonly<Record<string, string | string[] | undefined>>

const codesOf = ({ coding = [] }: Concept): string[] =>
  coding.flatMap(({ system, code = '' }) => [code, `${system}|${code}`])

const TOKENS: Readonly<Record<string, (resource: Searched) => string[]>> = {
  _id: ({ id = '' }) => [id],
  active: ({ active }) => [String(active)],
  status: ({ status = '' }) => [status],
  'clinical-status': ({ clinicalStatus }) => (clinicalStatus ? codesOf(clinicalStatus) : []),
  category: ({ category = [] }) => category.flatMap((one) => [...codesOf(one), one.text ?? '']),
}

const REFERENCES: Readonly<Record<string, (resource: Searched) => (string | undefined)[]>> = {
  practitioner: ({ practitioner }) => [practitioner?.reference],
  actor: ({ actor = [] }) => actor.map(({ reference }) => reference),
  schedule: ({ schedule }) => [schedule?.reference],
}

const DATES: Readonly<
  Record<string, (resource: Searched) => { start?: string | undefined; end?: string | undefined }>
> = {
  _lastUpdated: ({ meta }) => instant(meta?.lastUpdated),
  // Of an appointment, an encounter and a document.
  date: ({ start, period, date }) => (period ? { start: period.start, end: period.end } : instant(start ?? date)),
  start: ({ start }) => instant(start),
  authoredon: ({ authoredOn }) => instant(authoredOn),
}
const instant = (at: string | undefined) => ({ start: at, end: at })

/** Whether a resource matches every parameter of the search. Those of paging and of the loaded patient are not tested. */
export function matches(resource: Resource, parameters: SearchParameters, query: Query, timeZone: string): boolean {
  const searched = resource as Searched
  return Object.entries(parameters).every(([name, type]) => {
    const values = [query[name] ?? []].flat()
    if (type === 'token')
      return values.every((text) => TOKENS[name]?.(searched).some((one) => text.split(',').includes(one)))
    if (type === 'date') return values.every((text) => isInRange(DATES[name]?.(searched) ?? {}, text, timeZone))
    const references = REFERENCES[name]?.(searched)
    return !references || values.every((id) => references.some((reference) => reference?.endsWith(`/${id}`)))
  })
}

function isInRange(
  { start, end }: { start?: string | undefined; end?: string | undefined },
  text: string,
  zone: string,
) {
  if (!start) return false
  const { prefix, from, until } = parseDate(text, zone)
  const first = Date.parse(start)
  // A period without an end goes on.
  const last = end ? Date.parse(end) : Number.POSITIVE_INFINITY
  switch (prefix) {
    case 'ge':
      return last >= from
    case 'gt':
      return last >= until
    case 'le':
      return first < until
    case 'lt':
      return first < from
    default:
      return first >= from && last < until
  }
}

/** A date as half-open interval: 2026 is the whole year. Dates without an offset are of the clinic's time zone. */
export function parseDate(text: string, timeZone: string): { prefix: string; from: number; until: number } {
  const prefix = /^[a-z]{2}/.exec(text)?.[0] ?? 'eq'
  const date = text.replace(/^[a-z]{2}/, '')
  if (date.includes('T')) {
    // In a query an unescaped plus sign arrives as a space.
    const written = date.replace(' ', '+')
    const [day = '', time = ''] = written.split('T')
    const from = /(Z|[+-]\d{2}:\d{2})$/.test(time)
      ? Date.parse(written)
      : momentOf(timeZone, day, time.slice(0, 5)).getTime()
    return { prefix, from, until: from + (date.includes('.') ? 1 : /T\d\d:\d\d:/.test(date) ? 1_000 : 60_000) }
  }
  const [year = '', month, day] = date.split('-')
  const first = `${year}-${month ?? '01'}-${day ?? '01'}`
  const next = day ? dayAfter(first) : nextFirst(Number(year), month ? Number(month) : 12)
  return {
    prefix,
    from: momentOf(timeZone, first, '00:00').getTime(),
    until: momentOf(timeZone, next, '00:00').getTime(),
  }
}

const nextFirst = (year: number, month: number): string =>
  month === 12
    ? `${String(year + 1).padStart(4, '0')}-01-01`
    : `${String(year).padStart(4, '0')}-${String(month + 1).padStart(2, '0')}-01`

/** The span that all dates of a parameter leave open; undefined without any. */
export function spanOf(values: string | string[] | undefined, timeZone: string, horizon: Span): Span | undefined {
  const dates = [values ?? []].flat().map((text) => parseDate(text, timeZone))
  if (dates.length === 0) return undefined
  const starts = dates.filter(({ prefix }) => !prefix.startsWith('l')).map(({ from }) => from)
  const ends = dates.filter(({ prefix }) => !prefix.startsWith('g')).map(({ until }) => until)
  return {
    start: new Date(Math.max(horizon.start.getTime(), ...starts)),
    end: new Date(Math.min(horizon.end.getTime(), ...ends)),
  }
}

interface Page {
  /** The address of the API, and of this search. */
  base: string
  url: URL
  query: Query
}

/** A page of the result, with a link to the next one. */
export function searchBundle(found: readonly Resource[], { base, url, query }: Page): Bundle {
  const count = Number(query._count)
  const offset = Number(query._offset)
  const next = new URL(url)
  next.searchParams.set('_offset', String(offset + count))
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    total: found.length,
    link: [
      { relation: 'self', url: url.href },
      ...(found.length > offset + count ? [{ relation: 'next' as const, url: next.href }] : []),
    ],
    entry: found.slice(offset, offset + count).map((resource) => ({
      fullUrl: fullUrlOf(base, resource),
      resource,
      search: { mode: 'match' },
    })),
  }
}

export const fullUrlOf = (base: string, { resourceType, id }: Resource): string => `${base}/${resourceType}/${id}`
