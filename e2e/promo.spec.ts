import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { connect } from '../server/kit/db/db.ts'
import { applyCodeElsewhere, openCheckoutWithCart } from './cart.ts'
import { Clinician } from './clinician.ts'
import { type Messages, messagesOf } from './messages.ts'
import { HOLDER, NEWCOMER, PatientBrowser } from './patient-browser.ts'
import { capture, captureAtWidths } from './screens.ts'
import { type RunningSystem, startSystem } from './system.ts'

const PARTNER = 'vida-ligera'
const PRODUCT = 'general-consultation'
const MANAGER = {
  email: 'laura.prieto@vidaligera.example',
  password: 'Cuida-demo-1',
  totpSecret: 'MNXW64TENFXGCY3JN5XGG3DJNZUWGYLM',
}

let system: RunningSystem
const contexts: BrowserContext[] = []
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  system = await startSystem(PARTNER)
})
test.afterAll(async () => {
  for (const context of contexts) await context.close()
  await system?.stop()
})

/** A patient's actions on a promo code at checkout, found by message. */
const checkout = (page: Page, { text, pattern }: Messages) => ({
  open: () => page.getByRole('button', { name: text('checkout.promo.have') }).click(),
  field: page.getByRole('textbox', { name: text('checkout.promo') }),
  async type(code: string): Promise<void> {
    await this.field.fill(code)
    await page.getByRole('button', { name: text('checkout.promo.apply') }).click()
  },
  remove: () => page.getByRole('button', { name: text('checkout.promo.remove'), exact: true }).click(),
  see: (key: string) => expect(page.getByText(pattern(key)).first()).toBeVisible(),
  total: (amount: string) => expect(page.getByRole('main').getByText(amount, { exact: true }).last()).toBeVisible(),
})

async function inDatabase(change: (db: ReturnType<typeof connect>) => Promise<unknown>): Promise<void> {
  const db = connect(system.databaseUrl, { max: 1, name: 'e2e' })
  await change(db)
  await db.end()
}

test('a guest sees why a code does not apply, applies another, and keeps it after a reload [A1.5] [B4.22] [B4.24] [B8.2] [B8.3]', {
  tag: '@gate',
}, async ({ browser }) => {
  const es = messagesOf('es')
  const context = await browser.newContext({ locale: 'es-ES' })
  contexts.push(context)
  const page = await context.newPage()
  await inDatabase((db) => db`update promo_code set uses = 1 where code = 'UNICO50'`)
  const sessionKey = await openCheckoutWithCart(page, system.url, PARTNER, PRODUCT)
  const at = checkout(page, es)
  await at.total('29,00 €')
  await capture(page, 'promo-01-closed')
  await at.open()
  await expect(at.field).toBeFocused()
  await page.keyboard.press('Enter')
  await at.see('checkout.promo.REQUIRED')
  for (const [code, key] of [
    ['no-existe', 'checkout.error.INVALID_PRODUCT'],
    ['VERANO25', 'checkout.error.DATE_RANGE'],
    ['ANTIGUO20', 'checkout.error.PROMOCODE_DISABLED'],
    ['UNICO50', 'checkout.error.LIMIT_USAGE'],
    ['casi 99', 'checkout.promo.threshold'],
    ['NUTRI15', 'checkout.error.INVALID_PRODUCT'],
  ] as const) {
    await at.type(code)
    await at.see(key)
    await expect(at.field).toBeFocused()
    await expect(at.field).toHaveValue(code)
  }
  await capture(page, 'promo-02-refused')
  await captureAtWidths(page, 'promo-02-refused')
  await context.setOffline(true)
  await at.type('hola10')
  await at.see('checkout.error.OFFLINE')
  await context.setOffline(false)
  await at.type('hola10')
  await at.see('checkout.alert.addDiscount')
  await at.total('26,10 €')
  // The input was replaced, and focus moves to its replacement.
  await expect(page.getByRole('button', { name: es.text('checkout.promo.remove'), exact: true })).toBeFocused()
  await capture(page, 'promo-03-applied')
  await captureAtWidths(page, 'promo-03-applied')
  await page.reload()
  await at.total('26,10 €')
  await at.remove()
  await at.see('checkout.alert.removeDiscount')
  await expect(page.getByRole('button', { name: es.text('checkout.promo.have') })).toBeFocused()
  // Closing a notice by keyboard removes its button: focus moves to the screen's heading.
  const notice = page.getByRole('status').filter({ hasText: es.pattern('checkout.alert.removeDiscount') })
  await notice.getByRole('button', { name: es.text('ui.close') }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await at.total('29,00 €')
  expect(await applyCodeElsewhere(system.url, sessionKey, 'GRATIS100')).toBe(200)
  await at.open()
  await at.type('HOLA10')
  await at.see('checkout.alert.present')
  await at.total('0,00 €')
  await capture(page, 'promo-04-present')
})

test('a guest’s code is replaced by the company’s discount on sign-in, with a message [B4.21] [B8.3]', async ({
  browser,
}) => {
  const es = messagesOf('es')
  const context = await browser.newContext({ locale: 'es-ES' })
  contexts.push(context)
  const page = await context.newPage()
  const patientBrowser = new PatientBrowser(context, es, system.url)
  await openCheckoutWithCart(page, system.url, PARTNER, PRODUCT)
  const at = checkout(page, es)
  await at.open()
  await at.type('HOLA10')
  await at.total('26,10 €')
  await patientBrowser.button(page, 'checkout.guest.enter').click()
  await patientBrowser.enter(page, HOLDER.typed)
  await page.waitForURL(/select-profile/)
  await page.getByRole('radio').first().check()
  await patientBrowser.button(page, 'booking.who.continue').click()
  await at.see('checkout.alert.login')
  await at.see('checkout.error.INCOMPATIBLE_WITH_COMPANY_DISCOUNT')
  await at.total('23,20 €')
  await capture(page, 'promo-05-company')
  await captureAtWidths(page, 'promo-05-company')
  await at.remove()
  await at.open()
  await at.type('HOLA10')
  await at.see('checkout.error.INCOMPATIBLE_WITH_COMPANY_DISCOUNT')
})

test('a link with a code for 100 % books without a card, and works once [B4.23] [B4.24] [B8.2]', async ({
  browser,
}) => {
  const en = messagesOf('en')
  const context = await browser.newContext({ locale: 'en-GB' })
  contexts.push(context)
  const page = await context.newPage()
  const patientBrowser = new PatientBrowser(context, en, system.url)
  await page.goto(`${system.url}/products/${PRODUCT}?promo=gratis100`)
  await patientBrowser.see(page, 'catalogue.product.includes')
  await openCheckoutWithCart(page, system.url, PARTNER, PRODUCT)
  const at = checkout(page, en)
  await at.see('checkout.alert.addFullDiscount')
  await capture(page, 'promo-06-free')
  await patientBrowser.button(page, 'checkout.guest.enter').click()
  await patientBrowser.enter(page, NEWCOMER.typed)
  await at.see('checkout.alert.login')
  await expect(patientBrowser.field(page, 'checkout.card.number')).toHaveCount(0)
  await patientBrowser.button(page, 'checkout.confirm').click()
  await at.see('checkout.order.active.title')
  const ledger = await (await fetch(`${system.url}/simulators/ledger`)).json()
  expect(ledger.charges).toEqual([])
  await openCheckoutWithCart(page, system.url, PARTNER, PRODUCT)
  await at.open()
  await at.type('GRATIS100')
  await at.see('checkout.error.ALREADY_USED')
})

test('a manager sees its use, creates a code, and disables it [B1.6]', async ({ browser }) => {
  const es = messagesOf('es')
  const context = await browser.newContext({
    locale: 'es-ES',
    viewport: { width: 1280, height: 800 },
    isMobile: false,
  })
  contexts.push(context)
  const page = await context.newPage()
  await new Clinician(page, es, system.url, 'promo-desk').signIn(MANAGER)
  await page.getByRole('link', { name: es.text('desk.promo.title') }).click()
  await expect(page.getByRole('link', { name: /GRATIS100.*1 uso/ })).toBeVisible()
  await page.getByRole('button', { name: es.text('desk.promo.new') }).click()
  await page.getByRole('button', { name: es.text('desk.promo.create') }).click()
  await expect(page.getByRole('link', { name: es.text('desk.promo.percentage.INVALID') })).toBeVisible()
  await capture(page, 'promo-desk-02-problems')
  const fill = (key: string, value: string) =>
    page.getByRole('textbox', { name: es.text(`desk.promo.${key}`), exact: true }).fill(value)
  await fill('code', 'otono-5')
  await fill('percentage', '5')
  await fill('campaign', 'Otoño')
  await fill('reason', 'Acordado con marketing para noviembre')
  await page.getByRole('button', { name: es.text('desk.promo.create') }).click()
  await expect(page.getByRole('heading', { name: 'OTONO-5' })).toBeVisible()
  await capture(page, 'promo-desk-03-made')
  await captureAtWidths(page, 'promo-desk-03-made')
  await page.getByRole('button', { name: es.text('desk.promo.disable') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(es.text('desk.promo.reason')).fill('Se publicó con un error')
  await capture(page, 'promo-desk-04-disable')
  await dialog.getByRole('button', { name: es.text('desk.promo.disable') }).click()
  await expect(page.getByRole('main').getByText(es.text('desk.promo.state.disabled'), { exact: true })).toBeVisible()
})
