import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import Fastify from 'fastify'
import { loadPartner } from '../../content/bundle.ts'
import { importBundle } from '../../content/cms/import.ts'
import { type StrapiApi, strapiApi } from '../../content/cms/strapi-api.ts'
import { readContract } from '../../content/cms/test-cms.ts'
import { contentOfBundle, contentPlugin } from '../../content/plugin.ts'
import { connect } from '../../server/kit/db/db.ts'
import { freePort } from '../../tools/ports.ts'
import { makeStrapi, type Strapi } from '../../tools/strapi/strapi.ts'
import { bookSlot, type Remote, remote } from '../book-slot.ts'
import { messagesOf } from '../messages.ts'
import { HOLDER, PatientBrowser } from '../patient-browser.ts'
import { type RunningSystem, startSystem } from '../system.ts'
import { editorOf } from './editor.ts'
import { startForwarder } from './forwarder.ts'

test.describe.configure({ mode: 'serial' })

const SECRET = 'secret-between-strapi-and-the-product'
const SLUG = 'general-consultation'
const messages = messagesOf('es')
const logLines: string[] = []

let strapi: Strapi
let api: StrapiApi
let cms: Awaited<ReturnType<typeof startForwarder>>
let system: RunningSystem
let second: string
let page: Page
let ana: Remote
let guest: Page

test.beforeAll(async ({ browser }) => {
  const first = await freePort()
  const other = await freePort()
  const databaseUrl = await newDatabase()
  const log = join(mkdtempSync(join(tmpdir(), 'cuida-strapi-')), 'strapi.log')
  const webhook = { url: `http://127.0.0.1:${first}/v1/content/changed`, secret: SECRET }
  strapi = await makeStrapi({ databaseUrl, log, webhook }, console.log)
  await strapi.start()
  api = strapiApi(strapi.url, strapi.tokens.full)
  const bundle = await loadPartner('vida-ligera')
  const { made } = await importBundle(bundle, api, (line) => logLines.push(line))
  expect(made).toBeGreaterThan(50)
  cms = await startForwarder(strapi.url)
  const env = { CONTENT_URL: cms.url, CONTENT_TOKEN: strapi.tokens.read, CONTENT_WEBHOOK_SECRET: SECRET }
  system = await startSystem('vida-ligera', { port: first, secondPort: other, env })
  second = `http://127.0.0.1:${other}`
  await expect
    .poll(() =>
      fetch(`${second}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true)
  const context = await browser.newContext({ locale: 'es-ES' })
  page = await new PatientBrowser(context, messages, system.url).signIn(HOLDER.typed)
  guest = await (await browser.newContext({ locale: 'es-ES' })).newPage()
  await guest.goto(`${system.url}/products/${SLUG}`)
  ana = await remote(system.url, HOLDER.phone)
})
test.afterAll(async () => {
  await page?.context().close()
  await guest?.context().close()
  await system?.stop()
  await cms?.stop()
  await strapi?.stop()
})

/** An empty database beside those of the product. */
async function newDatabase(): Promise<string> {
  const server = process.env.E2E_DATABASE_URL ?? ''
  const db = connect(server, { max: 1, name: 'e2e' })
  const name = `strapi_${Date.now()}`
  await db`create database ${db(name)}`.finally(() => db.end({ timeout: 1 }))
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}

interface Found {
  data: { documentId: string; price: number }[]
}
const findProduct = async () => (await api.get<Found>(`products?filters[slug][$eq]=${SLUG}&locale=es`)).data[0]
/** An editor publishes a price in one language; it applies to all. */
async function publishPrice(price: number, locale: 'es' | 'en' = 'es'): Promise<number> {
  await change({ price }, locale)
  return performance.now()
}
const change = async (fields: object, locale: 'es' | 'en' = 'es') =>
  api.send('PUT', `products/${(await findProduct())?.documentId}?locale=${locale}`, fields)
const priceAt = async (url: string): Promise<number> => {
  const reply = await fetch(`${url}/api/products?filters[slug][$eq]=${SLUG}&locale=es`)
  return (await reply.json()).data[0].attributes.price
}
const euros = (cents: number) =>
  new RegExp(`${Math.floor(cents / 100)}(,${String(cents % 100).padStart(2, '0')})?\\s*€`)
const expectPrice = (where: Page, cents: number) =>
  expect(where.getByText(euros(cents)).first()).toBeVisible({ timeout: 15_000 })
const charges = async (): Promise<string> =>
  JSON.stringify(await (await fetch(`${system.url}/simulators/ledger`)).json())
const fetchContentStatus = async () => (await (await fetch(`${system.url}/readyz`)).json()).content

/** Images of another origin or that fail to load; reports a page without any image. */
const lackOf = (where: Page) =>
  where.locator('img').evaluateAll((images: HTMLImageElement[]) => {
    const lacking = images.filter((image) => !image.src.startsWith(location.origin) || image.naturalWidth === 0)
    return images.length === 0 ? ['no picture'] : lacking.map(({ src }) => src)
  })

test('the product answers over Strapi as over the bundle, path by path', async () => {
  const own = Fastify()
  // A deployment sets its disabled capabilities itself, whatever the content: no simulator scans files.
  await own.register(contentPlugin, {
    ...contentOfBundle(await loadPartner('vida-ligera')),
    disabledCapabilities: ['scanner'],
  })
  const theirs = {
    inject: async (path: string) => {
      const reply = await fetch(system.url + path)
      const body = await reply.text()
      return { statusCode: reply.status, body, json: () => JSON.parse(body) }
    },
  }
  expect(await readContract(theirs)).toEqual(await readContract(own))
})

test('a repeated import creates no duplicates', async () => {
  const { made, changed } = await importBundle(await loadPartner('vida-ligera'), api, () => {})
  expect([made, changed > 0]).toEqual([0, true])
  expect((await api.get<Found>('products?locale=es&pagination[pageSize]=100')).data).toHaveLength(15)
})

test('pictures of the CMS are served by this origin', async () => {
  await page.goto(`${system.url}/how-can-we-help`)
  await expectPrice(page, 2900)
  await expect.poll(() => lackOf(page)).toEqual([])
})

test('a published price reaches both processes and both open pages at once [A1.3]', async () => {
  await expectPrice(guest, 2900)
  const since = await publishPrice(3150)
  await Promise.all([
    expect.poll(() => priceAt(system.url), { intervals: [50], timeout: 15_000 }).toBe(3150),
    expect.poll(() => priceAt(second), { intervals: [50], timeout: 15_000 }).toBe(3150),
    expectPrice(page, 3150),
    expectPrice(guest, 3150),
  ])
  console.log(`price on two processes and two open pages after ${Math.round(performance.now() - since)} ms`)
  await page.screenshot({ path: 'e2e/.results-strapi/home.png' })
})

test("a patient who reads another language than the editor's books at the new price", async () => {
  expect((await bookSlot(ana, SLUG, '')).consultationId).toMatch(/^[0-9a-f-]{36}$/)
  // Her employer pays a fifth of it.
  expect(await charges()).toContain(`"amount":${3150 * 0.8}`)
})

test('while the CMS is down everything works, including a first visit and a booking', async ({ browser }) => {
  await strapi.kill()
  await expect.poll(fetchContentStatus, { timeout: 60_000 }).toBe('last good')
  const visitor = await (await browser.newContext({ locale: 'es-ES' })).newPage()
  await visitor.goto(`${system.url}/products/${SLUG}`)
  await expectPrice(visitor, 3150)
  await visitor.goto(`${system.url}/how-can-we-help`)
  await expect.poll(() => lackOf(visitor)).toEqual([])
  await visitor.context().close()
  await bookSlot(ana, SLUG, '')
})

test('once the CMS is back the next price is published as usual', async () => {
  await strapi.start()
  await publishPrice(3270, 'en')
  await expectPrice(page, 3270)
  await expect.poll(() => priceAt(second)).toBe(3270)
  expect(await fetchContentStatus()).toBe('current')
})

test('invalid content is refused at its field with the reason', async () => {
  await expect(publishPrice(-100)).rejects.toThrow(/price/)
  await expect(change({ contactMethods: ['pigeon'] })).rejects.toThrow(/contactMethods.*phone, video/)
  await expect(change({ scheduled: false, onDemand: false })).rejects.toThrow(/onDemand/)
  await expect(
    change({ workingHours: [{ day: 'monday', closed: false, startTime: '9 am', endTime: '17:00' }] }),
  ).rejects.toThrow(/startTime/)
  expect([await fetchContentStatus(), await priceAt(system.url)]).toEqual(['current', 3270])
})

test('a conflict with other content is not published', async () => {
  // Each change is valid on its own.
  await change({ onDemand: false })
  await change({ scheduled: false })
  await expect.poll(fetchContentStatus).toBe('last good')
  await change({ scheduled: true, onDemand: true, price: 2900 })
  await expect.poll(fetchContentStatus).toBe('current')
  await expectPrice(page, 2900)
})

test('an invited editor sees all content in each language, publishes it, and is told what cannot be published', async () => {
  const editor = await editorOf(strapi.url)
  expect([await editor.sees('es'), await editor.sees('en')]).toEqual([15, 15])
  const { documentId = '' } = (await findProduct()) ?? {}
  expect(await editor.publish(documentId, 'es', { price: -1 })).toBe(400)
  expect(await editor.publish(documentId, 'es', { price: 3090 })).toBe(200)
  await expectPrice(page, 3090)
})

test('the CMS received no data of any visitor', () => {
  expect(cms.heard.length).toBeGreaterThan(50)
  expect(new Set(cms.heard.map(({ method }) => method))).toEqual(new Set(['GET']))
  const OURS = ['accept', 'accept-encoding', 'accept-language', 'authorization', 'connection', 'host', 'if-none-match']
  const MORE = ['cache-control', 'pragma', 'range', 'sec-fetch-mode', 'strapi-response-format', 'user-agent']
  const names = new Set(cms.heard.flatMap(({ headers }) => Object.keys(headers)))
  expect([...names].filter((name) => ![...OURS, ...MORE].includes(name))).toEqual([])
  for (const { headers, url } of cms.heard) {
    expect([headers['accept-language'], headers['user-agent']]).toEqual(['*', 'node'])
    expect(headers.authorization ?? '').toBe(url.startsWith('/api/') ? `Bearer ${strapi.tokens.read}` : '')
  }
})
