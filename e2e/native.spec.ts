import type { Config } from '@cuida/core/brand/config.ts'
import { expect, type Page, test } from '@playwright/test'
import { messagesOf } from './messages.ts'
import { type NativeApp, openApp, startNativeApp } from './native-app.ts'
import { type Card, Patient } from './patient.ts'
import { PEOPLE } from './people.ts'
import { capture, captureAtWidths } from './screens.ts'
import type { RunningSystem } from './system.ts'

/** A patient with a history and one without; more sign-ins of either would exceed the session limit. */
const ANA = '600 000 001'
const NEWCOMER = '600 000 002'
const PASSWORD = 'Cuida-demo-1'
const HOST = 'https://vida-ligera.example'
const es = messagesOf('es')
const en = messagesOf('en')

let app: NativeApp
let system: RunningSystem

test.beforeAll(async () => {
  app = await startNativeApp('vida-ligera')
  system = app.system
})
test.beforeEach(() => {
  app.reached = { apiUrl: system.url, environment: 'development' }
})
test.afterAll(() => app?.stop())

async function typeSignIn(page: Page, phone: string): Promise<void> {
  await page.getByLabel(es.text('access.welcome.phone'), { exact: true }).fill(phone)
  await page.getByLabel(es.text('access.welcome.password'), { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: es.text('access.welcome.signIn'), exact: true }).click()
}

async function signIn(page: Page): Promise<void> {
  await typeSignIn(page, ANA)
  await expect(page).toHaveURL(/how-can-we-help/)
}

const configOf = async (url: string): Promise<Config> => (await (await fetch(`${url}/v1/initial-state`)).json()).config

const browserStorage = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))

test('the app opens in the phone’s language, signs in, and stores its tokens in the keychain only [A3.3]', {
  tag: '@gate',
}, async ({ browser }) => {
  const { phone, page, context, troubles } = await openApp(browser, app)
  await expect(page).toHaveURL(/\/welcome$/)
  await capture(page, 'native-01-welcome')
  await captureAtWidths(page, 'native-01-welcome')
  await expect(page.getByRole('img', { name: 'Vida Ligera' }).first()).toBeVisible()
  await signIn(page)
  await capture(page, 'native-02-home')

  const keychainNames = () => [...phone.keychain.keys()].map((key) => key.replace('capacitor-storage_', '')).sort()
  // The device id grants no access and is stored beside the tokens (decision 0176).
  await expect.poll(keychainNames).toEqual(['device', 'refreshToken', 'sessionId', 'token'])
  // 1: readable while unlocked, on this device only.
  expect(new Set([...phone.keychain.values()].map(({ access }) => access))).toEqual(new Set([1]))
  const refreshToken = phone.keychain.get('capacitor-storage_refreshToken')?.data ?? ''
  expect(refreshToken).toMatch(/^[\w-]{43}$/)
  const inBrowser = await browserStorage(page)
  expect(inBrowser).not.toContain(refreshToken)
  expect(inBrowser).not.toMatch(/eyJ|refreshToken|sessionId/)
  expect(await context.cookies()).toEqual([])
  expect(troubles).toEqual([])
  await context.close()
})

test('a restarted app refreshes its session, in the chosen language; signing out keeps the device id', async ({
  browser,
}) => {
  const { phone, page, context } = await openApp(browser, app)
  await signIn(page)
  await page.getByRole('link', { name: es.text('brand.tab.profile') }).click()
  await page.getByRole('radio', { name: 'English', exact: true }).click()
  await expect(page.getByText(en.text('profile.language'), { exact: true })).toBeVisible()

  const before = phone.keychain.get('capacitor-storage_refreshToken')?.data
  const refreshed = page.waitForResponse((reply) => reply.url() === `${system.url}/v1/auth/refresh`)
  await page.goto(`${app.pages.origin}/`)
  expect((await refreshed).status()).toBe(200)
  await expect(page).toHaveURL(/how-can-we-help/)
  await expect(page.getByRole('link', { name: en.text('brand.tab.profile') })).toBeVisible()
  await expect.poll(() => phone.keychain.get('capacitor-storage_refreshToken')?.data).not.toBe(before)

  await page.getByRole('link', { name: en.text('brand.tab.profile') }).click()
  await page.getByRole('button', { name: en.text('profile.signOut') }).click()
  await expect(page).toHaveURL(/\/welcome/)
  await expect.poll(() => [...phone.keychain.keys()]).toEqual(['capacitor-storage_device'])
  await context.close()
})

test('a reinstalled app is signed out, although the keychain survived', async ({ browser }) => {
  const first = await openApp(browser, app, { os: 'ios' })
  await signIn(first.page)
  await expect.poll(() => first.phone.keychain.size).toBe(4)
  await first.context.close()
  const { page, context } = await openApp(browser, app, {}, first.phone)
  await expect(page).toHaveURL(/\/welcome$/)
  expect(first.phone.keychain.size).toBe(0)
  await context.close()
})

test('a link opens its consultation, in the running app and at its start', async ({ browser }) => {
  const { phone, page, context } = await openApp(browser, app)
  await signIn(page)
  await page.goto(`${app.pages.origin}/consultations`)
  await page
    .getByRole('radio', { name: es.text('care.list.past') })
    .or(page.getByRole('tab', { name: es.text('care.list.past') }))
    .first()
    .click()
  const path = await page.locator('a[href^="/consultations/"]').first().getAttribute('href')
  await phone.happen('appUrlOpen', { url: `${HOST}/products/nutrition-follow-up` })
  await expect(page).toHaveURL(/\/products\/nutrition-follow-up$/)
  await phone.happen('appUrlOpen', { url: `${HOST}${path}` })
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  for (const url of [
    `https://evil.example${path}`,
    `${HOST}/desk`,
    `http://vida-ligera.example${path}`,
    'javascript:1',
  ]) {
    await phone.happen('appUrlOpen', { url: `${HOST}${path}` })
    await phone.happen('appUrlOpen', { url })
    await expect(page, url).toHaveURL(/\/how-can-we-help$/)
  }

  phone.settings.launchUrl = `${HOST}${path}`
  await page.goto(`${app.pages.origin}/`)
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  // The shell reports the link again after a reload, but the person has navigated since.
  await phone.happen('appUrlOpen', { url: `${HOST}/support` })
  await page.reload()
  await expect(page).toHaveURL(/\/support$/)
  await context.close()
})

test('a link leads a signed-out person to sign in first, and then to its target [A2.12]', async ({ browser }) => {
  const { page, context } = await openApp(browser, app, { launchUrl: `${HOST}/products/nutrition-follow-up` })
  await expect(page).toHaveURL(/\/welcome$/)
  await typeSignIn(page, NEWCOMER)
  await expect(page).toHaveURL(/\/products\/nutrition-follow-up$/)
  await context.close()
})

test('a booking is paid on the bank’s page over the app; the phone vibrates when a slot is chosen and when it is paid [A0.1]', {
  tag: '@gate',
}, async ({ browser }) => {
  const { phone, page, context, troubles } = await openApp(browser, app)
  await typeSignIn(page, NEWCOMER)
  // Welcome has links to products too.
  await expect(page).toHaveURL(/how-can-we-help/)
  const patient = new Patient(page, es, system.url, 'native')
  // Without pictures: the web journeys take them.
  patient.capture = async () => {}
  await patient.openProduct('medical-weight-assessment')
  await patient.button('catalogue.product.chooseTime').click()
  await patient.answerQuestions()
  await patient.writeSummary('video')
  await patient.holdFirstHour()
  expect(phone.calls('Haptics', 'impact')).toHaveLength(1)
  await patient.pay(PEOPLE[0]?.cards.challenged as Card)
  await expect.poll(() => phone.calls('Browser', 'open').length).toBe(1)
  await expect(page).toHaveURL(/\/orders\//)

  const bank = await context.newPage()
  await bank.goto(String(phone.calls('Browser', 'open')[0]?.options.url))
  // The link back is ours and opens the app on a phone. In this browser nobody is signed in, and it redirects at
  // once.
  const back = bank.waitForResponse((reply) => /\/orders\//.test(reply.url()))
  await bank.getByRole('button', { name: /autorizar/i }).click()
  await phone.happen('appUrlOpen', { url: HOST + new URL((await back).url()).pathname })
  await bank.close()
  await patient.see('checkout.order.active.title')
  expect(phone.calls('Browser', 'close')).toHaveLength(1)
  await expect.poll(() => phone.calls('Haptics', 'notification').length).toBe(1)
  expect(troubles).toEqual([])
  await context.close()
})

test('the back button closes what is open, goes back screen by screen, and ends the app at the root', async ({
  browser,
}) => {
  const { phone, page, context } = await openApp(browser, app)
  const back = () => phone.happen('backButton', { canGoBack: true })
  await page
    .getByRole('link', { name: es.text('access.welcome.guest') })
    .or(page.getByRole('button', { name: es.text('access.welcome.guest') }))
    .first()
    .click()
  await page.getByRole('button', { name: es.pattern('catalogue.all.open') }).click()
  await page.locator('a[href="/products/nutrition-follow-up"]').first().click()
  await expect(page).toHaveURL(/\/products\//)
  await page.getByRole('button', { name: es.text('ui.help') }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await back()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL(/\/products\//)
  await back()
  await expect(page).toHaveURL(/how-can-we-help$/)
  expect(phone.calls('App', 'exitApp')).toHaveLength(0)
  await back()
  await expect.poll(() => phone.calls('App', 'exitApp').length).toBe(1)
  await context.close()
})

test("the phone's system bars follow the theme", async ({ browser }) => {
  const { phone, page, context } = await openApp(browser, app)
  await expect(page).toHaveURL(/\/welcome$/)
  const style = () => phone.calls('SystemBars', 'setStyle').at(-1)?.options.style
  await expect.poll(style).toBe('LIGHT')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(style).toBe('DARK')
  await context.close()
})

test('without a reply from the API the app shows an error, offers a restart, and shows details to developers only [A8.4]', async ({
  browser,
}) => {
  app.reached.apiUrl = 'http://127.0.0.1:9'
  const { page, context } = await openApp(browser, app, {}, undefined, 'en-GB')
  await expect(page.getByRole('heading', { name: en.text('brand.config.title') })).toBeVisible()
  await expect(page.getByText('"environment": "development"')).toBeVisible()
  await capture(page, 'native-03-failed')
  await captureAtWidths(page, 'native-03-failed')
  app.reached.environment = 'production'
  await page.getByRole('button', { name: en.text('ui.crash.restart'), exact: true }).click()
  await expect(page.getByText(en.text('brand.config.text'))).toBeVisible()
  await expect(page.getByText('environment')).toBeHidden()

  app.reached.apiUrl = system.url
  await page.getByRole('button', { name: en.text('ui.crash.restart'), exact: true }).click()
  await expect(page).toHaveURL(/\/welcome$/)
  await context.close()
})

test('an app below the minimum version must update; one of the minimum version need not [A2.45]', async ({
  browser,
}) => {
  const { minimumSupportedAppVersion: oldest, partnerConfig } = await configOf(system.url)
  const stores = {
    ios: partnerConfig.appStoreItmsAppsUrl ?? 'https://apps.apple.com/',
    android: 'market://details?id=example.vidaligera.app',
  }
  for (const os of ['ios', 'android'] as const) {
    const { phone, page, context } = await openApp(browser, app, { os, version: '0.0.9' })
    await expect(page.getByRole('heading', { name: es.text('brand.update.title') })).toBeVisible()
    await capture(page, 'native-04-update')
    await captureAtWidths(page, 'native-04-update')
    await page.getByRole('button', { name: es.text('brand.update.button') }).click()
    await expect
      .poll(() => phone.calls('AppLauncher', 'openUrl').map(({ options }) => options.url))
      .toEqual([stores[os]])
    await context.close()
    const openedApp = await openApp(browser, app, { os, version: oldest[os] ?? '' })
    await expect(openedApp.page).toHaveURL(/\/welcome$/)
    await openedApp.context.close()
  }
})

test('in maintenance the app says so and offers help [A2.44]', async ({ browser }) => {
  const { page, context } = await openApp(browser, app)
  await context.route('**/v1/initial-state*', async (route) => {
    const reply = await route.fetch()
    const initialState = await reply.json()
    await route.fulfill({
      response: reply,
      json: { ...initialState, config: { ...initialState.config, maintenanceMode: true } },
    })
  })
  await page.goto(`${app.pages.origin}/`)
  await expect(page.getByRole('heading', { name: es.text('brand.maintenance.title') })).toBeVisible()
  await expect(page.getByRole('link', { name: /112/ })).toHaveAttribute('href', 'tel:112')
  await capture(page, 'native-05-maintenance')
  await context.close()
})
