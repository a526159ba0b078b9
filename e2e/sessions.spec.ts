import { type Browser, expect, type Page, test } from '@playwright/test'
import { installPageClock } from './clock.ts'
import { pressOn, tabTo, typeInto } from './keyboard.ts'
import { messagesOf } from './messages.ts'
import { codeSentTo } from './outbox.ts'
import { Patient } from './patient.ts'
import { changeAccount, endSessionsOf, HOLDER, NEWCOMER, PatientBrowser, signInElsewhere } from './patient-browser.ts'
import { capture, captureAtWidths } from './screens.ts'
import { type RunningSystem, startSystem } from './system.ts'

const LANGUAGES = ['es', 'en'] as const
/** The demo's idle limit is 15 minutes, with a warning in the last 2. */
const IDLE = '13:01'
/**
 * The last seconds pass in real time: a tab that is notified during a clock jump would find its next screen expired.
 */
const NEARLY_OVER = '01:56'

let system: RunningSystem
test.beforeAll(async () => {
  // The debug banner and the screen of all languages exist outside production only.
  Object.assign(process.env, { ENVIRONMENT: 'staging', I18N_DEBUG: 'on' })
  system = await startSystem('vida-ligera')
})
test.afterAll(async () => {
  delete process.env.ENVIRONMENT
  delete process.env.I18N_DEBUG
  await system?.stop()
})
test.afterEach(() => endSessionsOf(system.databaseUrl, HOLDER.phone))

async function openPatientBrowser(browser: Browser, language: (typeof LANGUAGES)[number]): Promise<PatientBrowser> {
  return new PatientBrowser(await browser.newContext({ locale: language }), messagesOf(language), system.url)
}

for (const [index, language] of LANGUAGES.entries()) {
  test.describe(language, () => {
    test('a new patient registers with the keyboard alone [A2.31]', { tag: index === 0 ? '@gate' : [] }, async ({
      browser,
    }) => {
      const patientBrowser = await openPatientBrowser(browser, language)
      const page = await patientBrowser.open('/welcome')
      const phone = `+3461199880${index}`
      await typeInto(page, patientBrowser.field(page, 'access.welcome.phone'), phone.slice(3))
      await patientBrowser.see(page, 'access.welcome.new')
      const since = new Date()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/account\/create\/verify/)
      await tabTo(page, patientBrowser.field(page, 'access.code.label'))
      await page.keyboard.type(await codeSentTo(system.url, phone, since))
      await expect(page).toHaveURL(/\/account\/create\/profile/)
      await fillProfile(page, patientBrowser, index)
      await expect(page).toHaveURL(/how-can-we-help/)
      await patientBrowser.context.close()
    })

    test('a patient signs in with the keyboard alone [A2.31] [A4.7]', async ({ browser }) => {
      const patientBrowser = await openPatientBrowser(browser, language)
      const page = await patientBrowser.open('/welcome')
      await typeInto(page, patientBrowser.field(page, 'access.welcome.phone'), HOLDER.typed)
      await page.keyboard.press('Enter')
      await typeInto(page, patientBrowser.field(page, 'access.welcome.password'), 'Wrong-password-1')
      await page.keyboard.press('Enter')
      await patientBrowser.see(page, 'access.welcome.password.WRONG')
      await tabTo(page, patientBrowser.field(page, 'access.welcome.password'))
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('Cuida-demo-1')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/how-can-we-help/)
      await patientBrowser.context.close()
    })

    test('an idle session shows a warning in every tab, one answer counts for all, and Welcome gives the reason after its end [A2.35] [A2.43] [A4.16]', {
      tag: index === 0 ? '@gate' : [],
    }, async ({ browser }) => {
      const patientBrowser = await openPatientBrowser(browser, language)
      const reading = await patientBrowser.signIn(HOLDER.typed)
      const other = await patientBrowser.open('/account/profile')
      await expect(other.getByText(HOLDER.shown)).toBeVisible()
      const { clock } = patientBrowser.context
      await installPageClock(patientBrowser.context)
      await expect(other.getByText(HOLDER.shown)).toBeVisible()
      await expect(reading.getByRole('heading', { level: 1 })).toBeVisible()
      const warning = (page: Page) => patientBrowser.heading(page, 'access.idle.title')

      await clock.fastForward('12:00')
      await reading.keyboard.press('Shift')
      await reading.waitForTimeout(1_500)
      await clock.fastForward('05:00')
      await reading.waitForTimeout(1_500)
      await expect(warning(reading)).toBeHidden()
      await expect(warning(other)).toBeHidden()

      await other.keyboard.press('Shift')
      // The other tab is notified in real time, which the fake clock does not speed up.
      await other.waitForTimeout(3_000)
      await clock.fastForward(IDLE)
      await expect(warning(reading)).toBeVisible()
      await expect(warning(other)).toBeVisible()
      await expect(warning(other)).toBeFocused()
      await capture(other, `sessions-${language}-idle`)
      await captureAtWidths(other, `sessions-${language}-idle`)
      await other.mouse.move(100, 100)
      await expect(warning(reading)).toBeVisible()
      await patientBrowser.button(other, 'access.idle.stay').click()
      await expect(warning(other)).toBeHidden()
      await expect(warning(reading)).toBeHidden()

      await other.waitForTimeout(1_500)
      await clock.fastForward(IDLE)
      await expect(warning(reading)).toBeVisible()
      await clock.fastForward(NEARLY_OVER)
      for (const page of [reading, other]) {
        await expect(page).toHaveURL(/\/welcome\?reason=inactivity/)
        await patientBrowser.see(page, 'access.welcome.inactivity')
      }
      expect(await other.content()).not.toContain(HOLDER.phone)
      await capture(other, `sessions-${language}-inactivity`)
      await patientBrowser.context.close()
    })

    test('at the session limit the patient is asked, sees a failure, and signs in by ending another session [A2.47] [A4.7] [A8.1]', {
      tag: index === 0 ? '@gate' : [],
    }, async ({ browser }) => {
      await signInElsewhere(system.url, HOLDER.phone, 4)
      const patientBrowser = await openPatientBrowser(browser, language)
      const page = await patientBrowser.open('/welcome')
      await patientBrowser.enter(page, HOLDER.typed)
      await expect(patientBrowser.heading(page, 'access.force.title')).toBeFocused()
      await capture(page, `sessions-${language}-force`)
      await page.route('**/v1/auth/login/force*', (route) => route.abort())
      await patientBrowser.button(page, 'access.force.confirm').click()
      await expect(patientBrowser.heading(page, 'access.force.retry.title')).toBeVisible()
      await capture(page, `sessions-${language}-force-retry`)
      await page.unroute('**/v1/auth/login/force*')
      await patientBrowser.button(page, 'access.force.retry.confirm').click()
      await expect(page).toHaveURL(/how-can-we-help/)
      await patientBrowser.context.close()
    })

    test('a blocked patient is informed and led to support [A2.35] [A4.7] [A8.2]', async ({ browser }) => {
      await changeAccount(system.databaseUrl, NEWCOMER.phone, { status: 'blocked' })
      const patientBrowser = await openPatientBrowser(browser, language)
      const page = await patientBrowser.open('/welcome')
      await patientBrowser.enter(page, NEWCOMER.typed)
      await patientBrowser.see(page, 'access.blocked')
      await capture(page, `sessions-${language}-blocked`)
      await patientBrowser.link(page, 'access.blockedContact').click()
      await expect(page).toHaveURL(/\/support/)
      await changeAccount(system.databaseUrl, NEWCOMER.phone, { status: 'active' })
      await patientBrowser.context.close()
    })
  })
}

test('a patient whose session expired while writing continues in the same place [A2.3] [A2.34] [A2.36] [A4.17] [A8.11]', async ({
  browser,
}) => {
  const patientBrowser = await openPatientBrowser(browser, 'es')
  const page = await patientBrowser.signIn(HOLDER.typed)
  const patient = new Patient(page, patientBrowser.messages, system.url, 'sessions-booking')
  await page.goto(`${system.url}/products/medical-weight-assessment/questions?mode=later`)
  await page.getByRole('radio', { name: patientBrowser.messages.pattern('profile.identity.you') }).check()
  await patientBrowser.button(page, 'booking.who.continue').click()
  await expect(page).toHaveURL(/\/questions/)
  await patient.answerQuestions()
  const messages = 'Quiero dormir mejor y no sé por dónde empezar.'
  const saved = page.waitForResponse((reply) => reply.url().includes('/v1/cart') && reply.request().method() !== 'GET')
  await page.getByRole('textbox').fill(messages)
  await saved
  await installPageClock(patientBrowser.context)
  await expect(page.getByRole('textbox')).toHaveValue(messages)
  await page.waitForTimeout(1_500)
  await patientBrowser.context.clock.fastForward('15:01')
  await expect(page).toHaveURL(/\/welcome\?reason=inactivity/)
  await patientBrowser.see(page, 'access.welcome.heading.booking')
  await expect(patientBrowser.button(page, 'access.welcome.guest')).toBeHidden()
  await page.goto(`${system.url}/products/medical-weight-assessment/summary`)
  await expect(page).toHaveURL(/\/products\/medical-weight-assessment$/)
  expect(await page.content()).not.toContain(messages)
  await page.goto(`${system.url}/welcome`)
  await patientBrowser.enter(page, HOLDER.typed)
  await expect(page).toHaveURL(/\/summary/)
  await expect(page.getByRole('textbox')).toHaveValue(messages)
  await patientBrowser.context.close()
})

test('the debugging aids show ids and languages to permitted accounts only [A1.7] [A2.9] [A2.48] [A6.5]', async ({
  browser,
}) => {
  await changeAccount(system.databaseUrl, HOLDER.phone, { debug: true })
  const patientBrowser = await openPatientBrowser(browser, 'en')
  const page = await patientBrowser.signIn(HOLDER.typed)
  const banner = page.getByRole('complementary', { name: patientBrowser.messages.text('brand.debug.label') })
  await expect(banner).toContainText('home')
  expect(await banner.textContent()).not.toMatch(/Ana|600/)
  await capture(page, 'sessions-debug')
  await page.goto(`${system.url}/language`)
  await page.getByRole('radio', { name: 'Português (Brasil)' }).click()
  await expect(page.getByRole('heading', { name: messagesOf('pt-BR').text('brand.language.title') })).toBeVisible()
  await capture(page, 'sessions-language')
  await changeAccount(system.databaseUrl, HOLDER.phone, { debug: false })
  await patientBrowser.context.close()
})

test('a crashed screen shows an error, and a restart returns to the app [A2.46] [A8.5] [B2.29]', async ({
  browser,
}) => {
  const patientBrowser = await openPatientBrowser(browser, 'es')
  await patientBrowser.signIn(HOLDER.typed)
  const page = await patientBrowser.context.newPage()
  await page.route('**/v1/user/me', (route) => route.fulfill({ json: { firstName: 'Ana', lastName: 'Sanz' } }))
  await page.goto(`${system.url}/account/profile`)
  await patientBrowser.see(page, 'ui.crash.title')
  await capture(page, 'sessions-crash')
  await page.unroute('**/v1/user/me')
  await patientBrowser.button(page, 'ui.crash.restart').click()
  await expect(page).toHaveURL(/how-can-we-help/)
  await patientBrowser.context.close()
})

test.describe('a partner with a greeting for new patients', () => {
  let greeting: RunningSystem
  test.beforeAll(async () => {
    greeting = await startSystem('bem-leve')
  })
  test.afterAll(() => greeting?.stop())

  test('a new number gets the greeting with two help links, and no password reset [A2.32] [A2.37]', async ({
    browser,
  }) => {
    const context = await browser.newContext({ locale: 'pt-BR' })
    const patientBrowser = new PatientBrowser(context, messagesOf('pt-BR'), greeting.url)
    const page = await patientBrowser.open('/welcome')
    await expect(patientBrowser.link(page, 'access.welcome.forgot')).toHaveAttribute('href', '/account/forgot')
    await patientBrowser.field(page, 'access.welcome.phone').fill('11 98765 0001')
    await expect(page.getByRole('status', { name: /Bem Leve/ })).toBeVisible()
    await expect(patientBrowser.link(page, 'access.welcome.forgot')).toBeHidden()
    await expect(patientBrowser.link(page, 'access.onboarding.whatsapp')).toHaveAttribute(
      'href',
      /wa\.me\/\d+\?text=Ol%C3%A1/,
    )
    await expect(patientBrowser.link(page, 'access.onboarding.email')).toHaveAttribute(
      'href',
      /^mailto:.+subject=.+&body=Ol/,
    )
    await capture(page, 'sessions-onboarding')
    await captureAtWidths(page, 'sessions-onboarding')
    await context.close()
  })
})

async function fillProfile(page: Page, patientBrowser: PatientBrowser, index: number): Promise<void> {
  const { messages } = patientBrowser
  await typeInto(page, patientBrowser.field(page, 'access.profile.firstName'), 'Teresa')
  await typeInto(page, patientBrowser.field(page, 'access.profile.lastName'), 'Moreno Gil')
  const birth = page.getByRole('group', { name: messages.text('access.profile.dateOfBirth') }).getByRole('textbox')
  for (const [at, part] of ['31', '3', '1990'].entries()) await typeInto(page, birth.nth(at), part)
  await pressOn(page, page.getByRole('radio', { name: messages.text('access.profile.sex.Female') }), 'Space')
  await typeInto(page, patientBrowser.field(page, 'access.profile.email'), `teresa${index}@example.com`)
  await typeInto(page, patientBrowser.field(page, 'access.profile.password'), 'Camino-verde-7')
  await pressOn(page, page.getByRole('checkbox'), 'Space')
  await pressOn(page, page.getByRole('button', { name: messages.text('access.profile.submit') }))
}
