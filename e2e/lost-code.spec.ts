import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, expect, type Page, type Request, test } from '@playwright/test'
import { ROOT } from '../tools/run.ts'
import { takeTheClock } from './clock.ts'
import { changeAccount, Door, endSessionsOf, HOLDER, NEWCOMER, signInElsewhere } from './door.ts'
import { ownSystem } from './journey.ts'
import { messagesOf } from './messages.ts'
import { look, lookAtWidths } from './screens.ts'

const messages = messagesOf('es')
const ASSETS = '**/assets/**'

const system = ownSystem('vida-ligera')
test.afterEach(() => endSessionsOf(system.databaseUrl, HOLDER.phone))

const doorOf = async (browser: Browser): Promise<Door> =>
  new Door(await browser.newContext({ locale: 'es-ES' }), messages, system.url)
/** The network is gone, and the browser does not know. */
const lose = (page: Page) => page.route(ASSETS, (route) => route.abort())
/** Another build is on the server: the files of this page are not. */
const deploy = (page: Page) => page.route(ASSETS, (route) => route.fulfill({ status: 404, body: 'gone' }))
const mend = (page: Page) => page.unroute(ASSETS)
const notCrashed = (page: Page) =>
  expect(page.getByRole('heading', { name: messages.text('ui.crash.title') })).toHaveCount(0)

/** The file that a source of the patient's app became. */
const manifest = () => JSON.parse(readFileSync(join(ROOT, 'web/dist/client/.vite/manifest.json'), 'utf8'))
const fileOf = (source: string): string => manifest()[source].file
const arrivesAhead = (page: Page, source: string) =>
  page.waitForResponse((reply) => reply.url().endsWith(fileOf(source)), { timeout: 60_000 })

test('help whose code is lost says so in its own place, loses nothing typed, and comes with the network', async ({
  browser,
}) => {
  const door = await doorOf(browser)
  const page = await door.open('/welcome')
  await lose(page)
  await door.field(page, 'access.welcome.phone').fill('600 11')
  await door.button(page, 'ui.help').click()
  await expect(page.getByRole('alert').filter({ hasText: messages.text('ui.part.failed') })).toBeVisible()
  await notCrashed(page)
  await look(page, 'lost-code-help')
  await lookAtWidths(page, 'lost-code-help')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await door.button(page, 'ui.help').click()
  await expect(page.getByRole('alert').filter({ hasText: messages.text('ui.part.failed') })).toBeVisible()
  await mend(page)
  await door.button(page, 'ui.retry').click()
  await expect(door.heading(page, 'brand.help.title')).toBeVisible()
  const sheets = await page.evaluate(() => [...document.styleSheets].map(({ href }) => href ?? ''))
  for (const style of manifest()['kit/frame/HelpSheet.tsx'].css)
    expect(
      sheets.some((href) => href.endsWith(style)),
      'its style sheet came at the second try, too',
    ).toBe(true)
  await door.button(page, 'ui.leaveDialog').click()
  await expect(door.field(page, 'access.welcome.phone')).toHaveValue('600 11')
  await door.context.close()
})

test('help is there without a network once the page has had a moment', async ({ browser }) => {
  const door = await doorOf(browser)
  const page = await door.context.newPage()
  const ahead = arrivesAhead(page, 'kit/frame/HelpSheet.tsx')
  await page.goto(`${system.url}/welcome`)
  await ahead
  await page.waitForTimeout(500)
  await door.context.setOffline(true)
  await door.button(page, 'ui.help').click()
  await expect(door.heading(page, 'brand.help.title')).toBeVisible()
  await door.context.close()
})

test('a new build on the server: help offers to load the page anew, and a screen comes by itself', async ({
  browser,
}) => {
  const door = await doorOf(browser)
  const page = await door.open('/welcome')
  await deploy(page)
  await door.button(page, 'ui.help').click()
  await door.see(page, 'ui.newBuild.title')
  await notCrashed(page)
  await look(page, 'lost-code-new-build')
  await lookAtWidths(page, 'lost-code-new-build')
  await mend(page)
  await door.button(page, 'ui.newBuild.reload').click()
  await page.waitForSelector('html[data-ready]')
  await door.button(page, 'ui.help').click()
  await expect(door.heading(page, 'brand.help.title')).toBeVisible()
  await door.button(page, 'ui.leaveDialog').click()

  const home = await door.signIn(HOLDER.typed)
  await deploy(home)
  const reloaded = home.waitForRequest((request) => request.isNavigationRequest())
  await home.locator('nav a[href="/support"]').click()
  await reloaded
  await mend(home)
  await home.reload()
  await expect(door.heading(home, 'support.title')).toBeVisible()
  await notCrashed(home)
  await door.context.close()
})

test('a screen whose code is lost has a heading, says so at once without a network, and comes with it', async ({
  browser,
}) => {
  const door = await doorOf(browser)
  const page = await door.signIn(HOLDER.typed)
  await door.context.setOffline(true)
  await page.locator('nav a[href="/support"]').click()
  await expect(page.getByRole('heading', { level: 1, name: messages.text('ui.screenFailed') })).toBeVisible({
    timeout: 2_500,
  })
  await expect(page.getByRole('main')).toBeVisible()
  await look(page, 'lost-code-screen')
  await lookAtWidths(page, 'lost-code-screen')
  await door.context.setOffline(false)
  await expect(door.heading(page, 'support.title')).toBeVisible()
  await door.context.close()
})

test('what lies behind Welcome, without a network: the way back and help stand around it', async ({ browser }) => {
  const door = await doorOf(browser)
  const page = await door.context.newPage()
  await page.route(`**${fileOf('AuthenticatedApp.tsx')}`, (route) => route.abort())
  await page.goto(`${system.url}/welcome`)
  await page.waitForSelector('html[data-ready]')
  await door.context.setOffline(true)
  await door.link(page, 'access.welcome.forgot').click()
  await expect(page.getByRole('heading', { level: 1, name: messages.text('ui.screenFailed') })).toBeVisible()
  await look(page, 'lost-code-behind-welcome')
  await expect(door.button(page, 'ui.help')).toBeVisible()
  await door.button(page, 'ui.back').click()
  await expect(door.field(page, 'access.welcome.phone')).toBeVisible()
  await door.context.close()
})

test('the session question and the blocked notice, when their code is lost', async ({ browser }) => {
  await signInElsewhere(system.url, HOLDER.phone, 4)
  const door = await doorOf(browser)
  const page = await door.open('/welcome')
  await door.enter(page, HOLDER.typed)
  await expect(door.heading(page, 'access.force.title')).toBeVisible()
  await door.context.close()

  const other = await doorOf(browser)
  const again = await other.open('/welcome')
  const isLost = (request: Request) =>
    // Nor can anybody say whether the build is there.
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
  const door = await doorOf(browser)
  const page = await door.signIn(HOLDER.typed)
  const ahead = arrivesAhead(page, 'access/session/IdleDialog.tsx')
  await takeTheClock(door.context)
  await expect(door.heading(page, 'catalogue.home.hello')).toBeVisible()
  await door.context.clock.fastForward('00:05')
  await ahead
  await page.waitForTimeout(500)
  await door.context.setOffline(true)
  await door.context.clock.fastForward('13:01')
  await expect(door.heading(page, 'access.idle.title')).toBeVisible()
  await notCrashed(page)
  await door.context.close()
})
