import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import type { CollectionName } from '../api/shapes.ts'
import type { Entry, Source } from '../api/source.ts'
import { loadPartner } from '../bundle.ts'
import { bundleSource } from '../bundle-source.ts'
import { catalogue } from '../messages.ts'
import { contentPlugin } from '../plugin.ts'
import { createPictureStore } from '../remote/picture-store.ts'
import { type LiveContent, liveContent } from './live-content.ts'
import { createSnapshotStore } from './snapshot-store.ts'
import { CMS_TOKEN, readContract } from './test-cms.ts'
import { createLiveContext } from './test-live.ts'

const context = createLiveContext()

const entriesIn = ({ entries }: Source, name: CollectionName, language: string): readonly Entry[] =>
  entries[name][language] ?? []
const priceIn = ({ source }: LiveContent) => entriesIn(source(), 'products', 'en').find(({ id }) => id === 101)?.price

const pricesIn = (live: LiveContent) =>
  ['es', 'en'].map((tag) => entriesIn(live.source(), 'products', tag).find(({ id }) => id === 101)?.price)
const numbersIn = (live: LiveContent) => ['es', 'en'].map((tag) => live.source().config[tag]?.emergencyPhoneNumber)

async function createContentApp(source: Source): Promise<FastifyInstance> {
  const app = Fastify()
  await app.register(contentPlugin, { source: () => source })
  return app
}

describe.each(['vida-ligera', 'bem-leve'])('the content of %s, read from a remote service', (partner) => {
  test('the content equals the bundle, path by path [A3.1]', async () => {
    const own = await loadPartner(partner)
    context.cms.serve(own)
    const live = await context.open()
    const liveApp = await createContentApp(live.source())
    const bundleApp = await createContentApp(bundleSource(own))
    expect(await readContract(liveApp)).toEqual(await readContract(bundleApp))
    expect(live.source().joinLinks).toEqual(bundleSource(own).joinLinks)
    expect(live.status()).toEqual({ isCurrent: true, problems: [] })
  })
})

test('messages come from the product; overrides count only for existing messages', async () => {
  const messages = { en: { 'ui.retry': 'Once more', 'no.such': 'x', 'ui.close': '{count, plural, one {#}' } }
  context.cms.serve(context.bundle, messages)
  const { source } = await context.open()
  const before = catalogue(bundleSource(context.bundle), 'en')
  const after = catalogue(source(), 'en')
  expect(after).toEqual({ ...before, 'ui.retry': ['Once more'] })
})

test('a change is served after a refresh, and listeners are notified after that', async () => {
  const live = await context.open()
  const prices: unknown[] = []
  live.onSwap(() => {
    prices.push(priceIn(live))
  })
  expect(await live.refresh()).toBe(false)
  context.cms.serve(context.priced(3100))
  expect(await live.refresh()).toBe(true)
  expect(prices).toEqual([3100])
})

test('concurrent refreshes both see the latest change', async () => {
  const live = await context.open()
  const first = live.refresh()
  context.cms.serve(context.priced(3300))
  await Promise.all([first, live.refresh(), live.refresh()])
  expect(priceIn(live)).toBe(3300)
})

test('invalid content replaces nothing, and the problem names it', async () => {
  const live = await context.open()
  context.cms.serve(context.priced(-5))
  expect(await live.refresh()).toBe(false)
  expect(priceIn(live)).toBe(2900)
  expect(live.status()).toEqual({
    isCurrent: false,
    problems: [
      'products/general-consultation (es): price must be 0 or more, not -5',
      'products/general-consultation (en): price must be 0 or more, not -5',
    ],
  })
  await live.refresh()
  expect(context.statuses).toHaveLength(2)
  context.cms.serve(context.bundle)
  await live.refresh()
  expect(context.statuses.at(-1)).toEqual({ isCurrent: true, problems: [] })
})

test.each([
  ['the currency', { currency: 'USD' as const }],
  ['the payment provider', { paymentProvider: 'mercadopago' as const }],
  ['a missing plan', { offersSubscription: false }],
  ['a default language that is not offered', { patientAppLanguage: 'pt-BR' as const }],
])('settings that running bookings depend on do not change: %s', async (_, changed) => {
  const live = await context.open()
  context.cms.serve({ ...context.bundle, config: { ...context.bundle.config, ...changed } })
  expect(await live.refresh()).toBe(false)
  expect(live.status().problems).toHaveLength(1)
})

test.each([
  ['es', 'a price', '"price":2900', '"price":3100', pricesIn],
  ['en', 'a price', '"price":2900', '"price":3100', pricesIn],
  ['es', 'a setting', '"emergencyPhoneNumber":"112"', '"emergencyPhoneNumber":"061"', numbersIn],
] as const)('published in %s alone, %s changes in every language', async (language, _, before, after, read) => {
  const initialValues = read(await context.open())
  expect(new Set(initialValues).size).toBe(1)
  context.cms.serve(context.bundle, {}, undefined, (text, tag) =>
    tag === language
      ? text.replaceAll(before, after).replaceAll(/("publishedAt":)"[^"]+"/g, '$1"2100-01-01T00:00:00Z"')
      : text,
  )
  const now = read(await context.open())
  expect(new Set(now).size).toBe(1)
  expect(now).not.toEqual(initialValues)
})

test.each([
  ['an invalid number of pages', () => ({ meta: { pagination: { pageCount: 'many' } } })],
  ['endless pages', () => ({ meta: { pagination: { pageCount: 1e9 } } })],
  ['null for an entry', () => ({ data: [null] })],
  ['an object for a list', () => ({ data: {} })],
])('a service that says %s is not accepted, and not requested for ever', async (_, overrides) => {
  const live = await context.open()
  context.cms.serve(context.bundle, {}, undefined, (text) => {
    const reply = JSON.parse(text)
    return JSON.stringify(Array.isArray(reply.data) ? { ...reply, ...overrides() } : reply)
  })
  expect(await live.refresh()).toBe(false)
  expect(priceIn(live)).toBe(2900)
  expect(live.status().isCurrent).toBe(false)
})

test.each(['words', 'webinar-links'])('%s that fail for a moment do not count as deleted', async (name) => {
  context.cms.serve(context.bundle, { en: { 'ui.retry': 'Once more' } })
  const live = await context.open()
  const before = [live.source().joinLinks, live.source().overrides]
  context.cms.serve(context.bundle, {}, (requestedName) => (requestedName === name ? 500 : false))
  await live.refresh()
  expect([live.source().joinLinks, live.source().overrides]).toEqual(before)
  expect(live.status()).toEqual({ isCurrent: false, problems: [`${name}: the content service answered 500`] })
})

test('an entry without a translation is shown in the clinic’s default language', async () => {
  context.cms.serve(context.bundle, {}, (name, language) => name === 'faqs' && language === 'en')
  const { source } = await context.open()
  expect(entriesIn(source(), 'faqs', 'en').length).toBe(context.bundle.faqs.length)
  expect(entriesIn(source(), 'faqs', 'en')[0]?.locale).toBe('es')
})

/** As in Strapi: a relation is empty in a language in which its other end is unpublished. */
const withoutCategories = (text: string, language: string) =>
  language === 'en' ? text.replaceAll(/"category":\{"data":\{.*?\}\}\}/g, '"category":{"data":null}') : text

test('a category unpublished in one language is shown in the clinic’s default language there, and keeps its products', async () => {
  const before = (await context.open()).source()
  context.cms.serve(
    context.bundle,
    {},
    (name, language) => name === 'categories' && language === 'en',
    withoutCategories,
  )
  const { source } = await context.open()
  const namesIn = (of: Source, language: string) =>
    entriesIn(of, 'products', language).map(({ category }) => category as { name: string } | null)
  expect(namesIn(source(), 'en')).toEqual(namesIn(before, 'es'))
  expect(namesIn(source(), 'en')[0]?.name).toBeDefined()
  // An editor removed the product from its category in a language in which the category is published: it is removed.
  context.cms.serve(context.bundle, {}, undefined, withoutCategories)
  expect(namesIn((await context.open()).source(), 'en')[0]).toBeNull()
})

test('a group contains untranslated products in every language', async () => {
  const idsIn = (of: Source) =>
    entriesIn(of, 'product-groups', 'en').map(({ products }) => (products as { id: number }[]).map(({ id }) => id))
  const before = idsIn((await context.open()).source())
  context.cms.serve(context.bundle, {}, undefined, (text, language) => {
    if (language !== 'en') return text
    const { data, ...rest } = JSON.parse(text)
    const isOther = ({ id }: { id: number }) => id !== 101
    const remainingEntries = Array.isArray(data) ? data.filter(isOther) : data
    for (const { attributes } of Array.isArray(remainingEntries) ? remainingEntries : [])
      if (attributes.products) attributes.products.data = attributes.products.data.filter(isOther)
    return JSON.stringify({ data: remainingEntries, ...rest })
  })
  const { source } = await context.open()
  expect(entriesIn(source(), 'products', 'en').find(({ id }) => id === 101)?.locale).toBe('es')
  expect(idsIn(source()).map((ids) => ids.toSorted())).toEqual(before.map((ids) => ids.toSorted()))
})

test('an entry that is unpublished in every language is gone, and nothing else with it', async () => {
  const live = await context.open()
  const products = context.bundle.products.map((one) => (one.id === 101 ? { ...one, publishedAt: null } : one))
  context.cms.serve({ ...context.bundle, products })
  expect(await live.refresh()).toBe(true)
  for (const language of ['es', 'en']) {
    const found = entriesIn(live.source(), 'products', language)
    expect(found.map(({ id }) => id)).not.toContain(101)
    expect(found).toHaveLength(products.length - 1)
  }
})

test('a document that registration needs cannot be unpublished: this is reported, and other changes wait', async () => {
  const live = await context.open()
  context.cms.serve(context.priced(3900), {}, (name) => name === 'policy-documents')
  expect(await live.refresh()).toBe(false)
  expect(priceIn(live)).toBe(2900)
  expect(live.status().problems).toEqual(
    ['terms-and-conditions', 'privacy-policy'].map((slug) => expect.stringContaining(`${slug} is missing`)),
  )
})

describe('an unreachable content service', () => {
  test('a start serves the last good content, and the status changes when the service is back [A1.3]', async () => {
    context.cms.serve(context.priced(3500))
    await context.open()
    context.cms.serve('away')
    const live = await context.open()
    expect(priceIn(live)).toBe(3500)
    expect(live.status().isCurrent).toBe(false)
    context.cms.serve(context.priced(3600))
    expect(await live.refresh()).toBe(true)
    expect(priceIn(live)).toBe(3600)
  })
  test('a first start fails with the reason', async () => {
    context.cms.serve('away')
    await expect(context.open()).rejects.toMatchObject({
      name: 'ProviderDown',
      message: expect.stringContaining('503'),
    })
  })
  test('a snapshot of another service, a truncated one and an invalid one are not served', async () => {
    await context.open()
    const file = join(context.folder, 'last-good.json')
    const snapshotJson = await readFile(file, 'utf8')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    context.cms.serve('away')
    for (const text of [
      snapshotJson.replace(context.cms.url, 'https://other.example'),
      snapshotJson.slice(0, 9_000),
      snapshotJson.replace(':2900', ':-1'),
      JSON.stringify({ ...JSON.parse(snapshotJson), snapshot: {} }),
      'null',
    ]) {
      await writeFile(file, text)
      await expect(context.open()).rejects.toMatchObject({
        name: 'ProviderDown',
        message: expect.stringContaining('503'),
      })
    }
  })
  test('an unwritable folder is reported, and the content is served', async () => {
    const live = await liveContent({
      cms: { url: context.cms.url, token: CMS_TOKEN },
      keeper: createSnapshotStore('/dev/null/nowhere', context.cms.url),
      pictures: createPictureStore('/dev/null/nowhere'),
      onStatusChange: (one) => context.statuses.push(one),
    })
    expect(priceIn(live)).toBe(2900)
    expect(context.statuses.at(-1)).toMatchObject({
      isCurrent: true,
      problems: ['the last good content cannot be kept'],
    })
  })
})
