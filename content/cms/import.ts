import { COLLECTION_NAMES } from '../api/shapes.ts'
import type { ContentBundle } from '../bundle-shape.ts'
import { bundleEntries } from '../bundle-source.ts'
import type { StrapiApi } from './strapi-api.ts'
import type { Attribute } from './strapi-fields.ts'
import { singularOf, strapiSchemas } from './strapi-schemas.ts'
import { configData, entryData, type StrapiReferences } from './to-strapi.ts'

interface Done {
  made: number
  changed: number
}
interface Listed {
  data: { documentId: string; [field: string]: unknown }[]
  meta: { pagination: { pageCount: number } }
}
/** The data of an entry, and the language-independent key by which it is found again. */
interface Item {
  key: string
  isDraft: boolean
  languages: readonly string[]
  data(language: string): object
}

/**
 * Writes a bundle into a Strapi with our schemas. Entries are matched by slug and files by path, so a second import
 * updates them; entries that exist only in Strapi stay.
 */
export async function importBundle(bundle: ContentBundle, api: StrapiApi, log: (line: string) => void): Promise<Done> {
  const done: Done = { made: 0, changed: 0 }
  const documents = new Map<string, ReadonlyMap<string, string>>()
  const known: StrapiReferences = { files: await importFiles(bundle, api, done), documents }
  log(`${known.files.size} files`)
  const schemas = strapiSchemas()
  const attributesOf = (single: string) =>
    (schemas.get(`src/api/${single}/content-types/${single}/schema.json`) as { attributes: Record<string, Attribute> })
      .attributes

  const write = async (name: string, single: string, field: string, items: readonly Item[]) => {
    documents.set(
      `api::${single}.${single}`,
      await importEntries(api, { name, field, items, languages: bundle.languages }, done),
    )
    log(`${items.length} ${name}`)
  }
  for (const name of COLLECTION_NAMES) {
    const single = singularOf(name)
    const attributes = attributesOf(single)
    const field = name === 'policy-documents' ? 'urlSlug' : 'slug'
    const items = bundleEntries(bundle, name).map((entry) => ({
      key: String(entry[field]),
      isDraft: entry.publishedAt === null,
      languages: bundle.languages,
      data: (language: string) => entryData(entry, language, attributes, known),
    }))
    await write(name, single, field, items)
  }
  await write('words', 'word', 'key', wordItems(bundle))
  await importJoinLinks(bundle, api, done)
  const settings = attributesOf('backend-config')
  for (const language of bundle.languages)
    await api.send('PUT', `backend-config?locale=${language}`, configData(bundle, language, settings, known))
  log('settings')
  return done
}

/** Files are matched by path and uploaded again when their hash, which is in the caption, differs. */
async function importFiles({ uploads }: ContentBundle, api: StrapiApi, done: Done): Promise<Map<string, number>> {
  const existingFiles = await api.get<{ id: number; name: string; caption: string | null }[]>('upload/files')
  const known = new Map(existingFiles.map((file) => [file.name, file]))
  const files = new Map<string, number>()
  for (const { path, bytes, mime, hash } of uploads.values()) {
    const before = known.get(path)
    const isSame = before?.caption === hash
    const file = { name: path, bytes, mime: mime.split(';')[0] ?? mime, caption: hash }
    files.set(path, isSame ? before.id : await api.upload(file, before?.id))
    if (!isSame) done[before ? 'changed' : 'made'] += 1
  }
  return files
}

interface Kind {
  name: string
  field: string
  items: readonly Item[]
  languages: readonly string[]
}

async function importEntries(api: StrapiApi, { name, field, items, languages }: Kind, done: Done) {
  const ids = new Map<string, string>()
  for (const language of languages)
    for (const entry of await all(api, name, `locale=${language}&status=draft`))
      ids.set(String(entry[field]), entry.documentId)
  for (const { key, isDraft, languages: entryLanguages, data } of items) {
    const status = isDraft ? '&status=draft' : ''
    for (const language of entryLanguages) {
      const before = ids.get(key)
      const at = `${before ? `${name}/${before}` : name}?locale=${language}${status}`
      const response = await api.send<{ data: { documentId: string } }>(before ? 'PUT' : 'POST', at, data(language))
      ids.set(key, response.data.documentId)
      if (language === entryLanguages[0]) done[before ? 'changed' : 'made'] += 1
    }
  }
  return ids
}

async function all(api: StrapiApi, name: string, query: string): Promise<Listed['data']> {
  const entries: Listed['data'] = []
  for (let page = 1; ; page++) {
    const { data, meta } = await api.get<Listed>(`${name}?${query}&pagination[page]=${page}&pagination[pageSize]=100`)
    entries.push(...data)
    if (page >= meta.pagination.pageCount) return entries
  }
}

function wordItems({ overrides, languages }: ContentBundle): Item[] {
  const keys = new Set(Object.values(overrides).flatMap((messages) => Object.keys(messages)))
  return [...keys].map((key) => {
    const wordIn = (language: string) => overrides[language as keyof typeof overrides]?.[key]
    return {
      key,
      isDraft: false,
      languages: languages.filter((language) => wordIn(language) !== undefined),
      data: (language) => ({ key, message: wordIn(language) }),
    }
  })
}

async function importJoinLinks({ webinars }: ContentBundle, api: StrapiApi, done: Done): Promise<void> {
  const documentIds = new Map(
    (await all(api, 'webinar-links', '')).map((link) => [String(link.webinar), link.documentId]),
  )
  for (const { slug, joinUrl } of webinars.filter((webinar) => webinar.joinUrl)) {
    const before = documentIds.get(slug)
    await api.send(before ? 'PUT' : 'POST', before ? `webinar-links/${before}` : 'webinar-links', {
      webinar: slug,
      joinUrl,
    })
    done[before ? 'changed' : 'made'] += 1
  }
}
