import { FILM_FILES } from '../api/shapes.ts'
import type { ContentBundle } from '../bundle-shape.ts'
import { inLanguage } from '../schema/text.ts'
import type { Attribute } from './strapi-fields.ts'

/** Strapi's ids of the files and entries that an entry refers to. */
export interface StrapiReferences {
  /** By their path in the bundle. */
  files: ReadonlyMap<string, number>
  /** By collection and slug. */
  documents: ReadonlyMap<string, ReadonlyMap<string, string>>
}
type Fields = Record<string, unknown>

/** An entry of a bundle in one language, in Strapi's input format with every attribute of its schema. */
export function entryData(
  entry: object,
  language: string,
  attributes: Record<string, Attribute>,
  known: StrapiReferences,
): Fields {
  const { id, ...fields } = filmsIn(inLanguage(entry, language) as Fields, known) as Fields
  const all: Fields = { number: id, ...fields }
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [name, fieldOf(all[name], attribute, known)]),
  )
}

/** The partner's settings; logos are files beside the colours. */
export function configData(
  { config }: ContentBundle,
  language: string,
  attributes: Record<string, Attribute>,
  known: StrapiReferences,
) {
  const { logo, logoDark, ...brand } = config.brand
  const settings = { ...config, brand, partnerLogo: logo, partnerLogoDark: logoDark }
  return entryData(settings, language, attributes, known)
}

function fieldOf(value: unknown, attribute: Attribute, { files, documents }: StrapiReferences): unknown {
  if (attribute.type === 'media') return typeof value === 'string' ? files.get(value) : (value ?? null)
  if (attribute.type === 'component')
    return Array.isArray(value) ? value.map(component) : value ? component(value) : null
  if (attribute.type !== 'relation') return value ?? null
  const ids = documents.get(String(attribute.target)) ?? new Map<string, string>()
  return { set: [value ?? []].flat().flatMap((slug) => ids.get(String(slug)) ?? []) }
}

/** An explicit id of the bundle becomes the anchor: Strapi's own component id changes with each publication. */
function component(value: unknown): Fields {
  const { id, ...rest } = value as Fields
  return id === undefined ? rest : { anchor: id, ...rest }
}

/** A video or caption in the bundle becomes a Strapi file; a remote URL stays a URL. */
function filmsIn(value: unknown, known: StrapiReferences): unknown {
  if (Array.isArray(value)) return value.map((one) => filmsIn(one, known))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
      const file = FILM_FILES[key]
      if (!file) return [[key, filmsIn(inner, known)]]
      const id = typeof inner === 'string' ? known.files.get(inner) : undefined
      return [
        [key, id === undefined ? (inner ?? null) : null],
        [file, id ?? null],
      ]
    }),
  )
}
