import { expect, test } from 'vitest'
import { loadPartner } from '../bundle.ts'
import { importBundle } from './import.ts'
import { readCmsContent } from './read-cms.ts'
import type { StrapiApi } from './strapi-api.ts'

type Fields = Record<string, unknown>

/** The part of Strapi that an import and a reader use: entries by language, in Strapi's response format. */
function smallStrapi() {
  const entries = new Map<string, Map<string, Record<string, Fields>>>()
  const files: { id: number; name: string; caption: string; bytes: number }[] = []
  const of = (name: string) => entries.get(name) ?? entries.set(name, new Map()).get(name) ?? new Map()
  const api: StrapiApi = {
    async get<T>(path: string) {
      if (path === 'upload/files') return files as T
      const [name = '', query] = path.split('?')
      const language = new URLSearchParams(query).get('locale') ?? 'none'
      const data = [...of(name)].flatMap(([documentId, by]) => (by[language] ? [{ documentId, ...by[language] }] : []))
      return { data, meta: { pagination: { pageCount: 1 } } } as T
    },
    async send<T>(method: string, path: string, data: object) {
      const [at = '', query] = path.split('?')
      const [name = '', known] = at.split('/')
      const params = new URLSearchParams(query)
      const documentId = known ?? (method === 'PUT' ? name : undefined) ?? `${name}-${of(name).size + 1}`
      const fields = { ...data, isDraft: params.get('status') === 'draft' }
      of(name).set(documentId, { ...of(name).get(documentId), [params.get('locale') ?? 'none']: fields })
      return { data: { documentId } } as T
    },
    async upload({ name, bytes, caption }, replaces) {
      const file = { id: replaces ?? files.length + 1, name, caption, bytes: bytes.length }
      files[file.id - 1] = file
      return file.id
    },
  }
  /** A reader's populated request. */
  const asking = {
    async get(path: string) {
      const { data } = await api.get<{ data: Fields[] }>(path)
      const publishedEntries = data.filter(({ isDraft }) => !isDraft).map((fields, at) => wireEntry(at + 1, fields))
      return { data: path.startsWith('backend-config') ? publishedEntries[0] : publishedEntries, meta: {} }
    },
  }
  const wireEntry = (id: number, { documentId, ...fields }: Fields) => ({ id, documentId, attributes: wire(fields) })
  const wire = (fields: Fields): Fields =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, wireField(name, value)]))
  const MEDIA = /^(icon|image|\w+Image|\w+Picture|partnerLogo\w*|recording|captions|video|poster)$/
  function wireField(name: string, value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => wireField('', one))
    if (MEDIA.test(name)) return { data: typeof value === 'number' ? fileOf(value) : null }
    if (typeof value !== 'object' || value === null) return value
    if ('set' in value) return related(name, value.set as string[])
    return wire(value as Fields)
  }
  const fileOf = (id: number) => ({ id, attributes: { url: `/uploads/${files[id - 1]?.name}`, mime: 'image/png' } })
  function related(name: string, ids: string[]): { data: unknown } {
    const collection = name === 'category' ? 'categories' : name
    const found = ids.map((documentId, at) => wireEntry(at, { documentId, ...of(collection).get(documentId)?.es }))
    return { data: name === 'category' ? found[0] : found }
  }
  return { api, asking, entries, files }
}

test('an imported bundle reads back as the same bundle, and a second import creates no duplicates', async () => {
  const bundle = await loadPartner('vida-ligera')
  const { api, asking, entries, files } = smallStrapi()
  const first = await importBundle(bundle, api, () => {})
  expect(first.changed).toBe(0)
  const snapshot = await readCmsContent(asking, 'http://cms')
  const count = () => [...entries.values()].map((kind) => kind.size)
  const before = count()
  const sent = files.length
  expect(await importBundle(bundle, api, () => {})).toMatchObject({ made: 0 })
  expect([count(), files.length]).toEqual([before, sent])
  expect(await readCmsContent(asking, 'http://cms')).toEqual(snapshot)
  expect(snapshot.entries.products.en?.map(({ id }) => id).sort()).toEqual(bundle.products.map(({ id }) => id).sort())
  expect(snapshot.entries.campaigns.en?.map(({ slug }) => slug)).toEqual(['bring-a-friend'])
  const lessons = snapshot.entries.courses.es?.[0]?.lessons as object[]
  expect(lessons[0]).toMatchObject({ videoUrl: '/uploads/films/your-first-week.mp4' })
  expect(snapshot.joinLinks).toHaveLength(2)
})

test('a changed file replaces the previous one, and unchanged files are not uploaded again', async () => {
  const bundle = await loadPartner('vida-ligera')
  const { api, files } = smallStrapi()
  await importBundle(bundle, api, () => {})
  const [[path, logo] = []] = [...bundle.uploads].filter(([name]) => name === 'logo.svg')
  if (!path || !logo) throw new Error('the bundle has no logo')
  const uploads = new Map(bundle.uploads).set(path, { ...logo, bytes: Buffer.from('<svg/>'), hash: 'another' })
  const sent = files.length
  await importBundle({ ...bundle, uploads }, api, () => {})
  expect(files).toHaveLength(sent)
  expect(files.filter(({ bytes }) => bytes === 6).map(({ name }) => name)).toEqual(['logo.svg'])
})

test('unset brand fields, which Strapi returns as null, are dropped', async () => {
  const { api, asking } = smallStrapi()
  await importBundle(await loadPartner('vida-ligera'), api, () => {})
  const unset = {
    typeface: null,
    headingTypeface: null,
    brandDark: null,
    accentDark: null,
    ground: null,
    density: null,
  }
  const withNulls = {
    async get(path: string) {
      const reply = await asking.get(path)
      const attributes = (reply.data as Fields | undefined)?.attributes as Fields | undefined
      if (attributes?.brand) attributes.brand = { ...unset, ...(attributes.brand as Fields) }
      return reply
    },
  }
  expect(await readCmsContent(withNulls, 'http://cms')).toEqual(await readCmsContent(asking, 'http://cms'))
})

test('message overrides are imported in their languages', async () => {
  const bundle = await loadPartner('vida-ligera')
  const { api, asking } = smallStrapi()
  await importBundle({ ...bundle, overrides: { es: { 'ui.retry': 'Otra vez' } } }, api, () => {})
  expect((await readCmsContent(asking, 'http://cms')).overrides).toEqual({ es: { 'ui.retry': 'Otra vez' }, en: {} })
})
