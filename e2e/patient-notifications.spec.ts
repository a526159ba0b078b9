import { expect, type Page, test } from '@playwright/test'
import { connect } from '../server/kit/db/db.ts'
import { bookSlot, type Remote, remote } from './book-slot.ts'
import { messagesOf } from './messages.ts'
import { HOLDER, PatientBrowser } from './patient-browser.ts'
import { capture, captureAtWidths } from './screens.ts'
import { type RunningSystem, startSystem } from './system.ts'

/** Notifications of a booking to the patient's phone and mailbox, and their links. */
const PRODUCT = 'medical-weight-assessment'
const CLINICIAN = 'Dra. Marta Vidal Costa'

interface Sent {
  channel: string
  text: string
  calendar?: string
}

let system: RunningSystem
test.beforeAll(async () => {
  system = await startSystem('vida-ligera')
})
test.afterAll(() => system?.stop())

test.use({ serviceWorkers: 'allow' })

test('a patient is notified of a booking, confirms by the reminder, reschedules after signing in, and gets a push notification [B2.23]', {
  tag: '@gate',
}, async ({ browser }) => {
  const ana = await remote(system.url, HOLDER.phone)
  await hearAtAnyHour(ana)
  const { email } = await ana.ask<{ email: string }>('GET', '/user/me')
  const booked = await bookSlot(ana, PRODUCT, CLINICIAN)
  await sent(HOLDER.phone, /\/consultations\//)
  const first = await sent(email, /\/consultations\//)
  expect(first.calendar).toContain('SEQUENCE:0')
  await letADayBeforeCome(booked.consultationId)

  const link = /\S+\/reminder#\S+$/.exec((await sent(HOLDER.phone, /\/reminder#/)).text)?.[0] ?? ''
  const context = await browser.newContext({ locale: 'es', permissions: ['notifications'] })
  await context.addInitScript(subscribeAtSimulator)
  const patientBrowser = new PatientBrowser(context, messagesOf('es'), system.url)
  const page = await patientBrowser.open(new URL(link).pathname + new URL(link).hash)
  await expect(patientBrowser.button(page, 'care.reminder.confirm')).toBeVisible()
  await captureScreen(page, 'reminder')
  await patientBrowser.button(page, 'care.reminder.confirm').click()
  await patientBrowser.see(page, 'care.reminder.confirmed')

  await patientBrowser.button(page, 'care.manage.move').click()
  await expect(page).toHaveURL(/\/welcome/)
  await patientBrowser.enter(page, HOLDER.typed)
  await expect(page).toHaveURL(/\/reschedule/)
  await moveTheTime(patientBrowser, page)
  // The first change was made by this journey, which moved the start to tomorrow.
  const moved = await sent(email, /\/consultations\//, (each) => each.calendar?.includes('SEQUENCE:2') ?? false)
  expect(moved.calendar).toContain(`UID:${booked.consultationId}@cuida`)

  await page.goto(`${system.url}/account/profile/notifications`)
  await patientBrowser.button(page, 'profile.push.allow').click()
  await patientBrowser.see(page, 'profile.push.on')
  await captureScreen(page, 'notifications')
  const device = await page.evaluate(() => String(Reflect.get(window, 'deviceId')))
  await ana.ask('PATCH', `/order/${booked.orderId}/cancel`, { reason: 'TIME' })
  expect(JSON.parse((await sent(device, /./)).text)).toMatchObject({
    title: 'Vida Ligera',
    body: patientBrowser.messages.text('messages.push.notification'),
  })
  await context.close()
})

/** The newest matching message to a number, an address or a device; waits for it. */
async function sent(to: string, text: RegExp, fits: (sent: Sent) => boolean = () => true): Promise<Sent> {
  let found: Sent | undefined
  const hasNotification = async () => {
    const reply = await fetch(`${system.url}/simulators/outbox?to=${encodeURIComponent(to)}`)
    found = ((await reply.json()) as Sent[]).find((each) => text.test(each.text) && fits(each))
    return found !== undefined
  }
  await expect.poll(hasNotification, { message: `${text} to ${to}`, timeout: 40_000 }).toBe(true)
  return found as Sent
}

/** No quiet hours, because journeys also run at night. */
const hearAtAnyHour = (client: Remote) =>
  client.ask('PUT', '/user/me/notifications', {
    channels: ['email', 'sms'],
    topics: ['bookings', 'reminders', 'calls', 'records', 'offers'],
    quiet: null,
    timeZone: 'Europe/Madrid',
  })

async function letADayBeforeCome(id: string): Promise<void> {
  const db = connect(system.databaseUrl, { max: 1, name: 'e2e' })
  await db`
    update consultation set starts_at = date_trunc('minute', now()) + interval '23 hours',
      ends_at = date_trunc('minute', now()) + interval '23 hours 30 minutes' where id = ${id}`
  await db`
    update slot_hold set locked_at = now() - interval '2 days'
    where id = (select slot_hold_id from consultation where id = ${id})`
  await db.end()
}

async function moveTheTime(patientBrowser: PatientBrowser, page: Page): Promise<void> {
  await page.getByRole('radio').nth(4).check({ force: true })
  await page.locator('button[aria-pressed]').nth(2).click()
  await patientBrowser.button(page, 'care.move.to').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: patientBrowser.messages.text('care.move.confirm') })
    .click()
  await patientBrowser.see(page, 'care.move.done')
}

async function captureScreen(page: Page, name: string): Promise<void> {
  await capture(page, `notifications-${name}`)
  await captureAtWidths(page, `notifications-${name}`)
}

/**
 * A browser subscribes at its vendor's push service, which tests cannot reach: this one subscribes at the simulator.
 */
function subscribeAtSimulator(): void {
  // A headless browser always denies the permission.
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
  Notification.requestPermission = async () => 'granted'
  let current: PushSubscription | null = null
  PushManager.prototype.getSubscription = async () => current
  PushManager.prototype.subscribe = async (options) => {
    const { applicationServerKey } = options ?? {}
    const reply = await fetch('/simulators/push/subscriptions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ applicationServerKey }),
    })
    const subscription = await reply.json()
    Reflect.set(window, 'deviceId', subscription.endpoint.split('/').at(-1))
    current = {
      endpoint: subscription.endpoint,
      toJSON: () => subscription,
      unsubscribe: async () => true,
    } as PushSubscription
    return current
  }
}
