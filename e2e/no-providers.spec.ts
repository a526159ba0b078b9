import { expect, type Page, test } from '@playwright/test'
import { CAPABILITIES } from '../core/kit/capability.ts'
import { openCheckoutWithCart } from './cart.ts'
import { Clinician, type Staff } from './clinician.ts'
import { messagesOf } from './messages.ts'
import { NEWCOMER, PatientBrowser } from './patient-browser.ts'
import { capture } from './screens.ts'
import { type RunningSystem, startSystem } from './system.ts'

const LAURA: Staff = {
  email: 'laura.prieto@vidaligera.example',
  password: 'Cuida-demo-1',
  totpSecret: 'MNXW64TENFXGCY3JN5XGG3DJNZUWGYLM',
}
const es = messagesOf('es')

/** A clinic with all providers disabled: no screen offers what needs one, and the rest works. */
test.describe.configure({ mode: 'serial' })
let system: RunningSystem
let patientBrowser: PatientBrowser
let page: Page

test.beforeAll(async ({ browser }) => {
  system = await startSystem('vida-ligera', { env: { DISABLED_PROVIDERS: CAPABILITIES.join(',') } })
  patientBrowser = new PatientBrowser(await browser.newContext({ locale: 'es-ES' }), es, system.url)
})
test.afterAll(async () => {
  await patientBrowser?.context.close()
  await system?.stop()
})

const hidden = (key: string) => expect(page.getByText(es.pattern(key))).toHaveCount(0)

test('sign-in promises no code, and tells a person without an account whom to contact', async () => {
  page = await patientBrowser.open('/welcome')
  await patientBrowser.see(page, 'access.welcome.introClosed')
  for (const key of ['access.welcome.forgot', 'access.welcome.google']) await hidden(key)
  await patientBrowser.field(page, 'access.welcome.phone').fill('611 22 33 55')
  await expect(page.getByText('ayuda@vidaligera.example').filter({ visible: true })).toBeVisible()
  await capture(page, 'without-welcome')
  await page.keyboard.press('Enter')
  await patientBrowser.see(page, 'brand.error.NOT_OFFERED')
  await patientBrowser.field(page, 'access.welcome.phone').fill(NEWCOMER.typed)
  await patientBrowser.field(page, 'access.welcome.password').fill('Cuida-demo-1')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/how-can-we-help/)
})

test('a paid product says before its questions that it cannot be booked, and checkout refuses it [B1.5]', async () => {
  await page.goto(`${system.url}/products/general-consultation`)
  await patientBrowser.see(page, 'catalogue.product.unpaid')
  await capture(page, 'without-product')
  await openCheckoutWithCart(page, system.url, 'vida-ligera', 'general-consultation')
  await patientBrowser.see(page, 'checkout.error.NOT_OFFERED')
  await expect(page.locator('iframe')).toHaveCount(0)
  await expect(patientBrowser.button(page, 'checkout.pay')).toHaveCount(0)
  await capture(page, 'no-providers-checkout')
})

test('a free product is booked', async () => {
  await patientBrowser.button(page, 'checkout.promo.have').click()
  await page.getByRole('textbox', { name: es.text('checkout.promo') }).fill('GRATIS100')
  await page.keyboard.press('Enter')
  await patientBrowser.button(page, 'checkout.confirm').click()
  await patientBrowser.see(page, 'checkout.order.active.title')
})

test('the profile shows nothing that needs a provider [A3.1]', async () => {
  await page.goto(`${system.url}/account/profile`)
  await patientBrowser.see(page, 'profile.payments')
  for (const key of ['profile.paymentMethods', 'care.prescriptions.title', 'profile.subscription']) await hidden(key)
  await page.goto(`${system.url}/account/profile/edit`)
  await patientBrowser.see(page, 'profile.email')
  for (const path of ['email', 'phone'])
    await expect(page.locator(`a[href*="${path}"][href*="account"]`)).toHaveCount(0)
  await page.goto(`${system.url}/account/profile/notifications`)
  await patientBrowser.see(page, 'profile.notifications.topics')
  for (const key of ['profile.push.title', 'profile.notifications.channel.sms']) await hidden(key)
})

test("the desk shows a colleague's invitation link, because no e-mail is sent", async ({ browser }) => {
  const context = await browser.newContext({ locale: 'es-ES', viewport: { width: 1280, height: 800 }, isMobile: false })
  const desk = await context.newPage()
  await new Clinician(desk, es, system.url, 'without-desk').signIn(LAURA)
  await desk.goto(`${system.url}/desk/team/new`)
  await expect(desk.getByText(es.text('desk.team.noMail'))).toBeVisible()
  await expect(desk.getByText(es.text('desk.team.inviteText'))).toHaveCount(0)
  await context.close()
})
