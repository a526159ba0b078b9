import { type Browser, expect, test } from '@playwright/test'
import { messagesOf } from './messages.ts'
import { endSessionsOf, HOLDER, PatientBrowser } from './patient-browser.ts'
import { capture } from './screens.ts'
import { type RunningSystem, startSystem } from './system.ts'

let system: RunningSystem
test.beforeAll(async () => {
  system = await startSystem('vida-ligera')
})
test.afterAll(() => system?.stop())
test.afterEach(() => endSessionsOf(system.databaseUrl, HOLDER.phone))

const openPatientBrowser = async (browser: Browser): Promise<PatientBrowser> =>
  new PatientBrowser(await browser.newContext({ locale: 'es' }), messagesOf('es'), system.url)

test('signing out in one tab signs out all tabs and clears the booking [A2.28] [A4.5]', { tag: '@gate' }, async ({
  browser,
}) => {
  const patientBrowser = await openPatientBrowser(browser)
  const page = await patientBrowser.signIn(HOLDER.typed)
  const other = await patientBrowser.open('/account/profile')
  await expect(other.getByText(HOLDER.shown)).toBeVisible()
  await page.goto(`${system.url}/products/medical-weight-assessment/questions?mode=later`)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cart'))).not.toBeNull()
  await page.goto(`${system.url}/account/profile`)
  await patientBrowser.button(page, 'profile.signOut').click()
  await expect(page).toHaveURL(/\/welcome$/)
  await expect(other).toHaveURL(/\/account\/logged-out/)
  await patientBrowser.see(other, 'access.loggedOut.text')
  expect(await other.content()).not.toContain(HOLDER.phone)
  await capture(other, 'sessions-logged-out')
  expect(await page.evaluate(() => localStorage.getItem('cart'))).toBeNull()
  await patientBrowser.context.close()
})

test('a late sign-out event still clears a tab and shows the reason', async ({ browser }) => {
  const patientBrowser = await openPatientBrowser(browser)
  const page = await patientBrowser.signIn(HOLDER.typed)
  await patientBrowser.context.addInitScript(() => {
    const { set } = Object.getOwnPropertyDescriptor(BroadcastChannel.prototype, 'onmessage') ?? {}
    Object.defineProperty(BroadcastChannel.prototype, 'onmessage', {
      set(listener: (event: MessageEvent) => void) {
        set?.call(this, (event: MessageEvent) =>
          setTimeout(() => listener(event), event.data.kind === 'out' ? 3_000 : 0),
        )
      },
    })
  })
  const other = await patientBrowser.open('/account/profile')
  await expect(other.getByText(HOLDER.shown)).toBeVisible()
  await page.goto(`${system.url}/account/profile`)
  await patientBrowser.button(page, 'profile.signOut').click()
  // The event stream ended with the session, and the next request got a 401. The reason arrives later.
  await expect(other).toHaveURL(/\/welcome$/)
  await expect(other).toHaveURL(/\/account\/logged-out/)
  expect(await other.evaluate(() => sessionStorage.getItem('continue-path'))).toBeNull()
  await patientBrowser.context.close()
})

test("a page from the browser's back-forward cache shows nothing of an ended session", async ({ browser }) => {
  const patientBrowser = await openPatientBrowser(browser)
  await patientBrowser.signIn(HOLDER.typed)
  const page = await patientBrowser.open('/account/profile')
  await expect(page.getByText(HOLDER.shown)).toBeVisible()
  const turn = (name: 'pagehide' | 'pageshow') =>
    page.evaluate((type) => dispatchEvent(new PageTransitionEvent(type, { persisted: true })), name)
  await turn('pagehide')
  await expect(page.getByText(HOLDER.shown)).toBeHidden()
  await turn('pageshow')
  await expect(page.getByText(HOLDER.shown)).toBeVisible()
  await turn('pagehide')
  await page.evaluate(() => localStorage.clear())
  await turn('pageshow')
  await expect(page).toHaveURL(/\/welcome/)
  expect(await page.content()).not.toContain(HOLDER.phone)
  await patientBrowser.context.close()
})

test('a session that the server ended leads to Welcome, which asks to sign in again and returns [A2.35] [A7.33] [A8.3] [A8.11]', async ({
  browser,
}) => {
  const patientBrowser = await openPatientBrowser(browser)
  await patientBrowser.signIn(HOLDER.typed)
  const page = await patientBrowser.open('/account/profile')
  await expect(page.getByText(HOLDER.shown)).toBeVisible()
  await endSessionsOf(system.databaseUrl, HOLDER.phone)
  await page.waitForTimeout(6_000)
  await page.reload()
  await expect(page).toHaveURL(/\/welcome\?reason=unauthorized/)
  await patientBrowser.see(page, 'access.welcome.unauthorized')
  await capture(page, 'sessions-unauthorized')
  await patientBrowser.enter(page, HOLDER.typed)
  await expect(page).toHaveURL(/\/account\/profile/)
  await patientBrowser.context.close()
})
