import { createHash } from 'node:crypto'
import { type Locale, languageFor } from '@cuida/core/brand/locale.ts'
import { unwrap } from '@cuida/core/brand/strapi.ts'
import { WebinarJoinLink } from '@cuida/core/support/help/articles.ts'
import * as v from 'valibot'
import { BACKEND_CONFIG, COLLECTION_NAMES, COLLECTIONS, type CollectionName } from '../api/shapes.ts'
import type { Entry, Source } from '../api/source.ts'
import { type Messages, messageProblem } from '../messages.ts'
import { REMOTE_PATH } from '../remote/address.ts'
import { MESSAGE_LANGUAGES, type MessageLanguage, textLanguages } from '../schema/text.ts'
import { contentProblems } from './check.ts'
import { type CmsClient, CmsError } from './cms-client.ts'
import { type ConversionContext, type RawEntry, toConfig, toEntry } from './entry.ts'
import type { Attribute } from './strapi-fields.ts'
import { SINGLE_TYPE, singularOf, strapiSchemas } from './strapi-schemas.ts'

/** The validated content of a content service at one moment, ready to serve or to store on disk. */
export interface CmsSnapshot extends Source {
  /** URLs of files on other hosts, by our path. */
  files: Readonly<Record<string, string>>
}

/** Invalid content: each line names the entry, the language and the field. */
export class InvalidCmsContent extends Error {
  override readonly name = 'InvalidCmsContent'
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** Strapi populates deeper than one level only on explicit request. */
const POPULATE: Partial<Record<CollectionName, string>> = {
  products:
    'populate[symptomCollector][populate]=*&populate[workingHours]=true&populate[icon]=true&populate[category]=true' +
    '&populate[preSymptomCollectorPicture]=true&populate[disclaimer]=true&populate[ages]=true',
  courses: 'populate[lessons][populate]=*&populate[image]=true',
}

/** Reads all content of a content service; throws when the service is unreachable or the content invalid. */
export async function readCmsContent(asking: CmsClient, base: string): Promise<CmsSnapshot> {
  const { settings, written } = await settingsOf(asking)
  const { languages: locales, patientAppLanguage: home, currency } = settings.attributes
  if (!isTexts(locales) || typeof home !== 'string')
    throw new InvalidCmsContent(['backend-config: languages are missing'])
  const languages = textLanguages(locales)
  const files: Record<string, string> = {}
  const reading = (language: string): ConversionContext => ({ language, currency, place: placing(base, files) })
  const own = languageFor(home, languages) ?? languages[0] ?? ''
  const eachLanguage = async <T>(read: (language: MessageLanguage) => Promise<T>): Promise<Record<string, T>> =>
    Object.fromEntries(await Promise.all(languages.map(async (tag) => [tag, await read(tag)] as const)))

  const [config, entries, overrides, joinLinks] = await Promise.all([
    eachLanguage(async (tag) => toConfig(written[tag] ?? settings, BACKEND_CONFIG, reading(tag))),
    Promise.all(
      COLLECTION_NAMES.map(async (name) => {
        const entriesByLanguage = await eachLanguage((tag) =>
          list(asking, name, `${POPULATE[name] ?? 'populate=*'}&locale=${tag}`),
        )
        const read = Object.entries(oneForAll(singularOf(name), entriesByLanguage, own)).map(([tag, found]) => [
          tag,
          found.map((raw) => toEntry(raw, COLLECTIONS[name], reading(tag))),
        ])
        return [name, filledUp(Object.fromEntries(read), own)] as const
      }),
    ),
    eachLanguage((tag) => wordsIn(asking, tag)),
    joinLinksOf(asking),
  ])
  const snapshot: CmsSnapshot = {
    languages,
    home,
    locales: locales as Locale[],
    config,
    files,
    joinLinks,
    overrides,
    // An editor may change the content at any moment, so browsers revalidate each time.
    cacheControl: 'no-cache',
    entries: relatedInOwn(Object.fromEntries(entries) as Record<CollectionName, Record<string, Entry[]>>, own),
  }
  const problems = contentProblems(snapshot)
  if (problems.length > 0) throw new InvalidCmsContent(problems)
  return snapshot
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

/**
 * The settings in each language that has them; `settings` replaces missing ones, because the settings list the
 * languages.
 */
async function settingsOf(
  asking: CmsClient,
): Promise<{ settings: RawEntry; written: Record<string, RawEntry | undefined> }> {
  const rawSettings = await Promise.all(
    MESSAGE_LANGUAGES.map(async (tag) => [tag, await settingsIn(asking, tag)] as const),
  )
  // A single type has one entry, whatever its number in a language.
  const found = rawSettings.flatMap(([tag, raw]): [string, RawEntry[]][] =>
    raw ? [[tag, [{ ...raw, id: 1, documentId: SINGLE_TYPE }]]] : [],
  )
  const all = oneForAll(SINGLE_TYPE, Object.fromEntries(found), '')
  const settingsByLanguage = Object.fromEntries(Object.entries(all).map(([tag, [raw]]) => [tag, raw]))
  const [settings] = Object.values(settingsByLanguage)
  if (!settings) throw new InvalidCmsContent(['backend-config: is missing, or not published'])
  return { settings, written: settingsByLanguage }
}

async function settingsIn(asking: CmsClient, tag: string): Promise<RawEntry | undefined> {
  const { data } = ((await asking.get(`backend-config?populate=*&locale=${tag}`)) ?? {}) as { data?: RawEntry | null }
  return data ?? undefined
}

/** Limit of pages with a hundred entries each; a service that claims more would be requested for ever. */
const MAX_PAGES = 100

async function list({ get }: CmsClient, name: string, query: string): Promise<RawEntry[]> {
  const all: RawEntry[] = []
  for (let page = 1; ; page++) {
    const response = await get(`${name}?${query}&sort=id:asc&pagination[page]=${page}&pagination[pageSize]=100`)
    if (response === undefined) throw new CmsError(`${name}: the content service has no such type`, 404)
    const { data, meta } = (response ?? {}) as { data?: RawEntry[]; meta?: { pagination?: { pageCount?: unknown } } }
    if (!Array.isArray(data)) throw new CmsError(`${name}: the answer has no data list`)
    const pages = meta?.pagination?.pageCount ?? 1
    if (typeof pages !== 'number' || pages > MAX_PAGES)
      throw new CmsError(`${name}: the page count is ${pages}; at most ${MAX_PAGES} are read`)
    all.push(...data)
    if (page >= pages) return all
  }
}

/** Missing translations are filled in from the clinic's default language, in the same order in every language. */
function filledUp(read: Record<string, Entry[]>, own: string): Record<string, Entry[]> {
  const sortKey = ({ id }: Entry) => (typeof id === 'number' ? id : Number.MAX_SAFE_INTEGER)
  const inOrder = (a: Entry, b: Entry) => sortKey(a) - sortKey(b) || (String(a.id) < String(b.id) ? -1 : 1)
  return Object.fromEntries(
    Object.entries(read).map(([tag, entries]) => {
      const ownIds = new Set(entries.map(({ id }) => id))
      const missing = (read[own] ?? []).filter(({ id }) => !ownIds.has(id))
      return [tag, [...entries, ...missing].sort(inOrder)]
    }),
  )
}

/** The clinic's message overrides; empty when the service has no such collection. */
async function wordsIn(asking: CmsClient, tag: MessageLanguage): Promise<Messages> {
  const found = await list(asking, 'words', `locale=${tag}`).catch(absent)
  const pairs = found.map(({ attributes: { key, message } }) => [String(key), String(message)] as const)
  return Object.fromEntries(pairs.filter(([key, message]) => !messageProblem(key, message)))
}

async function joinLinksOf(asking: CmsClient): Promise<WebinarJoinLink[]> {
  const found = await list(asking, 'webinar-links', 'populate=*').catch(absent)
  return found.flatMap((raw) => {
    const { success, output } = v.safeParse(WebinarJoinLink, unwrap(raw))
    return success ? [output] : []
  })
}

/**
 * A 401, 403 or 404 means that we have no such collection. Any other failure does not, and the last content stays.
 */
function absent(error: unknown): RawEntry[] {
  if (error instanceof CmsError && [401, 403, 404].includes(error.status ?? 0)) return []
  throw error
}

/** Pages load pictures of their own origin only: a picture on another host gets one of our paths. */
const placing = (base: string, files: Record<string, string>) => (url: string) => {
  const at = new URL(url, base)
  if (at.origin === new URL(base).origin) return at.pathname
  const name =
    decodeURIComponent(at.pathname)
      .split('/')
      .pop()
      ?.replaceAll(/[^\w.-]/g, '_') ?? ''
  const path = `${REMOTE_PATH}${createHash('sha256').update(at.href).digest('hex').slice(0, 12)}_${name}`
  files[path] = at.href
  return path
}

/** By singular name: the fields that Strapi's schema shares across languages. */
const SHARED: ReadonlyMap<string, readonly string[]> = new Map(
  [...strapiSchemas()].flatMap(([path, file]) => {
    const single = /\/content-types\/(.+)\/schema\.json$/.exec(path)?.[1]
    if (!single) return []
    const { attributes } = file as { attributes: Record<string, Attribute> }
    return [[single, Object.keys(attributes).filter((name) => isShared(attributes[name]))] as const]
  }),
)

function isShared(attribute: Attribute | undefined): boolean {
  const { i18n } = (attribute?.pluginOptions ?? {}) as { i18n?: { localized?: boolean } }
  return i18n?.localized === false
}

/**
 * Editors publish one language at a time, and Strapi leaves the published prices of the others unchanged. Shared
 * fields take the newest published value; otherwise a price would depend on the reader's language.
 */
function oneForAll(single: string, read: Record<string, RawEntry[]>, own: string): Record<string, RawEntry[]> {
  const newest = new Map<string, RawEntry>()
  const ownFirst = Object.keys(read).sort((a, b) => Number(b === own) - Number(a === own))
  for (const tag of ownFirst)
    for (const raw of read[tag] ?? []) {
      const before = newest.get(keyOf(raw))
      if (!before || publishedAt(raw) > publishedAt(before)) newest.set(keyOf(raw), raw)
    }
  const shared = SHARED.get(single) ?? []
  const withNewestAttributes = (raw: RawEntry): RawEntry => {
    const { attributes } = newest.get(keyOf(raw)) ?? raw
    const sharedAttributes = shared.filter((name) => name in attributes).map((name) => [name, attributes[name]])
    return { ...raw, attributes: { ...raw.attributes, ...Object.fromEntries(sharedAttributes) } }
  }
  return Object.fromEntries(Object.entries(read).map(([tag, entries]) => [tag, entries.map(withNewestAttributes)]))
}

const keyOf = ({ documentId, id }: RawEntry): string => String(documentId ?? id)

const publishedAt = ({ attributes }: RawEntry): number =>
  Date.parse(String(attributes.publishedAt ?? attributes.updatedAt)) || 0

type Link = Entry | null | Entry[]

/**
 * A relation is empty in a language in which its other end is untranslated. The other end is then shown in the
 * clinic's default language, so the relation is restored too: otherwise a product with an untranslated category would
 * be in none and could not be found.
 */
function relatedInOwn(entries: CmsSnapshot['entries'], own: string): CmsSnapshot['entries'] {
  const named = Object.entries(entries) as [CollectionName, Readonly<Record<string, readonly Entry[]>>][]
  const isWritten = (to: CollectionName, tag: string, id: unknown) =>
    entries[to][tag]?.some((entry) => entry.id === id && entry.locale === tag)
  return Object.fromEntries(
    named.map(([name, read]) => {
      const relations = Object.entries(COLLECTIONS[name].parts).flatMap(([part, { is, ...rest }]) =>
        is === 'relation' && 'to' in rest ? [[part, rest.to] as const] : [],
      )
      const inOwn = new Map((read[own] ?? []).map((entry) => [entry.id, entry]))
      const withOwnLinks = (entry: Entry, tag: string): Entry => {
        const model = inOwn.get(entry.id)
        if (!model || tag === own) return entry
        const links = relations.map(([part, to]) => {
          const missing = (link: Entry) => !isWritten(to, tag, link.id)
          return [part, joined(entry[part] as Link, model[part] as Link, missing)]
        })
        return { ...entry, ...Object.fromEntries(links) }
      }
      const each = Object.entries(read).map(([tag, list]) => [tag, list.map((entry) => withOwnLinks(entry, tag))])
      return [name, Object.fromEntries(each)]
    }),
  ) as CmsSnapshot['entries']
}

function joined(translation: Link, own: Link, isMissing: (link: Entry) => boolean): Link {
  if (Array.isArray(translation)) {
    const linkedIds = new Set(translation.map(({ id }) => id))
    const others = Array.isArray(own) ? own : []
    return [...translation, ...others.filter((link) => !linkedIds.has(link.id) && isMissing(link))]
  }
  return !translation && own && !Array.isArray(own) && isMissing(own) ? own : translation
}
