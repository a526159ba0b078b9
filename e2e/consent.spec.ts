import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { startContentApp } from '../content/test-bundle.ts'
import { connect } from '../server/kit/db/db.ts'
import { messagesOf } from './messages.ts'
import { Patient } from './patient.ts'
import { endSessionsOf, HOLDER, PatientBrowser } from './patient-browser.ts'
import { PEOPLE } from './people.ts'
import { capture, captureAtWidths } from './screens.ts'
import { type RunningSystem, startSystem } from './system.ts'

const AGREEMENTS = '/account/agreements'
const ANALYTICS = {
  connector: 'ga4',
  measurementId: 'G-ABC1234567',
  identity: true,
  inEurope: true,
} as const
const messages = messagesOf('es')

let content: Awaited<ReturnType<typeof startContentApp>>
let system: RunningSystem
let contentUrl = ''
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  // A clinic that asks for consent and uses analytics.
  content = await startContentApp((bundle) => ({
    ...bundle,
    config: { ...bundle.config, enableCookieConsent: true, analytics: ANALYTICS },
  }))
  contentUrl = await content.listen({ port: 0, host: '127.0.0.1' })
  system = await startSystem('vida-ligera', { env: { CONTENT_URL: contentUrl } })
})
test.afterAll(async () => {
  await system?.stop()
  await content?.close()
})
test.afterEach(() => endSessionsOf(system.databaseUrl, HOLDER.phone))

interface Call {
  problems: string[]
  body: { events: { name: string; params: { page_title?: string; page_location?: string } }[] }
}
const calls = async (): Promise<Call[]> =>
  (await (await fetch(`${system.url}/simulators/ga4/received`)).json()) as Call[]
const counted = async (): Promise<string[]> =>
  (await calls()).flatMap(({ body }) => body.events.map(({ name, params }) => params.page_title ?? name))

/** A browser's requests to origins other than the clinic's app and content. */
function foreignOf(context: BrowserContext): string[] {
  const ownOrigins = [system.url, contentUrl].map((url) => new URL(url).origin)
  const foreign: string[] = []
  context.on('request', (request) => {
    const url = request.url()
    if (/^https?:/.test(url) && !ownOrigins.includes(new URL(url).origin)) foreign.push(url)
  })
  return foreign
}

async function somebody(browser: Browser): Promise<{ patientBrowser: PatientBrowser; foreign: string[] }> {
  const context = await browser.newContext({ locale: 'es-ES' })
  return { patientBrowser: new PatientBrowser(context, messages, system.url), foreign: foreignOf(context) }
}

const question = (page: Page) => page.getByRole('dialog', { name: messages.text('brand.cookies.title') })
const group = (page: Page, name: string) =>
  page.getByRole('checkbox', { name: new RegExp(`^${messages.text(`brand.cookies.${name}`)}`) })
const storedTrackingId = (page: Page) => page.evaluate(() => localStorage.getItem('counted-as'))

/** Visits home and a product as a guest, and returns. */
async function enterAsGuest(page: Page): Promise<void> {
  await page.goto(`${system.url}/how-can-we-help`)
  await expect(page.getByText(messages.text('catalogue.needs.title'))).toBeVisible()
  await page.locator('a[href^="/products/"]').first().click()
  await expect(page.getByText(messages.text('catalogue.product.includes'))).toBeVisible()
}

test("without consent only the clinic's origins are called; with it exactly the declared events; after withdrawal none [A2.13] [A9.9]", {
  tag: '@gate',
}, async ({ browser }) => {
  const { patientBrowser, foreign } = await somebody(browser)
  const page = await patientBrowser.open('/welcome')
  await expect(question(page)).toBeVisible()
  await capture(page, 'consent-01-question')
  await captureAtWidths(page, 'consent-01-question')
  await enterAsGuest(page)
  await capture(page, 'consent-02-question-inside')
  await captureAtWidths(page, 'consent-02-question-inside')
  expect(foreign).toEqual([])

  await patientBrowser.button(page, 'brand.cookies.refuse').click()
  await expect(question(page)).toHaveCount(0)
  await enterAsGuest(page)
  expect(foreign).toEqual([])
  expect(await storedTrackingId(page)).toBeNull()

  await page.goto(system.url + AGREEMENTS)
  await expect(group(page, 'C0002')).not.toBeChecked()
  await expect(group(page, 'C0004')).not.toBeChecked()
  await capture(page, 'consent-03-choose')
  await captureAtWidths(page, 'consent-03-choose')
  await group(page, 'C0002').check()
  await patientBrowser.button(page, 'brand.cookies.save').click()
  await patientBrowser.see(page, 'brand.cookies.saved')
  await expect.poll(counted).toEqual(['agreements'])
  await enterAsGuest(page)
  await expect.poll(counted).toEqual(['agreements', 'home', 'product'])
  await page.goto(`${system.url}/welcome`)
  await patientBrowser.enter(page, HOLDER.typed)
  // Continues at the screen that this tab first opened.
  await expect(page).toHaveURL(/agreements/)
  const declared = ['agreements', 'home', 'product', 'welcome', 'redirect', 'login', 'agreements']
  await expect.poll(async () => (await counted()).toSorted()).toEqual(declared.toSorted())
  expect((await calls()).flatMap(({ problems }) => problems)).toEqual([])
  expect(JSON.stringify(await calls())).not.toMatch(/medical|weight|600000001|Ana|reason=/i)
  expect(foreign).toEqual([])
  expect(await storedTrackingId(page)).toMatch(/^\d+\.\d+$/)

  await page.goto(system.url + AGREEMENTS)
  await patientBrowser.button(page, 'brand.cookies.refuse').click()
  await patientBrowser.see(page, 'brand.cookies.saved')
  expect(await storedTrackingId(page)).toBeNull()
  const before = (await calls()).length
  await enterAsGuest(page)
  await page.goto(`${system.url}/account/profile`)
  await patientBrowser.link(page, 'brand.agreements.entry').click()
  expect(await counted()).toHaveLength(before)

  // The consent ledger, as the patient reads it.
  const rows = page.getByRole('list', { name: messages.text('brand.agreements.list') }).getByRole('listitem')
  // Two cookie choices above the two documents from registration.
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(0)).toContainText(/Retirado/)
  await expect(rows.nth(1)).toContainText(/Aceptado/)
  await capture(page, 'consent-04-ledger')
  await captureAtWidths(page, 'consent-04-ledger')
  await rows.nth(1).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: messages.text('brand.cookies.C0002') })).toBeVisible()
  await expect(page.getByText(messages.text('brand.cookies.C0002.detail'))).toBeVisible()
  await capture(page, 'consent-05-text')
  await patientBrowser.context.close()
})

test('a booking is tracked once from start to payment, with the buyer as a digest', async ({ browser }) => {
  const cast = PEOPLE.find(({ partner }) => partner === 'vida-ligera')
  if (!cast) throw new Error('nobody books')
  const { patientBrowser } = await somebody(browser)
  const page = await patientBrowser.open('/welcome')
  const patient = new Patient(page, messages, system.url, 'consent-booking')
  await patientBrowser.button(page, 'brand.cookies.accept').click()
  const before = (await calls()).length
  const ofThisOne = async () => (await calls()).slice(before)
  const events = async () => (await ofThisOne()).flatMap(({ body }) => body.events.map(({ name }) => name))
  await patient.enterAsGuest()
  await patient.openProduct(cast.video)
  await patient.button('catalogue.product.chooseTime').click()
  await patient.answerQuestions()
  await patient.writeSummary('video')
  await patient.holdFirstHour()
  await patient.see('checkout.remote')
  // `begin_checkout` is sent when the price is shown; on a slow phone a fast press may come before it.
  await expect.poll(events).toContain('begin_checkout')
  await patient.button('checkout.guest.enter').click()
  await patient.register(cast.person)
  await expect(page).toHaveURL(/\/checkout/)
  await patient.pay(cast.cards.good)
  await patient.see('checkout.order.active.title')
  await page.reload()
  await patient.see('checkout.order.active.title')
  const road = ['begin_checkout', 'sign_up', 'add_payment_info', 'purchase']
  await expect.poll(async () => (await events()).filter((name) => name !== 'page_view')).toEqual(road)
  const eventsJson = JSON.stringify(await ofThisOne())
  expect(eventsJson).toContain('sha256_email_address')
  const { email, phone, lastName } = cast.person
  for (const own of [email, phone, lastName, cast.video]) expect(eventsJson).not.toContain(own)

  await page.goto(system.url + AGREEMENTS)
  const rows = page.getByRole('list', { name: messages.text('brand.agreements.list') }).getByRole('listitem')
  // Three cookie groups, two documents and telehealth consent.
  await expect(rows).toHaveCount(6)
  await expect(rows.filter({ hasText: messages.text('brand.agreements.kind.telemedicine') })).toHaveCount(1)
  await patientBrowser.context.close()
})

test('signing out removes the user id from analytics [A4.5]', async ({ browser }) => {
  const { patientBrowser } = await somebody(browser)
  const page = await patientBrowser.open('/welcome')
  await patientBrowser.button(page, 'brand.cookies.accept').click()
  await patientBrowser.enter(page, HOLDER.typed)
  await expect(page).toHaveURL(/how-can-we-help/)
  await expect.poll(() => storedTrackingId(page)).not.toBeNull()
  const before = await storedTrackingId(page)
  await page.goto(`${system.url}/account/profile`)
  await patientBrowser.button(page, 'profile.signOut').click()
  await expect(page).toHaveURL(/\/welcome/)
  await expect.poll(() => storedTrackingId(page)).not.toBe(before)
  await patientBrowser.context.close()
})

test('the cookie banner comes first in keyboard order, and covers nothing on a small phone with large text', async ({
  browser,
}) => {
  const { patientBrowser } = await somebody(browser)
  const page = await patientBrowser.open('/welcome')
  await expect(question(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(patientBrowser.button(page, 'brand.cookies.refuse')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(patientBrowser.button(page, 'brand.cookies.accept')).toBeFocused()
  await page.setViewportSize({ width: 320, height: 568 })
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await capture(page, 'consent-06-large')
  const go = patientBrowser.button(page, 'access.welcome.continue').first()
  await go.scrollIntoViewIfNeeded()
  // A trial click fails if anything covers the button.
  await go.click({ trial: true })
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(question(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await patientBrowser.context.close()
})

test('a changed document is presented after sign-in, blocks nothing, and disappears once agreed to', {
  tag: '@gate',
}, async ({ browser }) => {
  const db = connect(system.databaseUrl, { max: 1, name: 'e2e' })
  const former = JSON.stringify({
    title: 'Política de privacidad',
    section: [{ title: 'Antes', content: 'Otro texto' }],
  })
  await db`
    with kept as (
      insert into consent_text (hash, body) values (encode(sha256(convert_to(${former}, 'UTF8')), 'hex'), ${former})
      on conflict do nothing)
    insert into consent (patient_id, account_id, kind, subject, given, text_hash, language, version, at)
    select p.id, a.id, 'document', 'privacy-policy', true, encode(sha256(convert_to(${former}, 'UTF8')), 'hex'), 'es',
      '2026-01-01', now()
    from account a join patient p on p.account_id = a.id where a.phone = ${HOLDER.phone}`
  await db.end()
  const { patientBrowser } = await somebody(browser)
  const page = await patientBrowser.open('/welcome')
  await patientBrowser.button(page, 'brand.cookies.refuse').click()
  await patientBrowser.enter(page, HOLDER.typed)
  await expect(page).toHaveURL(/agreements\?next=/)
  await expect(patientBrowser.button(page, 'brand.agreements.due.agree')).toBeVisible()
  await capture(page, 'consent-07-due')
  await captureAtWidths(page, 'consent-07-due')
  await patientBrowser.button(page, 'brand.agreements.due.later').click()
  await expect(page).toHaveURL(/how-can-we-help/)
  await page.goto(system.url + AGREEMENTS)
  await patientBrowser.button(page, 'brand.agreements.due.agree').click()
  await expect(patientBrowser.button(page, 'brand.agreements.due.agree')).toHaveCount(0)
  await patientBrowser.context.close()
})
