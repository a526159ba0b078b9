import { type Browser, expect, type Page, test } from '@playwright/test'
import { people, type SimulatorPerson } from '../simulators/google/people.ts'
import type { FakePhone } from './fake-phone.ts'
import { choose, fillProfile, type Role } from './google.ts'
import { messagesOf } from './messages.ts'
import { type NativeApp, openApp, startNativeApp } from './native-app.ts'
import { codeSentTo } from './outbox.ts'
import { NEWCOMER } from './patient-browser.ts'
import { capture, captureAtWidths } from './screens.ts'

/** Google sign-in in the native app, through the phone's browser and back (decision 0082). */
const HOST = 'https://vida-ligera.example'
const es = messagesOf('es')
const [lucia, diego, _third, _fourth, ana] = people as [
  SimulatorPerson,
  SimulatorPerson,
  SimulatorPerson,
  SimulatorPerson,
  SimulatorPerson,
]
const LUCIA: Role = { language: 'es', person: lucia, phone: '+34611000101' }

test.describe.configure({ mode: 'serial' })
let app: NativeApp
test.beforeAll(async () => {
  app = await startNativeApp('vida-ligera')
})
test.afterAll(() => app?.stop())

/** The page that the app opens in the phone's browser, which shares no state with the app. */
async function phoneBrowser(browser: Browser, phone: FakePhone): Promise<Page> {
  await expect.poll(() => phone.calls('Browser', 'open').length).toBeGreaterThan(0)
  const page = await (await browser.newContext({ locale: 'es-ES' })).newPage()
  await page.goto(String(phone.calls('Browser', 'open').at(-1)?.options.url))
  return page
}

/** The page after Google, and its link that the operating system opens the app with. */
async function wayBack(page: Page): Promise<string> {
  const link = page.getByRole('link', { name: es.pattern('access.app.open') })
  await expect(link).toBeVisible()
  expect(new URL(page.url()).hostname).toBe('localhost')
  expect(new URL(page.url()).hash).toBe('')
  const { pathname, hash, origin } = new URL((await link.getAttribute('href')) ?? '')
  expect(origin).toBe(app.system.url)
  return HOST + pathname + hash
}

const google = (page: Page) => page.getByRole('link', { name: es.text('access.welcome.google') })

test('a new person returns from the phone’s browser into the app and registers', async ({ browser }) => {
  const { phone, page, context, troubles } = await openApp(browser, app)
  await google(page).click()
  const outside = await phoneBrowser(browser, phone)
  await choose(outside, lucia)
  const back = await wayBack(outside)
  await capture(outside, 'native-google-01-back')
  await captureAtWidths(outside, 'native-google-01-back')
  await phone.happen('appUrlOpen', { url: back })
  expect(phone.calls('Browser', 'close').length).toBeGreaterThan(0)
  await expect(page).toHaveURL(/\/account\/create\/profile$/)
  await expect(page.getByLabel(es.text('access.profile.firstName'), { exact: true })).toHaveValue(lucia.givenName ?? '')
  const storedJson = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(storedJson).not.toContain('once_')
  expect([...phone.keychain.keys()].join()).not.toContain('google')
  await fillProfile(page, es, LUCIA)
  const since = new Date()
  await page.getByRole('button', { name: es.text('access.social.submit') }).click()
  await page.getByLabel(es.text('access.code.label')).fill(await codeSentTo(app.system.url, LUCIA.phone, since))
  await expect(page).toHaveURL(/\/how-can-we-help/)
  expect(troubles).toEqual([])
  await context.close()
  await outside.context().close()
})

test('an app that the system stopped meanwhile is restarted by the link and signs in; a second sign-in works too', async ({
  browser,
}) => {
  const first = await openApp(browser, app)
  await google(first.page).click()
  const outside = await phoneBrowser(browser, first.phone)
  await choose(outside, lucia)
  const back = await wayBack(outside)
  await outside.context().close()
  // The app's state is in the keychain; the page is new, of the same installation.
  const state = await first.context.storageState()
  await first.page.close()
  first.phone.settings.launchUrl = back
  const context = await browser.newContext({ locale: 'es-ES', storageState: state })
  const page = await first.phone.enter(context)
  await page.goto(`${app.pages.origin}/`)
  await expect(page).toHaveURL(/\/how-can-we-help/)
  await page.getByRole('link', { name: es.text('brand.tab.profile') }).click()
  await page.getByRole('button', { name: es.text('profile.signOut') }).click()
  await expect(page).toHaveURL(/\/welcome/)

  await google(page).click()
  const again = await phoneBrowser(browser, first.phone)
  await choose(again, lucia)
  await first.phone.happen('appUrlOpen', { url: await wayBack(again) })
  await expect(page).toHaveURL(/\/how-can-we-help/)
  await again.context().close()
  await context.close()
  await first.context.close()
})

test('a person who cancels at Google, or returns with a foreign code, is on Welcome with a message', async ({
  browser,
}) => {
  const { phone, page, context } = await openApp(browser, app)
  await google(page).click()
  const outside = await phoneBrowser(browser, phone)
  await outside.getByRole('button', { name: 'Cancelar' }).click()
  await phone.happen('appUrlOpen', { url: await wayBack(outside) })
  await expect(page.getByText(es.text('access.welcome.unauthorized'))).toBeVisible()
  await outside.context().close()

  const other = await openApp(browser, app)
  await google(other.page).click()
  const otherBrowser = await phoneBrowser(browser, other.phone)
  await choose(otherBrowser, diego)
  const stolen = await wayBack(otherBrowser)
  await google(page).click()
  await phone.happen('appUrlOpen', { url: stolen })
  await expect(page).toHaveURL(/\/welcome\?reason=unauthorized$/)
  await otherBrowser.context().close()
  await other.context.close()
  await context.close()
})

test('a signed-in person links Google in the app', async ({ browser }) => {
  const { phone, page, context } = await openApp(browser, app)
  await page.getByLabel(es.text('access.welcome.phone'), { exact: true }).fill(NEWCOMER.typed)
  await page.getByLabel(es.text('access.welcome.password'), { exact: true }).fill('Cuida-demo-1')
  await page.getByRole('button', { name: es.text('access.welcome.signIn'), exact: true }).click()
  await expect(page).toHaveURL(/how-can-we-help/)
  await phone.happen('appUrlOpen', { url: `${HOST}/account/security/google` })
  await page.getByLabel(es.text('access.totp.password'), { exact: true }).fill('Cuida-demo-1')
  await page.getByRole('button', { name: es.text('access.google.link') }).click()
  const outside = await phoneBrowser(browser, phone)
  await choose(outside, ana)
  await phone.happen('appUrlOpen', { url: await wayBack(outside) })
  await expect(page.getByText(es.text('access.google.done'))).toBeVisible()
  await expect(page).toHaveURL(/\/account\/security$/)
  await capture(page, 'native-google-02-linked')
  await outside.context().close()
  await context.close()
})
