import { COLLECTIONS, FILM_FILES, type Part, type Shape } from '../api/shapes.ts'
import type { Entry } from '../api/source.ts'

/** An entry or a file in Strapi's version 4 response format. */
export interface RawEntry {
  id: number
  documentId?: string
  attributes: Fields
}
type Fields = Record<string, unknown>

/** The context in which an entry is converted. */
export interface ConversionContext {
  language: string
  /** The currency of all prices; only the settings name it. */
  currency: unknown
  /** The path under which our pages load a file. */
  place(url: string): string
}

/** Converts a Strapi entry to ours and drops what is internal to Strapi (row numbers, component names). */
export function toEntry(
  { id, documentId, attributes }: RawEntry,
  { scalars, parts }: Shape,
  reading: ConversionContext,
): Entry {
  const fields = withFilms(attributes, reading)
  const { number, createdAt = null, updatedAt = null, publishedAt = updatedAt, currency = reading.currency } = fields
  return {
    id: typeof number === 'number' ? number : (documentId ?? id),
    ...Object.fromEntries(scalars.map((name) => [name, plain(fields[name])])),
    ...(scalars.includes('currency') ? { currency } : {}),
    createdAt,
    updatedAt,
    publishedAt,
    locale: reading.language,
    ...Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, partOf(part, fields[name], reading)])),
  }
}

/**
 * The partner's logos are files beside the colours, or URLs among them. Pages load them through our own paths,
 * because their content security policy allows no other origin.
 */
export function toConfig({ attributes }: RawEntry, shape: Shape, reading: ConversionContext): Entry {
  const { partnerLogo, partnerLogoDark, brand } = attributes
  const { logo: light, logoDark: dark, ...colours } = (brand ?? {}) as Fields
  const placed = (address: unknown) => (typeof address === 'string' ? reading.place(address) : undefined)
  const logo = urlOf(partnerLogo, reading) ?? placed(light)
  const marks = { logo, logoDark: urlOf(partnerLogoDark, reading) ?? placed(dark) ?? logo }
  const filledBrand = { ...marks, ...(filled(colours) as Fields) }
  return toEntry({ id: 1, attributes: { ...attributes, brand: filledBrand } }, shape, reading)
}

function partOf(part: Part, value: unknown, reading: ConversionContext): unknown {
  if (part.is === 'component')
    return Array.isArray(value)
      ? value.map((one, at) => numbered(one, at, reading))
      : value
        ? numbered(value, 0, reading)
        : null
  const { data = null } = (value ?? {}) as { data?: RawEntry | RawEntry[] | null }
  if (part.is === 'media') return data && !Array.isArray(data) ? fileOf(data, reading) : null
  const related = (raw: RawEntry) => toEntry(raw, { ...COLLECTIONS[part.to], parts: {} }, reading)
  return Array.isArray(data) ? data.map(related) : data && related(data)
}

/** A component with its index, or its explicit name, as id; empty fields are dropped. */
function numbered(value: unknown, index: number, reading: ConversionContext): object {
  const { id, anchor, ...rest } = withFilms(value as Fields, reading)
  const name = anchor ?? (typeof id === 'string' ? id : index + 1)
  return { id: name, ...(filled(plain(rest)) as Fields) }
}

/** Removes the ids of nested components. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value ?? null
  const { id, ...rest } = value as Fields
  const named = typeof id === 'number' ? rest : (value as Fields)
  return Object.fromEntries(Object.entries(named).map(([key, inner]) => [key, plain(inner)]))
}

function filled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(filled)
  if (typeof value !== 'object' || value === null) return value
  const presentFields = Object.entries(value).filter(([_, inner]) => inner !== null)
  return Object.fromEntries(presentFields.map(([key, inner]) => [key, filled(inner)]))
}

function withFilms(fields: Fields, reading: ConversionContext): Fields {
  const known = Object.entries(FILM_FILES).filter(([name, file]) => name in fields || file in fields)
  const films = known.map(([name, file]) => [name, urlOf(fields[file], reading) ?? fields[name] ?? null])
  const rest = Object.entries(fields).filter(([name]) => !known.some(([_, file]) => file === name))
  return Object.fromEntries([...rest, ...films])
}

function urlOf(media: unknown, { place }: ConversionContext): string | undefined {
  const { data } = (media ?? {}) as { data?: RawEntry | null }
  const url = data?.attributes?.url
  return typeof url === 'string' ? place(url) : undefined
}

const KEPT = ['name', 'alternativeText', 'caption', 'width', 'height', 'hash', 'ext', 'mime', 'size', 'previewUrl']

function fileOf({ id, attributes }: RawEntry, { place }: ConversionContext): object {
  const { url, createdAt, updatedAt } = attributes
  const ownAttributes = Object.fromEntries(KEPT.map((name) => [name, attributes[name] ?? null]))
  const where = {
    formats: null,
    url: typeof url === 'string' ? place(url) : '',
    provider: 'local',
    provider_metadata: null,
  }
  return { id, ...ownAttributes, ...where, createdAt, updatedAt }
}
