import { type Browser, expect, test } from '@playwright/test'
import { ownSystem } from './journey.ts'
import { messagesOf } from './messages.ts'
import { endSessionsOf, HOLDER, PatientBrowser } from './patient-browser.ts'
import { capture, captureAtWidths } from './screens.ts'

const messages = messagesOf('es')
const ME = '**/v1/user/me'

const system = ownSystem('vida-ligera')
test.afterEach(() => endSessionsOf(system.databaseUrl, HOLDER.phone))

const openPatientBrowser = async (browser: Browser): Promise<PatientBrowser> =>
  new PatientBrowser(await browser.newContext({ locale: 'es-ES' }), messages, system.url)

test('when the session cannot be checked, the app says so, retries, and offers to sign out', async ({ browser }) => {
  const patientBrowser = await openPatientBrowser(browser)
  const page = await patientBrowser.signIn(HOLDER.typed)
  await page.route(ME, (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: '{"code":"UNAVAILABLE","traceId":"c0ffee"}',
    }),
  )
  await page.goto(`${system.url}/redirect`)
  await expect(patientBrowser.heading(page, 'brand.session.title')).toBeVisible()
  await expect(page.getByText('c0ffee')).toBeVisible()
  await capture(page, 'shell-session-failed')
  await captureAtWidths(page, 'shell-session-failed')
  await page.unroute(ME)
  await expect(page).toHaveURL(/how-can-we-help/)

  await page.route(ME, (route) => route.abort())
  await page.goto(`${system.url}/account/profile`)
  await expect(patientBrowser.heading(page, 'brand.session.title')).toBeVisible()
  await patientBrowser.button(page, 'brand.session.signOut').click()
  await expect(page).toHaveURL(/\/welcome/)
  await patientBrowser.context.close()
})

test('queries that failed offline are retried once online', async ({ browser }) => {
  const patientBrowser = await openPatientBrowser(browser)
  const page = await patientBrowser.signIn(HOLDER.typed)
  await page.goto(`${system.url}/support`)
  await page.route('**/api/products**', (route) => route.abort())
  await page.locator('nav a[href="/how-can-we-help"]').click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.unrouteAll()
  await patientBrowser.context.setOffline(true)
  await patientBrowser.context.setOffline(false)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await patientBrowser.context.close()
})

test('an address with a query is the same after signing in', async ({ browser }) => {
  const patientBrowser = await openPatientBrowser(browser)
  const page = await patientBrowser.open('/profile/payment-details?id=0b1ff5f0-0000-4000-8000-000000000001')
  await expect(page).toHaveURL(/\/welcome/)
  await patientBrowser.enter(page, HOLDER.typed)
  await expect(page).toHaveURL(/\/profile\/payment-details\?id=0b1ff5f0-0000-4000-8000-000000000001$/)
  await patientBrowser.context.close()
})

test('an unknown address shows a screen with status 404', async ({ browser }) => {
  const patientBrowser = await openPatientBrowser(browser)
  const page = await patientBrowser.open('/nope')
  await expect(page.getByRole('heading', { level: 1, name: messages.text('brand.notFound.title') })).toBeVisible()
  await expect(page.getByRole('main')).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await capture(page, 'shell-not-found')
  await captureAtWidths(page, 'shell-not-found')
  await patientBrowser.link(page, 'brand.error.toHome').click()
  await expect(page).toHaveURL(/how-can-we-help/)
  expect((await fetch(`${system.url}/nope`)).status).toBe(404)
  for (const path of ['/', '/welcome', '/profile/payment-details?id=1', '/account/consultations', '/orders/1'])
    expect((await fetch(system.url + path)).status, path).toBe(200)
  await patientBrowser.context.close()
})

test('a double press answers one page of questions', async ({ browser }) => {
  const patientBrowser = await openPatientBrowser(browser)
  const page = await patientBrowser.signIn(HOLDER.typed)
  await page.goto(`${system.url}/products/medical-weight-assessment/questions?mode=later`)
  // The holder has a child, so the person is chosen before the questions.
  await page.getByRole('radio', { name: messages.pattern('profile.identity.you') }).check()
  await patientBrowser.button(page, 'booking.who.continue').click()
  const sliders = page.getByRole('slider')
  await expect(sliders).toHaveCount(2)
  const first = await page.getByRole('heading', { level: 1 }).innerText()
  for (const slider of await sliders.all()) await slider.press('ArrowRight')
  const next = patientBrowser.button(page, 'booking.next')
  await next.dblclick({ delay: 40 })
  await expect(page).toHaveURL(/question=3/)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(first)
  await expect(page.getByRole('alert')).toHaveCount(0)
  const problem = messages.text('booking.problem.multipleChoice')
  await expect(page.getByText(problem)).toHaveCount(0)
  await page.waitForTimeout(700)
  await next.click()
  await expect(page.getByText(problem).first()).toBeVisible()
  await page.getByRole('main').getByRole('checkbox').first().press('Space')
  await page.goBack()
  await expect(page).not.toHaveURL(/question=3/)
  // Both pages are answered already, so fast presses are accepted.
  await next.click()
  await next.click()
  await expect(page).toHaveURL(/question=4/)
  await patientBrowser.context.close()
})
