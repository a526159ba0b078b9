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
import type { ContentBundle } from './bundle-shape.ts'
import { inLanguage } from './schema/text.ts'
import type { Upload } from './uploads.ts'

/** Converts a bundle to a source in each of its languages. Drafts are left out, also from relations. */
export function bundleSource(bundle: ContentBundle): Source {
  const { languages, config, overrides, webinars } = bundle
  const inEach = <T>(make: (language: string) => T): Record<string, T> =>
    Object.fromEntries(languages.map((language) => [language, make(language)]))
  const entries = COLLECTION_NAMES.map((name) => [name, inEach((language) => entriesOf(bundle, name, language))])
  return {
    languages,
    home: config.patientAppLanguage,
    locales: config.languages,
    config: inEach((language) => configEntry(bundle, language)),
    entries: Object.fromEntries(entries),
    overrides,
    // A bundle changes only with a restart.
    cacheControl: 'public, max-age=60',
    joinLinks: webinars.flatMap(({ slug, joinUrl, publishedAt }) =>
      joinUrl && publishedAt !== null ? [{ webinar: slug, joinUrl }] : [],
    ),
  }
}

interface BundleEntry {
  id: number
  publishedAt?: string | null
  slug?: string
  urlSlug?: string
}

const entriesOf = (bundle: ContentBundle, name: CollectionName, language: string): Entry[] =>
  publishedIn(bundle, name).map((entry) => toEntry(entry, COLLECTIONS[name], bundle, language))

function configEntry(bundle: ContentBundle, language: string): Entry {
  const { brand } = bundle.config
  const url = (path: string) => bundle.uploads.get(path)?.url
  const marks = { logo: url(brand.logo), logoDark: url(brand.logoDark) }
  const settings = { ...bundle.config, id: 1, brand: { ...brand, ...marks }, partnerLogo: brand.logo }
  return toEntry(settings, BACKEND_CONFIG, bundle, language)
}

/** Includes drafts. */
export function bundleEntries(bundle: ContentBundle, name: CollectionName): readonly BundleEntry[] {
  const entries: Record<CollectionName, readonly BundleEntry[]> = {
    products: bundle.products.map((product) => ({ ...product, currency: bundle.config.currency })),
    'product-groups': bundle.groups,
    categories: bundle.categories,
    'policy-documents': bundle.policies,
    faqs: bundle.faqs,
    campaigns: bundle.campaigns,
    webinars: bundle.webinars,
    courses: bundle.courses,
    'subscription-plans': [bundle.plan ?? []].flat().map((plan) => ({ ...plan, currency: bundle.config.currency })),
  }
  return entries[name]
}

const publishedIn = (bundle: ContentBundle, name: CollectionName): BundleEntry[] =>
  bundleEntries(bundle, name).filter(({ publishedAt }) => publishedAt !== null)

function toEntry(entry: BundleEntry, { scalars, parts }: Shape, bundle: ContentBundle, language: string): Entry {
  const fields = withAddresses(inLanguage(entry, language), bundle) as Record<string, unknown>
  const at = entry.publishedAt ?? bundle.config.publishedAt
  return {
    id: entry.id,
    ...Object.fromEntries(scalars.map((name) => [name, fields[name] ?? null])),
    createdAt: at,
    updatedAt: at,
    publishedAt: at,
    locale: language,
    ...Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [name, partOf(part, fields[name], bundle, language)]),
    ),
  }
}

/** Replaces the paths of videos and captions in nested fields by their URLs. */
function withAddresses(value: unknown, bundle: ContentBundle): unknown {
  if (Array.isArray(value)) return value.map((item) => withAddresses(item, bundle))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const file =
        Object.hasOwn(FILM_FILES, key) && typeof inner === 'string' ? bundle.uploads.get(inner)?.url : undefined
      return [key, file ?? withAddresses(inner, bundle)]
    }),
  )
}

function partOf(part: Part, value: unknown, bundle: ContentBundle, language: string): unknown {
  if (part.is === 'component') return Array.isArray(value) ? value.map(numbered) : value ? numbered(value, 0) : null
  if (part.is === 'media') {
    const upload = typeof value === 'string' ? bundle.uploads.get(value) : undefined
    return upload ? mediaOf(upload, bundle.config.publishedAt) : null
  }
  const { to } = part
  const related = (slug: unknown) => {
    const entry = publishedIn(bundle, to).find((one) => one.slug === slug)
    return entry ? [toEntry(entry, { ...COLLECTIONS[to], parts: {} }, bundle, language)] : []
  }
  return Array.isArray(value) ? value.flatMap(related) : (related(value)[0] ?? null)
}

/** Strapi numbers components; an id from the bundle (sections of a document) is kept. */
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
    // Strapi creates smaller formats of raster images only, and bundles contain drawings.
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
