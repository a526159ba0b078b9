import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { packSource, type Source } from '../api/source.ts'
import { diskPictures } from '../elsewhere/pictures.ts'
import { elsewherePlugin } from '../elsewhere/plugin.ts'
import { loadPartner, type Pack } from '../pack.ts'
import { contentPlugin } from '../plugin.ts'
import { catalogue } from '../words.ts'
import { diskKeeper } from './keep.ts'
import { type LiveContent, liveContent, type Standing } from './live.ts'
import { readContract, TOKEN, testCms } from './test-cms.ts'

let pack: Pack
let cms: Awaited<ReturnType<typeof testCms>>
let folder: string
let told: Standing[]
beforeAll(async () => {
  pack = await loadPartner('vida-ligera')
  cms = await testCms(pack)
})
afterAll(() => cms.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuida-content-'))
  told = []
  cms.serve(pack)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const open = (url = cms.url): Promise<LiveContent> =>
  liveContent({
    cms: { url, token: TOKEN },
    keeper: diskKeeper(folder, url),
    pictures: diskPictures(folder),
    tell: (one) => told.push(one),
  })

const priced = (price: number): Pack => ({
  ...pack,
  products: pack.products.map((product) => (product.id === 101 ? { ...product, price } : product)),
})
const priceIn = ({ source }: LiveContent) =>
  source()
    .entries('products', 'en')
    .find(({ id }) => id === 101)?.scalars.price

const pricesIn = (live: LiveContent) =>
  ['es', 'en'].map(
    (tag) =>
      live
        .source()
        .entries('products', tag)
        .find(({ id }) => id === 101)?.scalars.price,
  )
const numbersIn = (live: LiveContent) =>
  ['es', 'en'].map((tag) => live.source().config(tag).scalars.emergencyPhoneNumber)

async function served(source: Source): Promise<FastifyInstance> {
  const app = Fastify()
  await app.register(contentPlugin, { source: () => source })
  return app
}

describe.each(['vida-ligera', 'bem-leve'])('the content of %s, read from a service elsewhere', (partner) => {
  test('is what its pack is, address by address', async () => {
    const own = await loadPartner(partner)
    cms.serve(own)
    const live = await open()
    const [theirs, ours] = [await served(live.source()), await served(packSource(own))]
    expect(await readContract(theirs)).toEqual(await readContract(ours))
    expect(live.source().doors).toEqual(packSource(own).doors)
    expect(live.standing()).toEqual({ isCurrent: true, problems: [] })
  })
})

test('the product’s words are the product’s; of those that the clinic words differently only real ones count', async () => {
  const words = { en: { 'ui.retry': 'Once more', 'no.such': 'x', 'ui.close': '{count, plural, one {#}' } }
  cms.serve(pack, words)
  const { source } = await open()
  const [before, after] = [catalogue(packSource(pack), 'en'), catalogue(source(), 'en')]
  expect(after).toEqual({ ...before, 'ui.retry': ['Once more'] })
})

test('a change is served when it is looked at, and who listens hears of it after that', async () => {
  const live = await open()
  const heard: unknown[] = []
  live.onSwap(() => {
    heard.push(priceIn(live))
  })
  expect(await live.refresh()).toBe(false)
  cms.serve(priced(3100))
  expect(await live.refresh()).toBe(true)
  expect(heard).toEqual([3100])
})

test('two who look at once see what was changed in between', async () => {
  const live = await open()
  const first = live.refresh()
  cms.serve(priced(3300))
  await Promise.all([first, live.refresh(), live.refresh()])
  expect(priceIn(live)).toBe(3300)
})

test('what could not be served takes nobody’s place, and is told by name', async () => {
  const live = await open()
  cms.serve(priced(-5))
  expect(await live.refresh()).toBe(false)
  expect(priceIn(live)).toBe(2900)
  expect(live.standing()).toEqual({
    isCurrent: false,
    problems: [
      'products/general-consultation (es): price must be 0 or more, not -5',
      'products/general-consultation (en): price must be 0 or more, not -5',
    ],
  })
  await live.refresh()
  expect(told).toHaveLength(2)
  cms.serve(pack)
  await live.refresh()
  expect(told.at(-1)).toEqual({ isCurrent: true, problems: [] })
})

test.each([
  ['money', { currency: 'USD' as const }],
  ['who takes it', { paymentProvider: 'mercadopago' as const }],
  ['a plan that is not there', { offersSubscription: false }],
  ['a language of its own that is none of its languages', { patientAppLanguage: 'pt-BR' as const }],
])('settings do not change under running bookings: %s', async (_, changed) => {
  const live = await open()
  cms.serve({ ...pack, config: { ...pack.config, ...changed } })
  expect(await live.refresh()).toBe(false)
  expect(live.standing().problems).toHaveLength(1)
})

test.each([
  ['es', 'a price', '"price":2900', '"price":3100', pricesIn],
  ['en', 'a price', '"price":2900', '"price":3100', pricesIn],
  ['es', 'a setting', '"emergencyPhoneNumber":"112"', '"emergencyPhoneNumber":"061"', numbersIn],
] as const)('published in %s alone, %s is another in every language', async (language, _, before, after, read) => {
  const told = read(await open())
  expect(new Set(told).size).toBe(1)
  cms.serve(pack, {}, undefined, (text, tag) =>
    tag === language
      ? text.replaceAll(before, after).replaceAll(/("publishedAt":)"[^"]+"/g, '$1"2100-01-01T00:00:00Z"')
      : text,
  )
  const now = read(await open())
  expect(new Set(now).size).toBe(1)
  expect(now).not.toEqual(told)
})

test.each([
  ['no number of pages', () => ({ meta: { pagination: { pageCount: 'many' } } })],
  ['pages without end', () => ({ meta: { pagination: { pageCount: 1e9 } } })],
  ['null for an entry', () => ({ data: [null] })],
  ['an object for a list', () => ({ data: {} })],
])('a service that says %s is not believed, and not asked for ever', async (_, said) => {
  const live = await open()
  cms.serve(pack, {}, undefined, (text) => {
    const told = JSON.parse(text)
    return JSON.stringify(Array.isArray(told.data) ? { ...told, ...said() } : told)
  })
  expect(await live.refresh()).toBe(false)
  expect(priceIn(live)).toBe(2900)
  expect(live.standing().isCurrent).toBe(false)
})

test.each(['words', 'webinar-doors'])('%s that fail for a moment are not gone', async (name) => {
  cms.serve(pack, { en: { 'ui.retry': 'Once more' } })
  const live = await open()
  const before = [live.source().doors, live.source().overrides]
  cms.serve(pack, {}, (asked) => (asked === name ? 500 : false))
  await live.refresh()
  expect([live.source().doors, live.source().overrides]).toEqual(before)
  expect(live.standing()).toEqual({ isCurrent: false, problems: [`${name}: answered 500`] })
})

test('an entry that nobody wrote in a language is read in the clinic’s own', async () => {
  cms.serve(pack, {}, (name, language) => name === 'faqs' && language === 'en')
  const { source } = await open()
  expect(source().entries('faqs', 'en').length).toBe(pack.faqs.length)
  expect(source().entries('faqs', 'en')[0]?.scalars.locale).toBe('es')
})

describe('without the content service', () => {
  test('a start serves the last good content, and hears when it is back', async () => {
    cms.serve(priced(3500))
    await open()
    cms.serve('away')
    const live = await open()
    expect(priceIn(live)).toBe(3500)
    expect(live.standing().isCurrent).toBe(false)
    cms.serve(priced(3600))
    expect(await live.refresh()).toBe(true)
    expect(priceIn(live)).toBe(3600)
  })
  test('a first start says why it cannot be', async () => {
    cms.serve('away')
    await expect(open()).rejects.toMatchObject({ name: 'ProviderDown', message: expect.stringContaining('503') })
  })
  test('what another service said, what was cut off and what is wrong is not served', async () => {
    await open()
    const file = join(folder, 'last-good.json')
    const kept = await readFile(file, 'utf8')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    cms.serve('away')
    for (const text of [
      kept.replace(cms.url, 'https://other.example'),
      kept.slice(0, 9_000),
      kept.replace(':2900', ':-1'),
      JSON.stringify({ ...JSON.parse(kept), shelf: {} }),
      'null',
    ]) {
      await writeFile(file, text)
      await expect(open()).rejects.toMatchObject({ name: 'ProviderDown', message: expect.stringContaining('503') })
    }
  })
  test('a folder that cannot be written to is told, and the content served', async () => {
    const live = await liveContent({
      cms: { url: cms.url, token: TOKEN },
      keeper: diskKeeper('/dev/null/nowhere', cms.url),
      pictures: diskPictures('/dev/null/nowhere'),
      tell: (one) => told.push(one),
    })
    expect(priceIn(live)).toBe(2900)
    expect(told.at(-1)).toMatchObject({ isCurrent: true, problems: ['the last good content cannot be kept'] })
  })
})

test('a picture on another host goes by a path of ours', async () => {
  const far = 'https://files.example/clinic/logo%20new.svg'
  cms.serve(pack, {}, undefined, (text) => text.replaceAll(/\/uploads\/logo_\w+\.svg/g, far))
  const live = await open()
  const [path] = Object.keys(JSON.parse(await readFile(join(folder, 'last-good.json'), 'utf8')).shelf.files)
  expect(path).toMatch(/^\/uploads\/elsewhere\/[0-9a-f]{12}_logo_new\.svg$/)
  expect(live.fileAt(path ?? '')).toBe(far)
  expect(live.fileAt('/uploads/other.svg')).toBeUndefined()
  expect(JSON.stringify(live.source().config('en'))).toContain(path)
})

test('pictures that the content names are kept, and shown while the service is away; others are not', async () => {
  const live = await open()
  await live.keepPictures()
  const { logo } = live.source().config('en').scalars.brand as { logo: string }
  expect(await live.pictures.find(logo)).toMatchObject({ type: 'image/svg+xml' })
  expect(await live.pictures.find('/uploads/favicon.svg')).toBeUndefined()
  const app = Fastify()
  const isAway = () => !live.standing().isCurrent
  await app.register(elsewherePlugin, { url: cms.url, pictures: live.pictures, isAway })
  const before = await app.inject(logo)
  cms.serve('away')
  for (const when of ['not known yet', 'known']) {
    const { statusCode, headers, rawPayload } = await app.inject(logo)
    expect([statusCode, headers['content-type']], when).toEqual([200, 'image/svg+xml'])
    expect(headers['content-security-policy']).toContain('sandbox')
    expect(rawPayload.equals(before.rawPayload)).toBe(true)
    await live.refresh()
  }
  expect((await app.inject('/uploads/favicon.svg')).json().message).toContain('answered 503')
})

test('a picture that could not be had is asked for again, one that was is not, and a new one is', async () => {
  let asked: string[] = []
  let isFailing = true
  cms.onUpload((path) => {
    asked.push(path)
    return isFailing ? 500 : undefined
  })
  const live = await open()
  const { logo } = live.source().config('en').scalars.brand as { logo: string }
  await live.keepPictures()
  expect(await live.pictures.find(logo)).toBeUndefined()
  isFailing = false
  await live.keepPictures()
  expect(await live.pictures.find(logo)).toBeDefined()
  asked = []
  await live.keepPictures()
  expect(asked).toEqual([])
  cms.serve(priced(3700))
  await live.refresh()
  await live.keepPictures()
  expect(asked).toContain(logo)
  cms.onUpload(() => undefined)
})

test('who ends while pictures are kept writes none any more, and asks for none', async () => {
  const live = await open()
  let asked = 0
  let ended: Promise<void> | undefined
  cms.onUpload(() => {
    asked++
    ended ??= live.close()
    return undefined
  })
  await live.keepPictures()
  await ended
  await live.keepPictures()
  expect(asked).toBe(1)
  const { logo } = live.source().config('en').scalars.brand as { logo: string }
  expect(await live.pictures.find(logo)).toBeUndefined()
  cms.onUpload(() => undefined)
})
