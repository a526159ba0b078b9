import {
  BACKEND_CONFIG,
  COLLECTION_NAMES,
  COLLECTIONS,
  type CollectionName,
  FILM_FILES,
  type Part,
  type Shape,
} from './api/shapes.ts'
import type { Entry, Source } from './api/source.ts'
import type { Pack } from './pack-shape.ts'
import { inLanguage } from './schema/text.ts'
import type { Upload } from './uploads.ts'

/** A pack as it is served, in each of its languages. Drafts are nowhere, not even in relations. */
export function packSource(pack: Pack): Source {
  const { languages, config, overrides, webinars } = pack
  const inEach = <T>(make: (language: string) => T): Record<string, T> =>
    Object.fromEntries(languages.map((language) => [language, make(language)]))
  const entries = COLLECTION_NAMES.map((name) => [name, inEach((language) => entriesOf(pack, name, language))])
  return {
    languages,
    home: config.patientAppLanguage,
    locales: config.languages,
    config: inEach((language) => configEntry(pack, language)),
    entries: Object.fromEntries(entries),
    overrides,
    // It changes with a new start alone.
    cacheControl: 'public, max-age=60',
    doors: webinars.flatMap(({ slug, joinUrl, publishedAt }) =>
      joinUrl && publishedAt !== null ? [{ webinar: slug, joinUrl }] : [],
    ),
  }
}

interface PackEntry {
  id: number
  publishedAt?: string | null
  slug?: string
  urlSlug?: string
}

const entriesOf = (pack: Pack, name: CollectionName, language: string): Entry[] =>
  publishedIn(pack, name).map((entry) => toEntry(entry, COLLECTIONS[name], pack, language))

function configEntry(pack: Pack, language: string): Entry {
  const { brand } = pack.config
  const url = (path: string) => pack.uploads.get(path)?.url
  const marks = { logo: url(brand.logo), logoDark: url(brand.logoDark) }
  const settings = { ...pack.config, id: 1, brand: { ...brand, ...marks }, partnerLogo: brand.logo }
  return toEntry(settings, BACKEND_CONFIG, pack, language)
}

/** Drafts too. */
export function packEntries(pack: Pack, name: CollectionName): readonly PackEntry[] {
  const entries: Record<CollectionName, readonly PackEntry[]> = {
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
  return entries[name]
}

const publishedIn = (pack: Pack, name: CollectionName): PackEntry[] =>
  packEntries(pack, name).filter(({ publishedAt }) => publishedAt !== null)

function toEntry(entry: PackEntry, { scalars, parts }: Shape, pack: Pack, language: string): Entry {
  const fields = withAddresses(inLanguage(entry, language), pack) as Record<string, unknown>
  const at = entry.publishedAt ?? pack.config.publishedAt
  return {
    id: entry.id,
    ...Object.fromEntries(scalars.map((name) => [name, fields[name] ?? null])),
    createdAt: at,
    updatedAt: at,
    publishedAt: at,
    locale: language,
    ...Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [name, partOf(part, fields[name], pack, language)]),
    ),
  }
}

/** Films and their captions are named in the middle of an entry: by their path in the pack, by their address when served. */
function withAddresses(value: unknown, pack: Pack): unknown {
  if (Array.isArray(value)) return value.map((item) => withAddresses(item, pack))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const file =
        Object.hasOwn(FILM_FILES, key) && typeof inner === 'string' ? pack.uploads.get(inner)?.url : undefined
      return [key, file ?? withAddresses(inner, pack)]
    }),
  )
}

function partOf(part: Part, value: unknown, pack: Pack, language: string): unknown {
  if (part.is === 'component') return Array.isArray(value) ? value.map(numbered) : value ? numbered(value, 0) : null
  if (part.is === 'media') {
    const upload = typeof value === 'string' ? pack.uploads.get(value) : undefined
    return upload ? mediaOf(upload, pack.config.publishedAt) : null
  }
  const { to } = part
  const related = (slug: unknown) => {
    const entry = publishedIn(pack, to).find((one) => one.slug === slug)
    return entry ? [toEntry(entry, { ...COLLECTIONS[to], parts: {} }, pack, language)] : []
  }
  return Array.isArray(value) ? value.flatMap(related) : (related(value)[0] ?? null)
}

/** Components have a number of their own in Strapi; where the pack names them (sections of a document) it stays. */
const numbered = (component: object, index: number): object => ({ id: index + 1, ...component })

function mediaOf({ id, path, hash, mime, bytes, url, width, height }: Upload, at: string): object {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const ext = name.slice(name.lastIndexOf('.'))
  return {
    id,
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
}
