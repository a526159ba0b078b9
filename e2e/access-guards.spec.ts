import { expect, test } from '@playwright/test'
import { messagesOf } from './messages.ts'
import { codeSentTo } from './outbox.ts'
import { HOLDER, PatientBrowser } from './patient-browser.ts'
import { capture } from './screens.ts'
import { type RunningSystem, startSystem } from './system.ts'

/** Access guards of the screens (A2.2, A2.24), and the public documents. */
let system: RunningSystem
test.beforeAll(async () => {
  system = await startSystem('vida-ligera')
})
test.afterAll(() => system?.stop())

test('a signed-in patient is redirected from every sign-in screen [A2.2] [A2.11] [A2.24]', {
  tag: '@gate',
}, async ({ browser }) => {
  const patientBrowser = new PatientBrowser(await browser.newContext({ locale: 'es' }), messagesOf('es'), system.url)
  const page = await patientBrowser.signIn(HOLDER.typed)
  for (const path of ['/', '/welcome', '/account/create/verify', '/account/create/profile', '/account/signin/mfa']) {
    await page.goto(system.url + path)
    await expect(page, path).toHaveURL(/how-can-we-help/)
  }
  await patientBrowser.context.close()
})

test('a patient who submits before the phone look-up has answered signs in with one password', async ({ browser }) => {
  const patientBrowser = new PatientBrowser(await browser.newContext({ locale: 'es' }), messagesOf('es'), system.url)
  const page = await patientBrowser.open('/welcome')
  let requestCount = 0
  // The look-up caused by Enter is slow; the one caused by typing is answered at once.
  await page.route('**/phone-exists', async (route) => {
    requestCount += 1
    if (requestCount === 1) await new Promise((resolve) => setTimeout(resolve, 2_000))
    await route.continue()
  })
  await patientBrowser.enter(page, HOLDER.typed)
  await expect(page).toHaveURL(/how-can-we-help/)
  expect(requestCount).toBe(1)
  await patientBrowser.context.close()
})

test('without a session the consultations redirect to Welcome, and open after signing in [A2.25] [A8.3] [B2.19]', {
  tag: '@gate',
}, async ({ browser }) => {
  const patientBrowser = new PatientBrowser(await browser.newContext({ locale: 'en' }), messagesOf('en'), system.url)
  const page = await patientBrowser.open('/consultations')
  await expect(page).toHaveURL(/\/welcome/)
  await patientBrowser.enter(page, HOLDER.typed)
  await expect(page).toHaveURL(/\/consultations/)
  await patientBrowser.context.close()
})

test('a link with a token continues: the token leaves the address, and the phone is asked for again [A2.23]', {
  tag: '@gate',
}, async ({ browser }) => {
  const patientBrowser = new PatientBrowser(await browser.newContext({ locale: 'en' }), messagesOf('en'), system.url)
  const phone = { number: '+34611998877', country: 'ES' }
  const since = new Date()
  const response = await patientBrowser.context.request.post(`${system.url}/v1/auth/register/phone`, {
    data: { phone },
  })
  const { accessToken } = (await response.json()) as { accessToken: string }
  const page = await patientBrowser.open(`/account/create/verify/@${accessToken}`)
  await expect(page).toHaveURL(/\/account\/create\/verify$/)
  await patientBrowser.field(page, 'access.code.label').fill(await codeSentTo(system.url, phone.number, since))
  await expect(page).toHaveURL(/\/account\/create\/profile$/)
  await expect(patientBrowser.field(page, 'access.profile.phone')).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(history.state ?? ''))).not.toContain(accessToken)
  await capture(page, 'joinLinks-profile-with-phone')
  await patientBrowser.context.close()
})

for (const [path, title, failure] of [
  ['/terms-and-conditions', 'brand.policy.terms', 'screens.termsAndConditions.error'],
  ['/privacy-policy', 'brand.policy.privacy', 'screens.privacyPolicy.error'],
  ['/subscription-terms-and-conditions', 'brand.policy.subscription', 'screens.subscriptionTermsAndConditions.error'],
] as const)
  test(`${path} is a document with sections, and shows an error when it cannot be loaded [A2.6] [A2.7] [A2.8] [A2.49] [A5.9] [A8.7]`, async ({
    browser,
  }) => {
    const patientBrowser = new PatientBrowser(await browser.newContext({ locale: 'es' }), messagesOf('es'), system.url)
    const page = await patientBrowser.open(path)
    await expect(patientBrowser.heading(page, title)).toBeVisible()
    await expect(page.locator('article section').nth(2)).toBeVisible()
    await capture(page, `doors${path.replace('/', '-')}`)
    const offlinePage = await patientBrowser.context.newPage()
    await offlinePage.route('**/api/policy-documents**', (route) => route.abort())
    await offlinePage.goto(system.url + path)
    await patientBrowser.see(offlinePage, failure)
    await offlinePage.unroute('**/api/policy-documents**')
    await offlinePage.getByRole('button', { name: patientBrowser.messages.pattern('ui.retry') }).click()
    await expect(offlinePage.locator('article section').first()).toBeVisible()
    await patientBrowser.context.close()
  })
