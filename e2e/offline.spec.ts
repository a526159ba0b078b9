import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { NEXT, startDeployProxy } from './deploy-proxy.ts'
import { ownSystem, startAnasSlot } from './journey.ts'
import { messagesOf } from './messages.ts'
import { endSessionsOf, HOLDER, PatientBrowser } from './patient-browser.ts'
import { capture, captureAtWidths } from './screens.ts'

/** The app without a network: it opens with what was there before, says so, and comes back by itself. */
test.use({ serviceWorkers: 'allow' })

const messages = messagesOf('es')
const system = ownSystem('vida-ligera')
test.afterEach(() => endSessionsOf(system.databaseUrl, HOLDER.phone))

const install = (page: Page) =>
  page.evaluate(async () => {
    const late = new Promise((_, reject) => setTimeout(() => reject(new Error('no service worker')), 20_000))
    await Promise.race([navigator.serviceWorker.ready, late])
    // The first page becomes the worker's when it takes over.
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })
/** What is kept of a person on this device. */
const kept = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const request = indexedDB.open('kept')
        request.onsuccess = () => {
          const { result: db } = request
          if (!db.objectStoreNames.contains('data')) return resolve('[]')
          const all = db.transaction('data').objectStore('data').getAll()
          all.onsuccess = () => {
            const texts = all.result.map(({ bytes }) => String.fromCharCode(...new Uint8Array(bytes)))
            db.close()
            resolve(JSON.stringify(texts))
          }
        }
      }),
  )

async function signedIn(context: BrowserContext, url = system.url): Promise<{ patient: PatientBrowser; page: Page }> {
  const patient = new PatientBrowser(context, messages, url)
  const page = await patient.signIn(HOLDER.typed)
  await install(page)
  return { patient, page }
}

test('without a network the app opens at once with the next consultation, and comes back by itself', {
  tag: '@gate',
}, async ({ browser }) => {
  const context = await browser.newContext({ locale: 'es-ES' })
  const consultationId = await startAnasSlot(system)
  const { patient, page } = await signedIn(context)
  // The first visit is enough.
  const home = page.url()
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('content')).keys()).length))
    .toBeGreaterThan(2)
  await context.setOffline(true)
  await page.reload()
  await patient.see(page, 'catalogue.needs.title')
  await context.setOffline(false)
  await page.goto(home)
  const before = await kept(page)
  await page.goto(`${system.url}/consultations/${consultationId}`)
  await expect(page.getByText('Dra. Marta Vidal Costa').first()).toBeVisible()
  const title = (await page.locator('h1').textContent()) ?? ''
  await expect.poll(async () => (await kept(page)).length).toBeGreaterThan(before.length)
  expect(await kept(page)).not.toContain('García')

  await context.setOffline(true)
  await patient.see(page, 'brand.offline.title')
  await page.reload()
  await expect(page.locator('h1')).toHaveText(title)
  await expect(page.getByText(messages.pattern('ui.error.offline'))).toHaveCount(0)
  await patient.see(page, 'brand.offline.title')
  await capture(page, 'offline-01-consultation')
  await captureAtWidths(page, 'offline-01-consultation')
  await page.goto(`${system.url}/how-can-we-help`)
  await expect(page.locator('h1')).toBeVisible()
  await capture(page, 'offline-02-home')

  await context.setOffline(false)
  await expect(page.getByText(messages.pattern('brand.offline.title'))).toHaveCount(0)
  await page.goto(`${system.url}/consultations`)
  await expect(page.locator(`a[href$="${consultationId}"]`).first()).toBeVisible()
  await context.close()
})

test('a deploy under an open page: it still works, says so quietly, and the new build opens with what was typed', {
  tag: '@gate',
}, async ({ browser }) => {
  const proxy = await startDeployProxy(system.url)
  const context = await browser.newContext({ locale: 'es-ES' })
  const { patient, page } = await signedIn(context, proxy.url)
  await page.goto(`${proxy.url}/account/profile/edit`)
  const name = page.getByLabel(messages.text('access.profile.firstName'), { exact: true })
  await name.fill('Ana Belén')
  const files = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name: url }) => url)
        .filter((url) => /\/assets\/.*\.(js|css)$/.test(url)),
    )

  proxy.deploy()
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
  await patient.see(page, 'brand.version.new')
  await capture(page, 'offline-03-new-version')
  await captureAtWidths(page, 'offline-03-new-version')
  // What this page has not loaded yet comes from its own build, whose files the server does not have any more.
  await patient.button(page, 'ui.help').click()
  await expect(patient.heading(page, 'brand.help.title')).toBeVisible()
  await page.keyboard.press('Escape')
  expect((await files()).filter((url) => url.includes(NEXT))).toEqual([])
  await expect(name).toHaveValue('Ana Belén')

  const reloaded = page.waitForEvent('domcontentloaded')
  await patient.button(page, 'brand.version.reload').click()
  await reloaded
  await expect(name).toHaveValue('Ana Belén')
  expect((await files()).filter((url) => !url.includes(NEXT))).toEqual([])
  await expect(page.getByText(messages.pattern('brand.version.new'))).toHaveCount(0)
  await context.close()
  await proxy.close()
})

test('signing out leaves nothing of the person, with or without a network', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'es-ES' })
  const { page } = await signedIn(context)
  await page.goto(`${system.url}/consultations`)
  await expect.poll(async () => (await kept(page)).length).toBeGreaterThan(200)
  await context.setOffline(true)
  await page.evaluate(() => localStorage.removeItem('token'))
  await page.goto(`${system.url}/welcome`)
  await expect(page.locator('h1')).toBeVisible()
  await expect.poll(() => kept(page)).toBe('[]')
  const texts = await page.evaluate(async () => {
    const found: string[] = []
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) {
        const answer = await (await caches.open(name)).match(request)
        if (/json|html/.test(answer?.headers.get('content-type') ?? '')) found.push((await answer?.text()) ?? '')
      }
    return found.join('\n') + JSON.stringify({ ...localStorage, ...sessionStorage })
  })
  expect(texts).not.toMatch(/García|Ana /)
  await context.close()
})
