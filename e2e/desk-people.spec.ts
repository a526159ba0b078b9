import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { Clinician, type Staff } from './clinician.ts'
import { Colleague } from './colleague.ts'
import { type Messages, messagesOf } from './messages.ts'
import { linkSentTo } from './outbox.ts'
import { capture, captureAtWidths } from './screens.ts'
import { type RunningSystem, startSystem } from './system.ts'

const MANAGER: Staff = {
  email: 'laura.prieto@vidaligera.example',
  password: 'Cuida-demo-1',
  totpSecret: 'MNXW64TENFXGCY3JN5XGG3DJNZUWGYLM',
}
const CLINICIAN: Staff = {
  email: 'pablo.navarro@vidaligera.example',
  password: 'Cuida-demo-1',
  totpSecret: 'NZ2XI4TJORUW63TBNRWHSZDFNRUWG2LP',
}
const REASON = 'Lo ha pedido por teléfono, ha perdido el móvil'
const WIDTHS = [
  [1920, 1080],
  [1280, 800],
] as const

test.describe.configure({ mode: 'serial' })
let system: RunningSystem
let contexts: BrowserContext[] = []
const es = messagesOf('es')

test.beforeAll(async () => {
  system = await startSystem('vida-ligera')
})
test.afterAll(async () => {
  for (const context of contexts) await context.close()
  contexts = []
  await system?.stop()
})

async function open(browser: Browser, options = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'es-ES', ...options })
  contexts.push(context)
  return context.newPage()
}
const desk = (browser: Browser) => open(browser, { viewport: { width: 1280, height: 800 }, isMobile: false })

async function signIn(page: Page, messages: Messages): Promise<void> {
  await page.goto(`${system.url}/welcome`)
  await page.waitForSelector('html[data-ready]')
  await page.getByLabel(messages.text('access.welcome.phone'), { exact: true }).fill('600 00 00 02')
  await page.getByLabel(messages.text('access.welcome.password'), { exact: true }).fill('Cuida-demo-1')
  await page.getByRole('button', { name: messages.text('access.welcome.signIn'), exact: true }).click()
}

/** Opens an action's dialog, enters a reason, and confirms. */
async function act(page: Page, messages: Messages, name: string): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: messages.text(`desk.people.act.${name}`), exact: true })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(messages.text('desk.people.reason')).fill(REASON)
  await dialog.getByRole('button', { name: messages.text(`desk.people.act.${name}`), exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

let patient: Page
let manager: Page

test('a manager finds a patient by phone, with the keyboard alone [A1.2]', { tag: '@gate' }, async ({ browser }) => {
  patient = await open(browser)
  await signIn(patient, es)
  await expect(patient).toHaveURL(/how-can-we-help/)
  await patient.goto(`${system.url}/consultations`)
  manager = await desk(browser)
  await new Clinician(manager, es, system.url, 'desk-people').signIn(MANAGER)
  // At 1280x800 all pages of a manager are visible without scrolling.
  const sidebar = manager.getByRole('navigation', { name: es.text('desk.sidebar.pages') })
  expect(await sidebar.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0)
  await manager.getByRole('link', { name: es.text('desk.people.title') }).focus()
  await manager.keyboard.press('Enter')
  await expect(manager).toHaveTitle(new RegExp(`^${es.text('desk.people.title')}`))
  await capture(manager, 'desk-people-01-empty')
  await manager.getByLabel(es.text('desk.people.search.label')).focus()
  await manager.keyboard.type('60')
  await manager.keyboard.press('Enter')
  await expect(manager.getByText(es.text('desk.people.search.TOO_SHORT'))).toBeVisible()
  await manager.keyboard.type('0 00 00 02')
  await manager.keyboard.press('Enter')
  const row = manager.getByRole('listitem').getByRole('link', { name: new RegExp(es.text('desk.people.kind.patient')) })
  await expect(row).toHaveCount(1)
  await row.focus()
  await manager.keyboard.press('Enter')
  await expect(manager.getByText(es.text('desk.people.open'))).toBeVisible()
  await capture(manager, 'desk-people-02-person')
  await captureAtWidths(manager, 'desk-people-02-person')
})

test('ending all sessions takes the patient to Welcome; an action requires a reason', {
  tag: '@gate',
}, async () => {
  await manager.getByRole('button', { name: es.text('desk.people.act.end-sessions') }).click()
  const dialog = manager.getByRole('dialog')
  await dialog.getByRole('button', { name: es.text('desk.people.act.end-sessions') }).click()
  await expect(dialog.getByText(es.text('desk.people.reason.TOO_SHORT'))).toBeVisible()
  await capture(manager, 'desk-people-03-reason')
  await manager.keyboard.press('Escape')
  // Focus returns to the button.
  await expect(manager.getByRole('button', { name: es.text('desk.people.act.end-sessions') })).toBeFocused()
  await act(manager, es, 'end-sessions')
  await expect(manager.getByText(es.text('desk.people.end.staff'))).toBeVisible()
  await patient.bringToFront()
  await expect(patient).toHaveURL(/\/welcome/, { timeout: 20_000 })
})

test('a blocked patient reads so at sign-in, and can sign in once unblocked [A8.2]', async () => {
  await act(manager, es, 'block')
  await expect(
    manager.getByRole('main').getByText(es.text('desk.people.status.blocked'), { exact: true }),
  ).toBeVisible()
  await signIn(patient, es)
  await expect(patient.getByText(es.text('access.blocked'))).toBeVisible()
  await capture(manager, 'desk-people-04-blocked')
  for (const [width, height] of WIDTHS) {
    await manager.setViewportSize({ width, height })
    await capture(manager, `desk-people-04-blocked-${width}`)
  }
  await act(manager, es, 'unblock')
  await expect(manager.getByText(REASON).first()).toBeVisible()
  await signIn(patient, es)
  await expect(patient).toHaveURL(/\/consultations/)
})

test('the page is translated to English and Portuguese', async () => {
  let currentMessages = es
  for (const language of ['en', 'pt-BR'] as const) {
    const messages = messagesOf(language)
    await manager.getByLabel(currentMessages.text('desk.sidebar.language')).selectOption(language)
    await expect(manager.getByRole('heading', { name: messages.text('desk.people.title') })).toBeVisible()
    await expect(manager.getByRole('heading', { name: messages.text('desk.people.signIns') })).toBeVisible()
    await capture(manager, `desk-people-05-${language}`)
    currentMessages = messages
  }
})

test('a clinician who is no manager cannot open the page, not even by its address', async ({ browser }) => {
  const page = await desk(browser)
  await new Clinician(page, es, system.url, 'desk-people-clinician').signIn(CLINICIAN)
  await expect(page.getByRole('link', { name: es.text('desk.people.title') })).toHaveCount(0)
  for (const pageName of ['people', 'team']) {
    await page.goto(`${system.url}/desk/${pageName}`)
    await expect(page.getByRole('heading', { name: es.text('desk.queue.title') })).toBeVisible()
    await expect(page.getByRole('heading', { name: es.text(`desk.${pageName}.title`) })).toHaveCount(0)
  }
})

test('a manager invites a clinician, who joins by the link and signs in with an authenticator [A1.2]', async ({
  browser,
}) => {
  const page = manager
  await page.getByLabel(messagesOf('pt-BR').text('desk.sidebar.language')).selectOption('es')
  await page.getByRole('link', { name: es.text('desk.team.title'), exact: true }).click()
  await page.getByRole('button', { name: es.text('desk.team.invite') }).click()
  await page.getByRole('button', { name: es.text('desk.team.send') }).click()
  await expect(page.getByText(es.text('desk.team.problem.name')).first()).toBeVisible()
  await capture(page, 'desk-team-01-problems')
  const colleague = new Colleague(es, 'Ana Ruiz Soler', 'ana.ruiz@vidaligera.example')
  await colleague.isWrittenIn(page)
  const zone = page.getByLabel(es.text('desk.team.timeZone'))
  await expect(zone).toHaveValue('Europe/Madrid')
  await expect(zone.locator('option:checked')).toHaveText(/^Madrid \(GMT\+[12]\)$/)
  await capture(page, 'desk-team-02-written')
  // The draft stays while the manager looks at another colleague.
  await page.getByRole('link', { name: /Laura Prieto/ }).click()
  await page.getByRole('button', { name: es.text('desk.team.invite') }).click()
  await expect(page.getByText(es.text('desk.team.resumed'))).toBeVisible()
  await expect(page.getByLabel(es.text('desk.people.email')).first()).toHaveValue(colleague.email)
  await page.getByRole('button', { name: es.text('desk.team.send') }).click()
  await expect(page.getByRole('heading', { name: colleague.name })).toBeVisible()
  await capture(page, 'desk-team-03-invited')
  const first = await linkSentTo(system.url, colleague.email, '/desk/join')
  await page.getByRole('button', { name: es.text('desk.team.again') }).click()
  await expect(page.getByLabel(es.text('desk.team.specialty')).first()).toHaveValue(colleague.specialty)
  // The first invitation is withdrawn for an edit, and sending it again fails: the draft is still there.
  await page.route('**/v1/desk/team/invitations', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: es.text('desk.team.send') }).click()
  await expect(page.getByRole('alert').filter({ hasText: es.text('desk.error.OFFLINE') })).toBeVisible()
  await expect(page.getByText(es.text('desk.team.noInvitations'))).toBeVisible()
  await page.getByRole('link', { name: /Laura Prieto/ }).click()
  await page.getByRole('button', { name: es.text('desk.team.invite') }).click()
  await expect(page.getByText(es.text('desk.team.resumed'))).toBeVisible()
  await expect(page.getByLabel(es.text('desk.people.email')).first()).toHaveValue(colleague.email)
  await expect(page.getByLabel(es.text('desk.team.specialty')).first()).toHaveValue(colleague.specialty)
  await capture(page, 'desk-team-03-unsent')
  await page.getByRole('button', { name: es.text('desk.team.send') }).click()
  await expect(page.getByRole('heading', { name: colleague.name })).toBeVisible()
  const link = await linkSentTo(system.url, colleague.email, '/desk/join', first)
  const patientBrowser = await open(browser)
  await patientBrowser.goto(link)
  await expect(patientBrowser.getByLabel(es.text('desk.join.email'))).toHaveValue(colleague.email)
  expect(patientBrowser.url()).not.toContain('#')
  await capture(patientBrowser, 'desk-team-04-join')
  await captureAtWidths(patientBrowser, 'desk-team-04-join')
  await colleague.joins(patientBrowser)
  await expect(patientBrowser.getByText(es.text('desk.signIn.joined'))).toBeVisible()
  await capture(patientBrowser, 'desk-team-05-joined')
  await colleague.signsIn(patientBrowser)
  await expect(patientBrowser.getByRole('heading', { name: es.text('desk.queue.title') })).toBeVisible()
  // A link works once, and a new one replaces it.
  const late = await open(browser)
  for (const expiredLink of [first, link]) {
    await late.goto('about:blank')
    await late.goto(expiredLink)
    await expect(late.getByRole('heading', { name: es.text('desk.join.over') })).toBeVisible()
  }
  await capture(late, 'desk-team-06-over')
  await page.goto(`${system.url}/desk/team`)
  await expect(page.getByText(es.text('desk.team.noInvitations'))).toBeVisible()
  await page.getByRole('link', { name: new RegExp(colleague.name) }).click()
  await expect(page.getByText(colleague.specialty)).toBeVisible()
  await expect(page.getByText(es.text('ui.timeZone').replace(/ \(.*/, '').replace('{city}', 'Madrid'))).toBeVisible()
  await capture(page, 'desk-team-07-member')
})

test("a clinician's profile is edited; missing fields are reported, and nothing typed is lost", async () => {
  await manager.getByRole('button', { name: es.text('desk.team.change') }).click()
  const specialty = manager.getByLabel(es.text('desk.team.specialty')).first()
  await specialty.fill('')
  await manager.getByLabel(es.text('desk.team.bio')).first().fill('Acompaña sin prisa.')
  await manager.goBack()
  await manager.goForward()
  await expect(manager.getByText(es.text('desk.team.resumed'))).toBeVisible()
  await expect(manager.getByLabel(es.text('desk.team.bio')).first()).toHaveValue('Acompaña sin prisa.')
  await manager.getByRole('button', { name: es.text('desk.team.save') }).click()
  await expect(specialty).toBeFocused()
  await capture(manager, 'desk-team-08-change')
  await specialty.fill('Nutrición y diabetes')
  await manager.getByRole('button', { name: es.text('desk.team.save') }).click()
  await expect(manager.getByText('Nutrición y diabetes')).toBeVisible()
  await expect(manager.getByText('Acompaña sin prisa.')).toBeVisible()
})

test('a clinician without their phone gets a link to enrol again, and is signed out', async () => {
  await manager.getByRole('button', { name: es.text('desk.team.renew') }).click()
  const dialog = manager.getByRole('dialog')
  await dialog.getByLabel(es.text('desk.people.reason')).fill(REASON)
  await capture(manager, 'desk-team-09-renew')
  await dialog.getByRole('button', { name: es.text('desk.team.renew') }).click()
  await expect(dialog).toHaveCount(0)
  await expect(manager.getByText(es.text('desk.team.linkDueText'))).toBeVisible()
  await expect(manager.getByRole('button', { name: es.text('desk.team.renew') })).toBeFocused()
  await capture(manager, 'desk-team-09-link-due')
  await manager.getByRole('link', { name: new RegExp(es.text('desk.team.beginsAnew')) }).click()
  await expect(manager.getByText(es.text('desk.team.withdrawRenewal'))).toBeVisible()
  await manager.getByRole('button', { name: es.text('desk.team.withdraw') }).click()
  await expect(manager.getByText(es.text('desk.team.noInvitations'))).toBeVisible()
})

test('on a narrow screen list and detail alternate, with one heading each and moved focus', async () => {
  const page = manager
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${system.url}/desk/team`)
  const row = page.getByRole('link', { name: /Laura Prieto/ })
  const headings = page.getByRole('heading', { level: 1 })
  const main = page.getByRole('main')
  await expect(headings).toHaveCount(1)
  await expect(main).toHaveCount(1)
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(es.text('desk.team.title'))
  await row.press('Enter')
  await expect(page.getByRole('region', { name: es.text('desk.team.title') })).toBeFocused()
  await expect(headings).toHaveCount(1)
  await expect(main).toHaveCount(1)
  await expect(main.getByRole('heading', { name: 'Laura Prieto' })).toBeVisible()
  await capture(page, 'desk-team-10-narrow')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: es.text('desk.team.back') })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row).toBeFocused()
  // The last page of a manager is reachable, and its link is in view once it is open.
  await page.getByRole('link', { name: es.text('desk.orders.page') }).click()
  await expect(page.getByRole('link', { name: es.text('desk.orders.page') })).toBeInViewport({ ratio: 1 })
  for (const width of [390, 820]) {
    await page.setViewportSize({ width, height: 1000 })
    // Tab order follows the visual order: from the end of the first line to the pages below.
    await page.getByRole('button', { name: es.text('desk.sidebar.signOut') }).focus()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: es.text('desk.queue.title'), exact: true })).toBeFocused()
    for (const pageName of ['', 'agenda', 'board', 'people', 'team/new', 'orders', 'records']) {
      await page.goto(`${system.url}/desk/${pageName}`)
      await expect(headings).toHaveCount(1)
      await expect(main).toHaveCount(1)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, `${pageName} at ${width} px scrolls sideways`).toBeLessThanOrEqual(0)
      await capture(page, `desk-narrow-${pageName.replace('/', '-') || 'queue'}-${width}`)
    }
  }
})
