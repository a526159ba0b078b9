import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test'
import * as OTPAuth from 'otpauth'
import { connect } from '../server/kit/db/db.ts'
import { installPageClock } from './clock.ts'
import { messagesOf } from './messages.ts'
import { codeSentTo } from './outbox.ts'
import { Patient } from './patient.ts'
import { type RunningSystem, startSystem } from './system.ts'

const DEMO = 'Cuida-demo-1'
const NEW = 'Camino-verde-7'

/** A person at Welcome, in a browser of their own. */
async function arrive(context: BrowserContext, system: RunningSystem, language: 'es' | 'en' | 'pt-BR', name: string) {
  const patient = new Patient(await context.newPage(), messagesOf(language), system.url, `${name}-${language}`)
  await patient.page.goto(`${system.url}/welcome`)
  await patient.page.waitForSelector('html[data-ready]')
  return patient
}
const field = ({ page, messages }: Patient, key: string): Locator =>
  page.getByLabel(messages.text(key), { exact: true })
const atHome = ({ page }: Patient) => expect(page).toHaveURL(/how-can-we-help/)

async function enter(patient: Patient, typedPhone: string, password: string): Promise<void> {
  await field(patient, 'access.welcome.phone').fill(typedPhone)
  await field(patient, 'access.welcome.password').fill(password)
  await patient.button('access.welcome.signIn').click()
}

/** Skips the minimum interval between two codes, in the page and at the server. */
async function gapPasses(system: RunningSystem, page: Page): Promise<void> {
  const db = connect(system.databaseUrl, { max: 1, name: 'e2e' })
  await db`update code_sent set at = at - interval '31 seconds'`
  await db.end()
  await page.clock.fastForward(31_000)
}

async function forgetUsedCodes({ databaseUrl }: RunningSystem): Promise<void> {
  const db = connect(databaseUrl, { max: 1, name: 'e2e' })
  await db`update authenticator set step = 0`
  await db.end()
}

test.describe('vida-ligera [A4.20] [A7.27]', () => {
  test.describe.configure({ mode: 'serial' })
  let system: RunningSystem
  test.beforeAll(async () => {
    system = await startSystem('vida-ligera')
  })
  test.afterAll(() => system?.stop())

  test('a patient resets a forgotten password with the keyboard alone [A2.19] [A2.21] [A2.32]', {
    tag: '@gate',
  }, async ({ browser }) => {
    const context = await browser.newContext({ locale: 'es-ES' })
    const patient = await arrive(context, system, 'es', 'recovery')
    const { page } = patient
    await tabTo(page, field(patient, 'access.welcome.phone'))
    await page.keyboard.type('600000002')
    await tabTo(page, patient.button('access.welcome.forgot'))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/account\/forgot$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(field(patient, 'access.welcome.phone')).toHaveValue('600000002')
    await patient.capture('01-phone')
    await tabTo(page, patient.button('access.forgot.send'))
    const since = new Date()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/forgot\/verify$/)
    await patient.capture('02-code')
    await tabTo(page, field(patient, 'access.code.label'))
    await page.keyboard.type(await codeSentTo(system.url, '+34600000002', since))
    await expect(page).toHaveURL(/\/forgot\/new-password$/)
    await tabTo(page, field(patient, 'access.password.new'))
    await page.keyboard.type('corta')
    await page.keyboard.press('Enter')
    await patient.see('access.profile.password.TOO_SHORT')
    await expect(field(patient, 'access.password.new')).toBeFocused()
    await patient.capture('03-new-password')
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(NEW)
    await page.keyboard.press('Enter')
    await atHome(patient)
    await patient.see('access.password.changed')
    await context.close()
  })

  test('a password reset in English, with a code by phone call, ends the other session [A2.20]', async ({
    browser,
  }) => {
    const home = await browser.newContext({ locale: 'en' })
    const away = await browser.newContext({ locale: 'en' })
    const elsewhere = await arrive(home, system, 'en', 'elsewhere')
    await enter(elsewhere, '600000002', NEW)
    await atHome(elsewhere)
    const patient = await arrive(away, system, 'en', 'recovery')
    const { page } = patient
    await installPageClock(away)
    await page.goto(`${system.url}/account/forgot`)
    await field(patient, 'access.welcome.phone').fill('600000002')
    await gapPasses(system, page)
    await patient.button('access.forgot.send').click()
    await expect(page).toHaveURL(/\/forgot\/verify$/)
    await gapPasses(system, page)
    await gapPasses(system, page)
    await gapPasses(system, page)
    const since = new Date()
    await patient.button('access.code.call').click()
    await patient.see('access.code.sent')
    await field(patient, 'access.code.label').fill(await codeSentTo(system.url, '+34600000002', since))
    await field(patient, 'access.password.new').fill('Otro-camino-8')
    await patient.button('access.forgot.save').click()
    await atHome(patient)
    await elsewhere.page.goto(`${system.url}/account/profile`)
    await expect(elsewhere.page).toHaveURL(/\/welcome/)
    await home.close()
    await away.close()
  })

  test('an authenticator is enabled, required, replaced by a recovery code, and disabled', {
    tag: '@gate',
  }, async ({ browser }) => {
    const context = await browser.newContext({ locale: 'es-ES' })
    const patient = await arrive(context, system, 'es', 'authenticator')
    const { page } = patient
    await enter(patient, '600000001', DEMO)
    await atHome(patient)
    await page.goto(`${system.url}/account/profile`)
    await patient.button('profile.security').click()
    await patient.see('ui.sessions.this')
    await patient.capture('01-security')
    await page.getByRole('link', { name: patient.messages.text('access.security.authenticator') }).click()
    await field(patient, 'access.totp.password').fill('no-es-esta')
    await patient.button('access.totp.start').click()
    await patient.see('access.password.WRONG_PASSWORD')
    await patient.capture('02-password')
    await field(patient, 'access.totp.password').fill(DEMO)
    await patient.button('access.totp.start').click()
    await expect(page.getByRole('img', { name: patient.messages.text('access.totp.qr') })).toBeVisible()
    await patient.capture('03-secret')
    const codeAt = appWith((await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '')
    await field(patient, 'access.totp.code').fill(codeAt(0))
    await patient.see('access.totp.codesTitle')
    await patient.capture('04-recovery-codes')
    const codes = await page.getByRole('listitem').allTextContents()
    expect(codes).toHaveLength(10)
    await patient.button('access.totp.kept').click()
    await patient.see('access.security.factor.totp')

    const again = await arrive(await browser.newContext({ locale: 'es-ES' }), system, 'es', 'authenticator')
    await enter(again, '600000001', DEMO)
    await again.see('access.mfa.totp')
    await again.capture('05-sign-in')
    await field(again, 'access.code.label').fill(codeAt(30))
    await atHome(again)
    await again.page.context().close()

    const lockedOutPage = await arrive(await browser.newContext({ locale: 'es-ES' }), system, 'es', 'authenticator')
    await enter(lockedOutPage, '600000001', DEMO)
    await lockedOutPage.button('access.mfa.useRecovery').click()
    await field(lockedOutPage, 'access.mfa.recovery').fill('nunca-fue')
    await lockedOutPage.button('access.code.continue').click()
    await lockedOutPage.see('access.mfa.recovery.WRONG_CODE')
    await lockedOutPage.capture('06-recovery-code')
    await field(lockedOutPage, 'access.mfa.recovery').fill(codes[0] ?? '')
    await lockedOutPage.button('access.code.continue').click()
    await atHome(lockedOutPage)
    await lockedOutPage.page.goto(`${system.url}/account/security`)
    await lockedOutPage.page
      .getByRole('button', { name: lockedOutPage.messages.pattern('ui.sessions.endLabel') })
      .first()
      .click()
    await lockedOutPage.see('ui.sessions.ended')
    await lockedOutPage.page.goto(`${system.url}/account/security/authenticator`)
    await lockedOutPage.button('access.totp.off').click()
    await lockedOutPage.capture('07-off')
    // The last code was used at sign-in; the next one is half a minute away.
    await forgetUsedCodes(system)
    await field(lockedOutPage, 'access.totp.password').fill(DEMO)
    await field(lockedOutPage, 'access.totp.code').fill(codeAt(0))
    await lockedOutPage.see('access.totp.offDone')
    await expect(lockedOutPage.button('access.totp.start')).toBeVisible()
    await context.close()
    await lockedOutPage.page.context().close()
  })

  test('a patient changes a known password', async ({ browser }) => {
    const context = await browser.newContext({ locale: 'en' })
    const patient = await arrive(context, system, 'en', 'password')
    await enter(patient, '600000002', 'Otro-camino-8')
    await atHome(patient)
    await patient.page.goto(`${system.url}/account/security/password`)
    await field(patient, 'access.password.current').fill('Otro-camino-8')
    await field(patient, 'access.password.new').fill(NEW)
    await patient.capture('01-change')
    await patient.button('access.password.save').click()
    await expect(patient.page).toHaveURL(/\/account\/security$/)
    await patient.see('access.password.changed')
    await context.close()
  })
})

test.describe('bem-leve', () => {
  let system: RunningSystem
  test.beforeAll(async () => {
    system = await startSystem('bem-leve')
  })
  test.afterAll(() => system?.stop())

  test('the second factor comes by SMS, or by phone call on request [A2.18]', async ({ browser }) => {
    const context = await browser.newContext({ locale: 'pt-BR' })
    const patient = await arrive(context, system, 'pt-BR', 'mfa')
    const { page } = patient
    await installPageClock(context)
    const since = new Date()
    await enter(patient, '11 90000-0001', DEMO)
    await expect(page).toHaveURL(/\/signin\/mfa$/)
    await codeSentTo(system.url, '+5511900000001', since)
    await patient.capture('01-code')
    await gapPasses(system, page)
    const called = new Date()
    await patient.button('access.code.call').click()
    await patient.see('access.code.sent')
    await field(patient, 'access.code.label').fill(await codeSentTo(system.url, '+5511900000001', called))
    await atHome(patient)
    await context.close()
  })
})

/** The codes of an authenticator app with this secret. */
function appWith(secret: string): (seconds: number) => string {
  const totp = new OTPAuth.TOTP({ secret: OTPAuth.Secret.fromBase32(secret.replaceAll(' ', '')) })
  return (seconds) => totp.generate({ timestamp: Date.now() + seconds * 1_000 })
}

/** Presses Tab until the target has focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let pressed = 0; pressed < 25; pressed++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('the focus never came there')
}
