import { type Browser, expect, type Page, test } from '@playwright/test'
import type { Notifications } from '../core/notifications/choice/notifications-api.ts'
import { type BookedHour, bookSlot, type Remote, remote } from './book-slot.ts'
import { FakePhone } from './fake-phone.ts'
import { messagesOf } from './messages.ts'
import { type NativeApp, openApp, startNativeApp } from './native-app.ts'
import { DEMO_PASSWORD, HOLDER } from './patient-browser.ts'
import { capture, captureAtWidths } from './screens.ts'
import type { RunningSystem } from './system.ts'

/** Push notifications in the native app, through the simulators of Firebase (Android) and Apple (iPhone). */
const HOST = 'https://vida-ligera.example'
const PRODUCT = 'medical-weight-assessment'
const CLINICIAN = 'Dra. Marta Vidal Costa'
const es = messagesOf('es')

let app: NativeApp
let system: RunningSystem
/** The same patient on another device, to read the server's state. */
let ana: Remote
test.beforeAll(async () => {
  app = await startNativeApp('vida-ligera')
  system = app.system
  ana = await remote(system.url, HOLDER.phone)
  // No quiet hours, because journeys also run at night.
  const topics = ['bookings', 'reminders', 'calls', 'records', 'offers']
  await ana.ask('PUT', '/user/me/notifications', { channels: [], topics, quiet: null, timeZone: 'Europe/Madrid' })
})
test.afterAll(() => app?.stop())

const devices = async () => (await ana.ask<Notifications>('GET', '/user/me/notifications')).devices
/** The push token of a new installation. */
async function newAddress(kind: 'fcm' | 'apns'): Promise<string> {
  const reply = await fetch(`${system.url}/simulators/${kind}/phones`, { method: 'POST' })
  return ((await reply.json()) as { token: string }).token
}
async function pushesTo(address: string): Promise<{ title: string; body: string; path: string }[]> {
  const reply = await fetch(`${system.url}/simulators/outbox?to=${encodeURIComponent(address)}`)
  return ((await reply.json()) as { text: string }[]).map(({ text }) => JSON.parse(text))
}
/** A booking and its cancellation, which cause a notification. */
async function somethingNew(): Promise<BookedHour> {
  const booked = await bookSlot(ana, PRODUCT, CLINICIAN)
  await ana.ask('PATCH', `/order/${booked.orderId}/cancel`, { reason: 'TIME' })
  return booked
}

async function enterApp(browser: Browser, phone: FakePhone) {
  const { context, page } = await openApp(browser, app, {}, phone)
  await page.getByLabel(es.text('access.welcome.phone'), { exact: true }).fill(HOLDER.typed)
  await page.getByLabel(es.text('access.welcome.password'), { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: es.text('access.welcome.signIn'), exact: true }).click()
  await expect(page).toHaveURL(/how-can-we-help/)
  return { context, page }
}
async function openNotifications(page: Page, phone: FakePhone): Promise<void> {
  await phone.happen('appUrlOpen', { url: `${HOST}/account/profile/notifications` })
  await expect(page.getByText(es.text('profile.push.title'))).toBeVisible()
}
const button = (page: Page, key: string) => page.getByRole('button', { name: es.text(key), exact: true })
const sees = (page: Page, key: string) => expect(page.getByText(es.pattern(key)).first()).toBeVisible()

test('a patient enables push on Android, opens a notification, and disables it [A2.28]', async ({ browser }) => {
  const phone = new FakePhone({ os: 'android', version: '1.4.0' })
  phone.push.address = await newAddress('fcm')
  const { context, page } = await enterApp(browser, phone)
  expect(phone.calls('PushNotifications', 'register')).toEqual([])
  await openNotifications(page, phone)
  await sees(page, 'profile.push.app.off')
  await button(page, 'profile.push.allow').click()
  await sees(page, 'profile.push.app.on')
  await capture(page, 'native-push')
  await captureAtWidths(page, 'native-push')
  expect(await devices()).toEqual([phone.push.address])
  expect(phone.calls('PushNotifications', 'createChannel').map(({ options }) => options)).toMatchObject([
    { id: 'notifications', name: es.text('profile.push.channel') },
  ])
  const storedJson = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(storedJson).not.toContain(phone.push.address)

  const { consultationId } = await somethingNew()
  const about = { title: 'Vida Ligera', path: `/consultations/${consultationId}` }
  await expect
    .poll(() => pushesTo(phone.push.address), { timeout: 40_000 })
    .toContainEqual({
      ...about,
      body: es.text('messages.push.notification'),
    })
  await phone.press(about.path)
  await expect(page).toHaveURL(new RegExp(`${about.path}$`))

  // Firebase rotates the token: the next start sends it to the server.
  const old = phone.push.address
  phone.push.address = await newAddress('fcm')
  await page.goto(`${app.pages.origin}/`)
  await expect.poll(devices).toEqual([phone.push.address])
  expect(old).not.toBe(phone.push.address)

  await expect(page).toHaveURL(/how-can-we-help/)
  await openNotifications(page, phone)
  await button(page, 'profile.push.stop').click()
  await sees(page, 'profile.push.app.off')
  expect(await devices()).toEqual([])
  expect(phone.calls('PushNotifications', 'unregister')).toHaveLength(1)

  await button(page, 'profile.push.allow').click()
  await sees(page, 'profile.push.app.on')
  await phone.happen('appUrlOpen', { url: `${HOST}/account/profile` })
  await page.getByRole('button', { name: es.text('profile.signOut') }).click()
  await expect(page).toHaveURL(/\/welcome/)
  await expect.poll(() => phone.calls('PushNotifications', 'unregister').length).toBe(2)
  await expect.poll(() => [...phone.keychain.keys()]).toEqual(['capacitor-storage_device'])
  await expect.poll(devices).toEqual([])
  await context.close()
})

test('a refused permission on an iPhone explains where to allow it; later a notification opens the app at its subject', async ({
  browser,
}) => {
  const phone = new FakePhone({ os: 'ios', version: '1.4.0' })
  const token = await newAddress('apns')
  // The plugin writes the token in upper case.
  Object.assign(phone.push, { address: token.toUpperCase(), asked: 'denied' })
  const { context, page } = await enterApp(browser, phone)
  await openNotifications(page, phone)
  await button(page, 'profile.push.allow').click()
  await sees(page, 'profile.push.app.denied')
  expect(await devices()).toEqual([])

  Object.assign(phone.push, { said: 'prompt', asked: 'granted' })
  await page.goto(`${app.pages.origin}/`)
  await expect(page).toHaveURL(/how-can-we-help/)
  await openNotifications(page, phone)
  await button(page, 'profile.push.allow').click()
  await sees(page, 'profile.push.app.on')
  expect(await devices()).toEqual([token])

  const { consultationId } = await somethingNew()
  const path = `/consultations/${consultationId}`
  await expect
    .poll(() => pushesTo(token).then((all) => all.map((each) => each.path)), { timeout: 40_000 })
    .toContain(path)
  await phone.press(path, { starts: true })
  await page.goto(`${app.pages.origin}/`)
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await context.close()
})
