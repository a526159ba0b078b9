import { expect, type Page, test } from '@playwright/test'
import { connect } from '../server/kit/db/db.ts'
import { signIn } from './account.ts'
import { Clinician } from './clinician.ts'
import { messagesOf } from './messages.ts'
import { Patient } from './patient.ts'
import { capture, captureAtWidths } from './screens.ts'
import { type RunningSystem, startSystem } from './system.ts'

test.describe.configure({ mode: 'serial' })
let system: RunningSystem
test.beforeAll(async () => {
  system = await startSystem('vida-ligera')
})
test.afterAll(() => system?.stop())

const ONE = { typed: '600 00 00 01', phone: '+34600000001' }
const OTHER = { typed: '600 00 00 02', phone: '+34600000002' }
const LAURA = {
  email: 'laura.prieto@vidaligera.example',
  password: 'Cuida-demo-1',
  totpSecret: 'MNXW64TENFXGCY3JN5XGG3DJNZUWGYLM',
}
const ELENA = {
  email: 'elena.ruiz@vidaligera.example',
  password: 'Cuida-demo-1',
  totpSecret: 'OVZGY6LTNFXHI3DFONZWK3TDMVZGKZLE',
}
/** Approved with its holder present, declined for renewals (simulators/monei/cards.ts). */
const PAYS_ONCE = '4444 4444 4444 4505'
const REFUSED = '4444 4444 4444 4430'

/** Advances the provider's clock for this person's subscription. */
async function daysPass(phone: string, days: number): Promise<void> {
  const db = connect(system.databaseUrl, { max: 1, name: 'e2e' })
  const [row] = await db`
    select s.provider_id as id from subscription s join account a on a.id = s.account_id
    where a.phone = ${phone} order by s.created_at desc limit 1`
  await db.end()
  const headers = { 'content-type': 'application/json' }
  const url = `${system.url}/simulators/monei/subscriptions/${row?.id}/clock`
  const { ok } = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ days }) })
  expect(ok).toBe(true)
}

/** The provider's hosted page. */
async function giveCard(page: Page, number?: string): Promise<void> {
  await page.waitForURL(/\/simulators\/monei\/subscribe\//)
  if (number) await page.locator('#number').fill(number)
  await page.locator('button[value=pay]').click()
}

const heading = (patient: Patient, key: string) =>
  expect(patient.page.getByRole('heading', { level: 1, name: patient.messages.pattern(key) })).toBeVisible()

test('a patient subscribes with a trial, pays a failed charge with another card, cancels and then stays [B1.9] [B2.9] [B2.17] [B2.24] [B7.26]', {
  tag: '@gate',
}, async ({ browser }) => {
  const context = await browser.newContext({ locale: 'es-ES', viewport: { width: 390, height: 844 } })
  const ana = new Patient(await context.newPage(), messagesOf('es'), system.url, 'subscription-es')
  const { page } = ana
  await signIn(ana, ONE)
  await ana.capture('01-home')
  await ana.button('catalogue.home.subscribe').click()
  await expect(page).toHaveURL(/\/subscription-checkout$/)
  await expect(page.getByText('14 días gratis').first()).toBeVisible()
  await ana.capture('02-offer')
  await page.getByRole('button', { name: 'Empezar 14 días gratis' }).click()
  await giveCard(page, PAYS_ONCE)
  await heading(ana, 'subscription.done.title')
  await ana.capture('03-done')
  await ana.button('subscription.toHome').click()
  await ana.see('catalogue.needs.title')
  await expect(ana.button('catalogue.home.subscribe')).toBeHidden()

  await page.goto(`${system.url}/account/profile`)
  await page.getByRole('link', { name: ana.messages.pattern('profile.subscription') }).click()
  await expect(page).toHaveURL(/\/subscription-manager$/)
  await ana.see('subscription.until.trial')
  await ana.capture('04-trial')

  await daysPass(ONE.phone, 14)
  await ana.see('subscription.now.due')
  await ana.capture('05-due')
  await ana.button('subscription.payNow').click()
  await giveCard(page)
  await ana.see('subscription.until.renews')
  await ana.see('subscription.payment.SUCCEEDED')
  await ana.capture('06-active')

  await ana.button('subscription.giveUp').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await ana.capture('07-give-up')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: ana.messages.text('subscription.giveUp') })
    .click()
  await ana.see('subscription.now.ends')
  await ana.capture('08-ends')
  await ana.button('subscription.stay').click()
  await ana.see('subscription.until.renews')
  await context.close()
})

test('in English a declined card can be replaced, and products for subscribers are labelled [B8.9]', async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 390, height: 844 } })
  const carlos = new Patient(await context.newPage(), messagesOf('en'), system.url, 'subscription-en')
  const { page } = carlos
  await page.goto(`${system.url}/products/monthly-review`)
  await carlos.see('catalogue.product.subscribersOnly')
  await carlos.capture('01-product')
  await page
    .getByRole('main')
    .getByRole('link', { name: carlos.messages.text('catalogue.product.seePlan') })
    .click()
  await carlos.capture('02-guest')
  await carlos.button('subscription.enter').click()
  await page.getByLabel(carlos.messages.text('access.welcome.phone'), { exact: true }).fill(OTHER.typed)
  await page.getByLabel(carlos.messages.text('access.welcome.password'), { exact: true }).fill('Cuida-demo-1')
  await carlos.button('access.welcome.signIn').click()
  await expect(page).toHaveURL(/\/subscription-checkout$/)
  await page.getByRole('button', { name: 'Start 14 days free' }).click()
  await giveCard(page, REFUSED)
  await carlos.see('subscription.now.refused.FAILED')
  await carlos.capture('03-refused')
  await carlos.button('subscription.tryAgain').click()
  await page.waitForURL(/\/simulators\/monei\/subscribe\//)
  await page.locator('button[value=cancel]').click()
  await carlos.see('subscription.now.refused.CANCELED')
  await page.goto(`${system.url}/subscription-manager`)
  await carlos.see('subscription.now.unfinished')
  await carlos.capture('04-unfinished')
  await carlos.button('subscription.goOn').click()
  await carlos.button('subscription.tryAgain').click()
  await giveCard(page)
  await heading(carlos, 'subscription.done.title')
  await context.close()
})

test('two managers refund a charge and one pauses the subscription: its holder reads both [B4.14]', async ({
  browser,
}) => {
  const contexts = await Promise.all(
    [390, 1280, 1280].map((width) => browser.newContext({ locale: 'es-ES', viewport: { width, height: 844 } })),
  )
  const [patientPage, hers, secondDeskPage] = await Promise.all(contexts.map((context) => context.newPage()))
  if (!patientPage || !hers || !secondDeskPage) throw new Error('there are three pages')
  const messages = messagesOf('es')
  const ana = new Patient(patientPage, messages, system.url, 'subscription-desk')
  const [laura, elena] = [hers, secondDeskPage].map(
    (page) => new Clinician(page, messages, system.url, 'subscription-desk'),
  )
  await signIn(ana, ONE)
  await laura?.signIn(LAURA)
  await elena?.signIn(ELENA)
  await Promise.all([hers, secondDeskPage].map((page) => page.goto(`${system.url}/desk/subscriptions`)))
  for (const page of [hers, secondDeskPage])
    await page
      .getByRole('navigation')
      .getByRole('link', { name: messages.pattern('desk.subscriptions.status.ACTIVE') })
      .first()
      .click()
  const press = (page: Page, key: string) =>
    page
      .getByRole('main')
      .getByRole('button', { name: messages.text(key) })
      .click()
  const confirm = async (page: Page, name: string, typed: Record<string, string> = {}) => {
    const dialog = page.getByRole('dialog')
    for (const [key, text] of Object.entries(typed))
      await dialog.getByLabel(messages.pattern(`desk.orders.${key}`)).fill(text)
    await dialog.getByRole('button', { name: messages.text(`desk.orders.confirm.${name}`) }).click()
  }
  await press(hers, 'desk.orders.act.ask')
  await confirm(hers, 'ask', { amount: '5,00', reason: 'Nos escribió por el cobro de este mes' })
  await capture(hers, 'subscription-desk-02-asked')
  await captureAtWidths(hers, 'subscription-desk-02-asked')
  await secondDeskPage.reload()
  await press(secondDeskPage, 'desk.orders.act.approve')
  await confirm(secondDeskPage, 'approve')
  await expect(secondDeskPage.getByText(messages.text('desk.orders.refund.done'), { exact: true })).toBeVisible()
  await press(hers, 'desk.subscriptions.act.pause')
  await confirm(hers, 'pause', { reason: 'Se va de viaje dos meses y nos llamó' })
  await expect(hers.getByRole('button', { name: messages.text('desk.subscriptions.act.resume') })).toBeVisible()
  await hers.setViewportSize({ width: 1920, height: 1080 })
  await capture(hers, 'subscription-desk-03-paused-1920')
  await patientPage.goto(`${system.url}/subscription-manager`)
  await ana.see('subscription.now.paused')
  await ana.see('subscription.payment.PARTIALLY_REFUNDED')
  await ana.capture('04-paused')
  await patientPage.goto(`${system.url}/profile/payment-history`)
  await ana.see('checkout.payment.status.PARTIALLY_REFUNDED')
  await ana.capture('05-payments')
  await patientPage
    .getByRole('main')
    .getByRole('link', { name: messages.pattern('checkout.payment.status.PARTIALLY_REFUNDED') })
    .click()
  await ana.capture('06-month')
  const [receipt] = await Promise.all([
    patientPage.waitForEvent('download'),
    ana.button('checkout.payment.receipt').click(),
  ])
  expect(receipt.suggestedFilename()).toMatch(/^recibo-.*\.pdf$/)
  await press(hers, 'desk.subscriptions.act.resume')
  await confirm(hers, 'resume', { reason: 'Ha vuelto y quiere seguir con su plan' })
  await expect(hers.getByRole('button', { name: messages.text('desk.subscriptions.act.pause') })).toBeVisible()
  await patientPage.goto(`${system.url}/subscription-manager`)
  await ana.see('subscription.now.resumed')
  await ana.capture('07-resumed')
  await Promise.all(contexts.map((context) => context.close()))
})
