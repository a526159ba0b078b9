import { expect, type Page, test } from '@playwright/test'
import { messagesOf } from './messages.ts'
import { codeSentTo } from './outbox.ts'
import { HOLDER, PatientBrowser } from './patient-browser.ts'
import { capture, captureAtWidths } from './screens.ts'
import { type RunningSystem, startSystem } from './system.ts'

/** Validation messages of the sign-in forms (A2.17, A5.6, A8.10). */
let system: RunningSystem
test.beforeAll(async () => {
  system = await startSystem('vida-ligera')
})
test.afterAll(() => system?.stop())

test("the phone number decides: a password for an account, a code for a new number, by the country's rules [A2.29] [A2.30] [A5.1]", {
  tag: '@gate',
}, async ({ browser }) => {
  const patientBrowser = new PatientBrowser(await browser.newContext({ locale: 'es' }), messagesOf('es'), system.url)
  const page = await patientBrowser.open('/welcome')
  const phone = patientBrowser.field(page, 'access.welcome.phone')
  await expect(patientBrowser.field(page, 'access.welcome.password')).toBeHidden()
  await phone.fill(HOLDER.typed)
  await patientBrowser.see(page, 'access.welcome.known')
  await expect(patientBrowser.field(page, 'access.welcome.password')).toBeVisible()
  await phone.fill('6 11 22 33 44')
  await patientBrowser.see(page, 'access.welcome.new')
  await expect(patientBrowser.field(page, 'access.welcome.password')).toBeHidden()
  await page.getByRole('combobox').selectOption('PT')
  await phone.fill('12 34')
  await patientBrowser.button(page, 'access.welcome.continue').click()
  await patientBrowser.see(page, 'access.welcome.phone.INVALID')
  await capture(page, 'forms-wrong-country')
  await phone.fill('')
  await patientBrowser.button(page, 'access.welcome.continue').click()
  await patientBrowser.see(page, 'access.welcome.phone.REQUIRED')
  await patientBrowser.context.close()
})

test('a registration that cannot begin says why, and keeps the input [A5.3] [A8.11]', async ({ browser }) => {
  const patientBrowser = new PatientBrowser(await browser.newContext({ locale: 'es' }), messagesOf('es'), system.url)
  const page = await patientBrowser.open('/welcome')
  const phone = patientBrowser.field(page, 'access.welcome.phone')
  await phone.fill('803 00 00 01')
  await patientBrowser.button(page, 'access.welcome.continue').click()
  await patientBrowser.see(page, 'access.welcome.phone.PHONE_NOT_ALLOWED')
  await phone.fill('611 55 66 77')
  await patientBrowser.button(page, 'access.welcome.continue').click()
  await expect(page).toHaveURL(/\/account\/create\/verify/)
  await page.goBack()
  await expect(phone).toHaveValue('611 55 66 77')
  // A rate limit that proof of work cannot extend.
  const body = JSON.stringify({ status: 429, code: 'RATE_LIMITED', message: 'RATE_LIMITED', traceId: '0'.repeat(32) })
  await page.route('**/v1/auth/register/phone', (route) =>
    route.fulfill({ status: 429, contentType: 'application/problem+json', headers: { 'retry-after': '600' }, body }),
  )
  await patientBrowser.button(page, 'access.welcome.continue').click()
  await patientBrowser.see(page, 'access.failed.register')
  await patientBrowser.see(page, 'brand.error.tooMany')
  await expect(phone).toHaveValue('611 55 66 77')
  await capture(page, 'forms-register-failed')
  await captureAtWidths(page, 'forms-register-failed')
  await patientBrowser.context.close()
})

test('while the device computes a proof of work, Welcome says so, and the look-up succeeds', async ({ browser }) => {
  const patientBrowser = new PatientBrowser(await browser.newContext({ locale: 'es' }), messagesOf('es'), system.url)
  const page = await patientBrowser.open('/welcome')
  const proofOfWork = { challenge: 'work.of.a.journey', bits: 8 }
  const body = JSON.stringify({ status: 429, code: 'RATE_LIMITED', message: '', traceId: '0'.repeat(32), proofOfWork })
  await page.route(
    '**/auth/register/phone-exists**',
    (route) => route.fulfill({ status: 429, contentType: 'application/problem+json', body }),
    { times: 1 },
  )
  await patientBrowser.field(page, 'access.welcome.phone').fill(HOLDER.typed)
  await expect(page.getByRole('status').getByText(patientBrowser.messages.text('brand.working'))).toBeVisible()
  await expect(patientBrowser.field(page, 'access.welcome.password')).toBeVisible()
  await patientBrowser.context.close()
})

test('a person whose look-up fails states that they are new, and registers [A8.11]', async ({ browser }) => {
  const patientBrowser = new PatientBrowser(await browser.newContext({ locale: 'en' }), messagesOf('en'), system.url)
  const page = await patientBrowser.open('/welcome')
  // The look-up is unreachable.
  await page.route('**/auth/register/phone-exists**', (route) => route.abort())
  const phone = patientBrowser.field(page, 'access.welcome.phone')
  await phone.fill('611 77 88 99')
  await expect(patientBrowser.button(page, 'access.welcome.firstTime')).toBeHidden()
  await patientBrowser.button(page, 'access.welcome.continue').click()
  await expect(patientBrowser.field(page, 'access.welcome.password')).toBeVisible()
  await capture(page, 'forms-first-time')
  const since = new Date()
  await patientBrowser.button(page, 'access.welcome.firstTime').click()
  await expect(page).toHaveURL(/\/account\/create\/verify/)
  await patientBrowser.field(page, 'access.code.label').fill(await codeSentTo(system.url, '+34611778899', since))
  await expect(page).toHaveURL(/\/account\/create\/profile$/)
  await patientBrowser.context.close()
})

test('a wrong code is reported, five wrong codes require a new one, and a taken address offers help [A5.7] [A8.10] [A8.12]', {
  tag: '@gate',
}, async ({ browser }) => {
  const patientBrowser = new PatientBrowser(await browser.newContext({ locale: 'en' }), messagesOf('en'), system.url)
  const page = await patientBrowser.open('/welcome')
  const phone = '+34611445566'
  await patientBrowser.field(page, 'access.welcome.phone').fill(phone.slice(3))
  const since = new Date()
  await page.keyboard.press('Enter')
  const field = patientBrowser.field(page, 'access.code.label')
  const right = await codeSentTo(system.url, phone, since)
  const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0')
  for (let tries = 0; tries < 5; tries++) await answered(page, () => field.fill(wrong))
  await patientBrowser.see(page, 'access.code.WRONG_CODE')
  await answered(page, () => field.fill(right))
  await patientBrowser.see(page, 'access.code.CODE_EXPIRED')
  await capture(page, 'forms-code-expired')
  await expect(patientBrowser.button(page, 'access.code.sms')).toBeVisible({ timeout: 60_000 })
  const again = new Date()
  await patientBrowser.button(page, 'access.code.sms').click()
  await patientBrowser.see(page, 'access.code.sent')
  await field.fill(await codeSentTo(system.url, phone, again))
  await expect(page).toHaveURL(/\/account\/create\/profile$/)
  await fillProfile(page, patientBrowser, 'ana.garcia@example.com')
  await patientBrowser.see(page, 'access.conflict.EMAIL_CONFLICT')
  await expect(patientBrowser.link(page, 'access.conflict.help')).toHaveAttribute('href', /^mailto:.+subject=/)
  await capture(page, 'forms-conflict')
  await patientBrowser.context.close()
})

test('About names the responsible provider of care and links the documents [A2.27]', async ({ browser }) => {
  const patientBrowser = new PatientBrowser(await browser.newContext({ locale: 'es' }), messagesOf('es'), system.url)
  const page = await patientBrowser.open('/account/about')
  await expect(page.getByText(/NIF [A-Z]\d+/)).toBeVisible()
  await patientBrowser.link(page, 'brand.policy.privacy').click()
  await expect(patientBrowser.heading(page, 'brand.policy.privacy')).toBeVisible()
  await patientBrowser.context.close()
})

/** The field submits itself at the sixth digit: wait for the reply before the next attempt. */
async function answered(page: Page, type: () => Promise<void>): Promise<void> {
  const reply = page.waitForResponse('**/auth/register/confirmation')
  await type()
  await reply
  await expect(page.locator('button[aria-busy=true]')).toHaveCount(0)
  await page.getByRole('textbox').first().fill('')
}

async function fillProfile(page: Page, patientBrowser: PatientBrowser, email: string): Promise<void> {
  const { messages } = patientBrowser
  await patientBrowser.field(page, 'access.profile.firstName').fill('Inés')
  await patientBrowser.field(page, 'access.profile.lastName').fill('Prado Luna')
  const birth = page.getByRole('group', { name: messages.text('access.profile.dateOfBirth') }).getByRole('textbox')
  for (const [at, part] of ['12', '5', '1984'].entries()) await birth.nth(at).fill(part)
  await page.getByRole('radio', { name: messages.text('access.profile.sex.Female') }).check()
  await patientBrowser.field(page, 'access.profile.email').fill(email)
  const password = patientBrowser.field(page, 'access.profile.password')
  await password.fill('camino')
  await patientBrowser.see(page, 'ui.password.weak')
  await password.fill('Camino-verde-7')
  await patientBrowser.see(page, 'ui.password.secure')
  await expect(password).toHaveAttribute('type', 'password')
  await patientBrowser.button(page, 'ui.password.showLabel').click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('checkbox').check()
  await patientBrowser.button(page, 'access.profile.submit').click()
}
