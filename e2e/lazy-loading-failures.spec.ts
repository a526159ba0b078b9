import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, expect, type Page, type Request, test } from '@playwright/test'
import { ROOT } from '../tools/run.ts'
import { installPageClock } from './clock.ts'
import { ownSystem } from './journey.ts'
import { messagesOf } from './messages.ts'
import { codeSentTo } from './outbox.ts'
import { changeAccount, endSessionsOf, HOLDER, NEWCOMER, PatientBrowser, signInElsewhere } from './patient-browser.ts'
import { capture, captureAtWidths } from './screens.ts'

const messages = messagesOf('es')
const ASSETS = '**/assets/**'

const system = ownSystem('vida-ligera')
test.afterEach(() => endSessionsOf(system.databaseUrl, HOLDER.phone))

const openPatientBrowser = async (browser: Browser): Promise<PatientBrowser> =>
  new PatientBrowser(await browser.newContext({ locale: 'es-ES' }), messages, system.url)
/** The network is down without the browser's knowledge. */
const lose = (page: Page) => page.route(ASSETS, (route) => route.abort())
/** A new build is deployed: the files of this page are gone. */
const deploy = (page: Page) => page.route(ASSETS, (route) => route.fulfill({ status: 404, body: 'gone' }))
const mend = (page: Page) => page.unroute(ASSETS)
const notCrashed = (page: Page) =>
  expect(page.getByRole('heading', { name: messages.text('ui.crash.title') })).toHaveCount(0)

/** The built file of a source of the patient app. */
const manifest = () => JSON.parse(readFileSync(join(ROOT, 'web/dist/client/.vite/manifest.json'), 'utf8'))
const fileOf = (source: string): string => manifest()[source].file
const arrivesAhead = (page: Page, source: string) =>
  page.waitForResponse((reply) => reply.url().endsWith(fileOf(source)), { timeout: 60_000 })

test('help whose code fails to load shows the emergency number and an error in place, loses nothing typed, and loads once online', async ({
  browser,
}) => {
  const patientBrowser = await openPatientBrowser(browser)
  const page = await patientBrowser.open('/welcome')
  await lose(page)
  await patientBrowser.field(page, 'access.welcome.phone').fill('600 11')
  await patientBrowser.button(page, 'ui.help').click()
  await expect(page.getByRole('alert').filter({ hasText: messages.text('ui.part.failed') })).toBeVisible()
  await expect(page.locator('a[href="tel:112"]')).toBeVisible()
  await expect(page.locator('a[href^="mailto:"]')).toBeVisible()
  await notCrashed(page)
  await capture(page, 'lost-code-help')
  await captureAtWidths(page, 'lost-code-help')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await patientBrowser.button(page, 'ui.help').click()
  await expect(page.getByRole('alert').filter({ hasText: messages.text('ui.part.failed') })).toBeVisible()
  await mend(page)
  await patientBrowser.button(page, 'ui.retry').click()
  await expect(patientBrowser.heading(page, 'brand.help.title')).toBeVisible()
  const sheets = await page.evaluate(() => [...document.styleSheets].map(({ href }) => href ?? ''))
  for (const style of manifest()['kit/frame/HelpSheet.tsx'].css)
    expect(
      sheets.some((href) => href.endsWith(style)),
      'its style sheet came at the second try, too',
    ).toBe(true)
  await patientBrowser.button(page, 'ui.leaveDialog').click()
  await expect(patientBrowser.field(page, 'access.welcome.phone')).toHaveValue('600 11')
  await patientBrowser.context.close()
})

test('help works offline once the page has prefetched it', async ({ browser }) => {
  const patientBrowser = await openPatientBrowser(browser)
  const page = await patientBrowser.context.newPage()
  const ahead = arrivesAhead(page, 'kit/frame/HelpSheet.tsx')
  await page.goto(`${system.url}/welcome`)
  await ahead
  await page.waitForTimeout(500)
  await patientBrowser.context.setOffline(true)
  await patientBrowser.button(page, 'ui.help').click()
  await expect(patientBrowser.heading(page, 'brand.help.title')).toBeVisible()
  await expect(page.locator('a[href="tel:112"]')).toBeVisible()
  await patientBrowser.context.close()
})

test('after a new build help offers a reload, and a screen reloads by itself', async ({ browser }) => {
  const patientBrowser = await openPatientBrowser(browser)
  const page = await patientBrowser.open('/welcome')
  await deploy(page)
  await patientBrowser.button(page, 'ui.help').click()
  await patientBrowser.see(page, 'ui.newBuild.title')
  await notCrashed(page)
  await capture(page, 'lost-code-new-build')
  await captureAtWidths(page, 'lost-code-new-build')
  await mend(page)
  await patientBrowser.button(page, 'ui.newBuild.reload').click()
  await page.waitForSelector('html[data-ready]')
  await patientBrowser.button(page, 'ui.help').click()
  await expect(patientBrowser.heading(page, 'brand.help.title')).toBeVisible()
  await patientBrowser.button(page, 'ui.leaveDialog').click()

  const home = await patientBrowser.signIn(HOLDER.typed)
  await deploy(home)
  const reloaded = home.waitForRequest((request) => request.isNavigationRequest())
  await home.locator('nav a[href="/support"]').click()
  await reloaded
  await mend(home)
  await home.reload()
  await expect(patientBrowser.heading(home, 'support.title')).toBeVisible()
  await notCrashed(home)
  await patientBrowser.context.close()
})

test('a new build that meets a half-filled registration loses nothing that was typed', async ({ browser }) => {
  const patientBrowser = await openPatientBrowser(browser)
  const page = await patientBrowser.context.newPage()
  await page.route(`**${fileOf('kit/frame/HelpSheet.tsx')}`, (route) => route.abort())
  await page.goto(`${system.url}/welcome`)
  await page.waitForSelector('html[data-ready]')
  const since = new Date()
  await patientBrowser.field(page, 'access.welcome.phone').fill('655 44 33 21')
  await page.keyboard.press('Enter')
  await page.getByLabel(messages.text('access.code.label')).fill(await codeSentTo(system.url, '+34655443321', since))
  await expect(page).toHaveURL(/account\/create\/profile/)
  const texts = { firstName: 'Nuria', lastName: 'Sanz Pons', email: 'nuria.sanz@example.com' }
  const field = (key: string) => patientBrowser.field(page, `access.profile.${key}`)
  for (const [key, text] of Object.entries(texts)) await field(key).fill(text)
  const birth = page.getByRole('group', { name: messages.text('access.profile.dateOfBirth') }).getByRole('textbox')
  for (const [at, part] of ['31', '3', '1990'].entries()) await birth.nth(at).fill(part)
  const sex = page.getByRole('radio', { name: messages.text('access.profile.sex.Female') })
  await sex.check()
  await field('password').fill('Camino-verde-7')
  await page.getByRole('checkbox').check({ position: { x: 20, y: 20 } })

  await deploy(page)
  await patientBrowser.button(page, 'ui.help').click()
  await patientBrowser.see(page, 'ui.newBuild.title')
  await page.unrouteAll()
  await patientBrowser.button(page, 'ui.newBuild.reload').click()
  await page.waitForSelector('html[data-ready]')
  for (const [key, text] of Object.entries(texts)) await expect(field(key)).toHaveValue(text)
  for (const [at, part] of ['31', '3', '1990'].entries()) await expect(birth.nth(at)).toHaveValue(part)
  await expect(sex).toBeChecked()
  await expect(page.getByRole('checkbox')).toBeChecked()
  expect(await page.evaluate(() => Object.values(sessionStorage).join())).not.toContain('Nuria')
  await expect(field('password')).toHaveValue('')
  await field('password').fill('Camino-verde-7')
  await patientBrowser.button(page, 'access.profile.submit').click()
  await expect(page).toHaveURL(/how-can-we-help|referral/)
  await patientBrowser.context.close()
})

test('a screen whose code fails to load has a heading, reports being offline at once, and loads once online', async ({
  browser,
}) => {
  const patientBrowser = await openPatientBrowser(browser)
  const page = await patientBrowser.signIn(HOLDER.typed)
  await patientBrowser.context.setOffline(true)
  await page.locator('nav a[href="/support"]').click()
  await expect(page.getByRole('heading', { level: 1, name: messages.text('ui.screenFailed') })).toBeVisible({
    timeout: 2_500,
  })
  await expect(page.getByRole('main')).toBeVisible()
  await capture(page, 'lost-code-screen')
  await captureAtWidths(page, 'lost-code-screen')
  await patientBrowser.context.setOffline(false)
  await expect(patientBrowser.heading(page, 'support.title')).toBeVisible()
  await patientBrowser.context.close()
})

test('offline, the chunk of the signed-in app is replaced by an error with back button and help', async ({
  browser,
}) => {
  const patientBrowser = await openPatientBrowser(browser)
  const page = await patientBrowser.context.newPage()
  await page.route(`**${fileOf('AuthenticatedApp.tsx')}`, (route) => route.abort())
  await page.goto(`${system.url}/welcome`)
  await page.waitForSelector('html[data-ready]')
  await patientBrowser.context.setOffline(true)
  await patientBrowser.link(page, 'access.welcome.forgot').click()
  await expect(page.getByRole('heading', { level: 1, name: messages.text('ui.screenFailed') })).toBeVisible()
  await capture(page, 'lost-code-behind-welcome')
  await expect(patientBrowser.button(page, 'ui.help')).toBeVisible()
  await patientBrowser.button(page, 'ui.back').click()
  await expect(patientBrowser.field(page, 'access.welcome.phone')).toBeVisible()
  await patientBrowser.context.close()
})

test('the session question and the blocked notice report a failure to load their code', async ({ browser }) => {
  await signInElsewhere(system.url, HOLDER.phone, 4)
  const patientBrowser = await openPatientBrowser(browser)
  const page = await patientBrowser.open('/welcome')
  await patientBrowser.enter(page, HOLDER.typed)
  await expect(patientBrowser.heading(page, 'access.force.title')).toBeVisible()
  await patientBrowser.context.close()

  const other = await openPatientBrowser(browser)
  const again = await other.open('/welcome')
  const isLost = (request: Request) =>
    // The check for a new build fails too.
    request.method() === 'HEAD' ||
    ['access/session/ForceLoginDialog.tsx', 'access/sign-in/BlockedNotice.tsx'].some((source) =>
      request.url().endsWith(fileOf(source)),
    )
  await again.route(ASSETS, (route) => (isLost(route.request()) ? route.abort() : route.continue()))
  await other.enter(again, HOLDER.typed)
  await expect(again.getByRole('alert').filter({ hasText: messages.text('ui.part.failed') })).toBeVisible()
  await notCrashed(again)
  await mend(again)
  await other.button(again, 'ui.retry').click()
  await expect(other.heading(again, 'access.force.title')).toBeVisible()
  await other.button(again, 'access.force.cancel').click()
  await changeAccount(system.databaseUrl, NEWCOMER.phone, { status: 'blocked' })
  await other.enter(again, NEWCOMER.typed)
  await expect(again.getByText(messages.text('access.blocked'))).toBeVisible()
  await changeAccount(system.databaseUrl, NEWCOMER.phone, { status: 'active' })
  await other.context.close()
})

test('the idle warning needs no network', async ({ browser }) => {
  const patientBrowser = await openPatientBrowser(browser)
  const page = await patientBrowser.signIn(HOLDER.typed)
  const ahead = arrivesAhead(page, 'access/session/IdleDialog.tsx')
  await installPageClock(patientBrowser.context)
  await expect(patientBrowser.heading(page, 'catalogue.home.hello')).toBeVisible()
  await patientBrowser.context.clock.fastForward('00:05')
  await ahead
  await page.waitForTimeout(500)
  await patientBrowser.context.setOffline(true)
  await patientBrowser.context.clock.fastForward('13:01')
  await expect(patientBrowser.heading(page, 'access.idle.title')).toBeVisible()
  await notCrashed(page)
  await patientBrowser.context.close()
})
