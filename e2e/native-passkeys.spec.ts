import { expect, type Page, test } from '@playwright/test'
import { messagesOf } from './messages.ts'
import { type NativeApp, openApp, startNativeApp } from './native-app.ts'
import { DEMO_PASSWORD, HOLDER } from './patient-browser.ts'
import { capture, captureAtWidths } from './screens.ts'

const PRINT = 'AB:'.repeat(31).concat('CD')
const ORIGIN = `android:apk-key-hash:${Buffer.from(PRINT.replaceAll(':', ''), 'hex').toString('base64url')}`
const es = messagesOf('es')
let app: NativeApp

test.beforeAll(async () => {
  app = await startNativeApp('vida-ligera', { ANDROID_APP: `example.vidaligera.app,${PRINT}` })
})
test.afterAll(() => app?.stop())

const button = (page: Page, key: string) => page.getByRole('button', { name: es.pattern(key) })
const see = (page: Page, key: string) => expect(page.getByText(es.pattern(key)).first()).toBeVisible()

async function enterPassword(page: Page): Promise<void> {
  await page.getByLabel(es.text('access.welcome.phone'), { exact: true }).fill(HOLDER.typed)
  await page.getByLabel(es.text('access.welcome.password'), { exact: true }).fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/how-can-we-help/)
}

async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(`${app.pages.origin}${path}`)
  await expect(page).toHaveURL(new RegExp(path))
}

async function leave(page: Page, keychain: Map<string, unknown>): Promise<void> {
  keychain.clear()
  await page.goto(`${app.pages.origin}/welcome`)
  await expect(button(page, 'access.passkey.signIn')).toBeVisible()
}

test('in the native app a patient is offered a passkey, signs in with it, and removes it', async ({ browser }) => {
  const { phone, page, context, troubles } = await openApp(browser, app, { passkeyOrigin: ORIGIN })
  await enterPassword(page)
  await see(page, 'access.passkey.offer')
  await capture(page, 'native-passkey-offer')
  await button(page, 'access.passkey.offerAction').click()
  await see(page, 'ui.passkeys.added')

  await leave(page, phone.keychain)
  await capture(page, 'native-passkey-welcome')
  await captureAtWidths(page, 'native-passkey-welcome')
  phone.closesPasskeys = true
  await button(page, 'access.passkey.signIn').click()
  await expect.poll(() => phone.calls('CapacitorPasskey', 'getCredential')).toHaveLength(1)
  await expect(button(page, 'access.passkey.signIn')).not.toHaveAttribute('aria-busy')
  await expect(page.getByRole('alert')).toHaveCount(0)
  phone.closesPasskeys = false
  await button(page, 'access.passkey.signIn').click()
  await expect(page).toHaveURL(/how-can-we-help/)

  await goTo(page, '/account/security/passkeys')
  await button(page, 'ui.passkeys.remove').click()
  await see(page, 'ui.passkeys.removed')
  await leave(page, phone.keychain)
  await button(page, 'access.passkey.signIn').click()
  await see(page, 'access.passkey.refused')
  expect(troubles.filter((trouble) => !trouble.includes('400'))).toEqual([])
  await context.close()
})

test('another app cannot add a passkey of the clinic', async ({ browser }) => {
  const { page, context } = await openApp(browser, app, { passkeyOrigin: ORIGIN.replace(/.$/, 'A') })
  await enterPassword(page)
  await goTo(page, '/account/security/passkeys')
  await button(page, 'ui.passkeys.add').click()
  await see(page, 'ui.passkeys.failed')
  await context.close()
})
