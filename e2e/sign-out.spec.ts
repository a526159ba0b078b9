import { type Browser, expect, test } from '@playwright/test'
import { Door, endSessionsOf, HOLDER } from './door.ts'
import { messagesOf } from './messages.ts'
import { look } from './screens.ts'
import { type RunningSystem, startSystem } from './system.ts'

let system: RunningSystem
test.beforeAll(async () => {
  system = await startSystem('vida-ligera')
})
test.afterAll(() => system?.stop())
test.afterEach(() => endSessionsOf(system.databaseUrl, HOLDER.phone))

const doorOf = async (browser: Browser): Promise<Door> =>
  new Door(await browser.newContext({ locale: 'es' }), messagesOf('es'), system.url)

test('who signs out in one tab has signed out in all, and leaves no booking [A2.28] [A4.5]', { tag: '@gate' }, async ({
  browser,
}) => {
  const door = await doorOf(browser)
  const page = await door.signIn(HOLDER.typed)
  const other = await door.open('/account/profile')
  await expect(other.getByText(HOLDER.shown)).toBeVisible()
  await page.goto(`${system.url}/products/medical-weight-assessment/questions?mode=later`)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cart'))).not.toBeNull()
  await page.goto(`${system.url}/account/profile`)
  await door.button(page, 'profile.signOut').click()
  await expect(page).toHaveURL(/\/welcome$/)
  await expect(other).toHaveURL(/\/account\/logged-out/)
  await door.see(other, 'access.loggedOut.text')
  expect(await other.content()).not.toContain(HOLDER.phone)
  await look(other, 'sessions-logged-out')
  expect(await page.evaluate(() => localStorage.getItem('cart'))).toBeNull()
  await door.context.close()
})

test('a sign-out event that arrives late still clear a tab, and say what happened', async ({ browser }) => {
  const door = await doorOf(browser)
  const page = await door.signIn(HOLDER.typed)
  await door.context.addInitScript(() => {
    const { set } = Object.getOwnPropertyDescriptor(BroadcastChannel.prototype, 'onmessage') ?? {}
    Object.defineProperty(BroadcastChannel.prototype, 'onmessage', {
      set(hear: (event: MessageEvent) => void) {
        set?.call(this, (event: MessageEvent) => setTimeout(() => hear(event), event.data.kind === 'out' ? 3_000 : 0))
      },
    })
  })
  const other = await door.open('/account/profile')
  await expect(other.getByText(HOLDER.shown)).toBeVisible()
  await page.goto(`${system.url}/account/profile`)
  await door.button(page, 'profile.signOut').click()
  // Its event stream ended with the session: it asked, and was nobody. Why that is comes later.
  await expect(other).toHaveURL(/\/welcome$/)
  await expect(other).toHaveURL(/\/account\/logged-out/)
  expect(await other.evaluate(() => sessionStorage.getItem('continue-path'))).toBeNull()
  await door.context.close()
})

test('a page that the browser kept shows nothing of a session that ended meanwhile', async ({ browser }) => {
  const door = await doorOf(browser)
  await door.signIn(HOLDER.typed)
  const page = await door.open('/account/profile')
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
  await door.context.close()
})

test('a session that the server ended leads to Welcome, which asks to sign in again, and then back [A2.35] [A7.33] [A8.3] [A8.11]', async ({
  browser,
}) => {
  const door = await doorOf(browser)
  await door.signIn(HOLDER.typed)
  const page = await door.open('/account/profile')
  await expect(page.getByText(HOLDER.shown)).toBeVisible()
  await endSessionsOf(system.databaseUrl, HOLDER.phone)
  await page.waitForTimeout(6_000)
  await page.reload()
  await expect(page).toHaveURL(/\/welcome\?reason=unauthorized/)
  await door.see(page, 'access.welcome.unauthorized')
  await look(page, 'sessions-unauthorized')
  await door.enter(page, HOLDER.typed)
  await expect(page).toHaveURL(/\/account\/profile/)
  await door.context.close()
})
