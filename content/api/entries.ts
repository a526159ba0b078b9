import type { Pack } from '../pack-shape.ts'
import { inLanguage } from '../schema/text.ts'
import type { Upload } from '../uploads.ts'
import { BACKEND_CONFIG, COLLECTIONS, type CollectionName, type Part, type Shape } from './shapes.ts'

/** An entry in one language: what is always served, and what `populate` may add, both as they go over the wire. */
export interface Entry {
  /** Of Strapi 5, where nobody gave it a number: its name there. */
  id: number | string
  scalars: Readonly<Record<string, unknown>>
  parts: Readonly<Record<string, unknown>>
}
interface Source {
  id: number
  publishedAt?: string | null
}
interface Context {
  pack: Pack
  language: string
  publishedAt: string
}

/** The published entries of a collection, in the order of the pack. Drafts are nowhere, not even in relations. */
export function entriesOf(pack: Pack, name: CollectionName, language: string): Entry[] {
  const context = { pack, language, publishedAt: pack.config.publishedAt }
  return sourcesOf(pack, name).map((source) => toEntry(source, COLLECTIONS[name], context))
}

export function configEntry(pack: Pack, language: string): Entry {
  const { brand } = pack.config
  const url = (path: string) => pack.uploads.get(path)?.url
  const source = {
    ...pack.config,
    id: 1,
    brand: { ...brand, logo: url(brand.logo), logoDark: url(brand.logoDark) },
    partnerLogo: brand.logo,
  }
  return toEntry(source, BACKEND_CONFIG, { pack, language, publishedAt: pack.config.publishedAt })
}

function sourcesOf(pack: Pack, name: CollectionName): Source[] {
  const sources: Record<CollectionName, Source[]> = {
    products: pack.products.map((product) => ({ ...product, currency: pack.config.currency })),
    'product-groups': pack.groups,
    categories: pack.categories,
    'policy-documents': pack.policies,
    faqs: pack.faqs,
    campaigns: pack.campaigns,
    webinars: pack.webinars,
    courses: pack.courses,
    'subscription-plans': [pack.plan ?? []].flat().map((plan) => ({ ...plan, currency: pack.config.currency })),
  }
  return sources[name].filter(({ publishedAt }) => publishedAt !== null)
}

function toEntry(source: Source, { scalars, parts }: Shape, context: Context): Entry {
  const fields = withAddresses(inLanguage(source, context.language), context.pack) as Record<string, unknown>
  const at = source.publishedAt ?? context.publishedAt
  return {
    id: source.id,
    scalars: {
      ...Object.fromEntries(scalars.map((name) => [name, fields[name] ?? null])),
      createdAt: at,
      updatedAt: at,
      publishedAt: at,
      locale: context.language,
    },
    parts: Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, wire(part, fields[name], context)])),
  }
}

/** Films and their captions are named in the middle of an entry: by their path in the pack, by their address on the wire. */
const FILMS = new Set(['recordingUrl', 'videoUrl', 'posterUrl', 'captionsUrl'])

function withAddresses(value: unknown, pack: Pack): unknown {
  if (Array.isArray(value)) return value.map((item) => withAddresses(item, pack))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const file = FILMS.has(key) && typeof inner === 'string' ? pack.uploads.get(inner)?.url : undefined
      return [key, file ?? withAddresses(inner, pack)]
    }),
  )
}

function wire(part: Part, value: unknown, { pack, language, publishedAt }: Context): unknown {
  if (part.is === 'component') return Array.isArray(value) ? value.map(numbered) : value ? numbered(value, 0) : null
  if (part.is === 'media') {
    const upload = typeof value === 'string' ? pack.uploads.get(value) : undefined
    return { data: upload ? mediaEntry(upload, publishedAt) : null }
  }
  const { to } = part
  const related = (slug: unknown) => {
    const source = sourcesOf(pack, to).find((entry) => 'slug' in entry && entry.slug === slug)
    return source
      ? [wrapped(toEntry(source, { ...COLLECTIONS[to], parts: {} }, { pack, language, publishedAt }), [])]
      : []
  }
  return { data: Array.isArray(value) ? value.flatMap(related) : (related(value)[0] ?? null) }
}

/** Components have a number of their own in Strapi; where the pack names them (sections of a document) it stays. */
const numbered = (component: object, index: number): object => ({ id: index + 1, ...component })

/** `{ id, attributes }` with the parts that were asked for. */
export function wrapped({ id, scalars, parts }: Entry, populate: readonly string[]): object {
  return { id, attributes: { ...scalars, ...Object.fromEntries(populate.map((name) => [name, parts[name]])) } }
}

function mediaEntry({ id, path, hash, mime, bytes, url, width, height }: Upload, at: string): object {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const ext = name.slice(name.lastIndexOf('.'))
  const attributes = {
    name,
    alternativeText: null,
    caption: null,
    width,
    height,
    // Smaller copies exist of pixel pictures only, and packs hold drawings.
    formats: null,
    hash: `${name.slice(0, -ext.length)}_${hash}`,
    ext,
    mime,
    size: Math.round(bytes.length / 10) / 100,
    url,
    previewUrl: null,
    provider: 'local',
    provider_metadata: null,
    createdAt: at,
    updatedAt: at,
  }
  return { id, attributes }
}
