import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test'
import { type Clinician, openDesk } from './clinician.ts'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import { ownSystem, startAnasSlot } from './journey.ts'
import { expectMediaFromAll } from './media.ts'
import { type MediaWire, startMediaWire } from './media-wire.ts'
import { messagesOf } from './messages.ts'
import { HOLDER, PatientBrowser } from './patient-browser.ts'
import { capture, captureAtWidths } from './screens.ts'
import { STAFF } from './staff.ts'

test.describe.configure({ mode: 'serial' })

const messages = messagesOf('es')
const system = ownSystem('vida-ligera')
let proxy: FaultProxy
let wire: MediaWire
let away: BrowserContext
let patientBrowser: PatientBrowser
let guestBrowser: PatientBrowser
let patient: Page
let guest: Page
let clinician: Clinician
let consultationId: string

test.beforeAll(async ({ browser }) => {
  const home = await browser.newContext({ locale: 'es-ES' })
  away = await browser.newContext({ locale: 'es-ES' })
  // Only the guest is behind the proxy and the media wire.
  proxy = await startFaultProxy(system.url)
  wire = startMediaWire()
  await wire.attachAlone(away)
  consultationId = await startAnasSlot(system)
  patientBrowser = new PatientBrowser(home, messages, system.url)
  guestBrowser = new PatientBrowser(away, messages, proxy.url)
  const desk = { url: system.url, messages, locale: 'es-ES', pictures: 'guest-desk' }
  ;[patient, clinician] = await Promise.all([patientBrowser.signIn(HOLDER.typed), openDesk(browser, desk, STAFF.marta)])
})
test.afterAll(async () => {
  wire?.close()
  await proxy?.close()
})

/** The link as opened behind the guest's proxy. */
const link = async (page: Page) => (await page.locator('[data-guest-link]').innerText()).replace(system.url, proxy.url)

async function invite(page: Page, kind: 'companion' | 'interpreter', name: string): Promise<string> {
  await page.getByRole('radio', { name: messages.pattern(`ui.guest.kind.${kind}`) }).check()
  await page.getByLabel(messages.text('ui.guest.name'), { exact: true }).fill(name)
  await page.getByRole('button', { name: messages.pattern('ui.guest.make') }).click()
  return link(page)
}

async function enter(name: string): Promise<void> {
  await guestBrowser.field(guest, 'care.guestCall.name').fill(name)
  await guest.getByRole('checkbox', { name: messages.pattern('care.guestCall.agrees') }).check()
  await guestBrowser.button(guest, 'care.guestCall.enter').click()
}

const pictures = (page: Page) => page.getByRole('button', { name: messages.pattern('ui.call.pictures') })
const sees = (pages: Page[], others: number) =>
  Promise.all(pages.map((page) => expectMediaFromAll(page, others, pictures(page))))
const together = (others: number) => sees([patient, clinician.page, guest], others)

/** The two elements do not overlap. */
async function expectApart(upper: Locator, lower: Locator): Promise<void> {
  const above = await upper.boundingBox()
  const below = await lower.boundingBox()
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
}

/** On a phone in landscape all buttons are in view beside the picture. */
async function layOnItsSide(page: Page, ...pressed: Locator[]): Promise<void> {
  const upright = page.viewportSize()
  await page.setViewportSize({ width: 667, height: 320 })
  for (const one of pressed) await expect(one).toBeInViewport({ ratio: 1 })
  await capture(page, 'guest-on-its-side', { axe: false })
  if (upright) await page.setViewportSize(upright)
}

test('a patient invites a companion by link: all three see, hear and read each other, and a reload reconnects [B2.30]', async () => {
  await patient.goto(`${system.url}/consultations/${consultationId}`)
  await patientBrowser.button(patient, 'care.guest.invite').click()
  await capture(patient, 'guest-invite')
  const url = await invite(patient, 'companion', 'Luis')
  await patientBrowser.button(patient, 'ui.guest.done').click()
  await patientBrowser.see(patient, 'care.guest.state.invited')

  guest = await away.newPage()
  await guest.goto(url)
  await guestBrowser.see(guest, 'care.guestCall.agrees')
  await expect(guest.getByText(/Ana/).first()).toBeVisible()
  await capture(guest, 'guest-page')
  await captureAtWidths(guest, 'guest-page')
  await guestBrowser.button(guest, 'care.guestCall.enter').click()
  await guestBrowser.see(guest, 'care.guestCall.agrees.REQUIRED')
  await enter('Luis Gómez')
  await guestBrowser.see(guest, 'care.guestCall.state.waiting')

  await clinician.attend(HOLDER.name)
  await clinician.press('desk.call.start.video')
  const buttonKeys = ['care.call.answer', 'care.call.answerWithout', 'care.call.notNow']
  await layOnItsSide(patient, ...buttonKeys.map((key) => patientBrowser.button(patient, key).first()))
  await patientBrowser.button(patient, 'care.call.answer').first().click()
  await together(2)
  const controls = ['mic', 'camera', 'more', 'hangUp'].map((control) =>
    patientBrowser.button(patient, `ui.call.${control}`),
  )
  await layOnItsSide(patient, ...controls, ...(await patient.locator('dialog video').all()))
  // The name is on the tile where there is room, and in the list of participants.
  for (const page of [patient, clinician.page])
    await expect(page.getByText('Luis Gómez').filter({ visible: true }).first()).toBeVisible()
  await capture(guest, 'guest-call')
  await captureAtWidths(guest, 'guest-call')

  await guestBrowser.button(guest, 'ui.call.more').click()
  await guestBrowser.button(guest, 'ui.call.text.open').click()
  await guestBrowser.field(guest, 'ui.call.text.label').fill('Soy su hermano')
  await guest.keyboard.press('Enter')
  for (const page of [patient, clinician.page]) await expect(page.getByText('Soy su hermano').last()).toBeVisible()
  await patientBrowser.button(patient, 'ui.close').first().click()
  await guest.reload()
  await together(2)
})

test('a guest mutes themselves, and returns after a short and a long network failure [B2.30]', async () => {
  const others = [patient, clinician.page]
  const muted = (page: Page) => page.getByText(messages.text('ui.call.now.muted'), { exact: true })
  await guestBrowser.button(guest, 'ui.call.mic').click()
  for (const page of others) await expect(muted(page)).toHaveCount(1)
  await guestBrowser.button(guest, 'ui.call.mic').click()
  for (const page of others) await expect(muted(page)).toHaveCount(0)

  const cutConnections = () => {
    proxy.cut()
    wire.cut()
  }
  const mend = () => {
    proxy.mend()
    wire.mend()
  }
  cutConnections()
  await guestBrowser.see(guest, 'ui.call.now.reconnecting.mine')
  await sees(others, 1)
  mend()
  await together(2)

  cutConnections()
  // A guest who does not return is shown as absent, without a frozen picture.
  for (const page of others) await expect(page.locator('[data-two]')).toHaveCount(0, { timeout: 60_000 })
  await sees(others, 1)
  mend()
  await together(2)
})

test("a connection too poor for video drops the guest's video alone, and each participant may request it again", async () => {
  const others = [patient, clinician.page]
  wire.lose(0.4)
  // On a busy machine every connection is poor, so the other tile may show the notice too for a while.
  const ofGuest = (page: Page) => page.locator('[data-two] > div').filter({ has: pictures(page), hasText: 'Luis' })
  for (const page of others) await expect(ofGuest(page)).toHaveCount(1, { timeout: 90_000 })
  await capture(patient, 'guest-pictures-given-up')
  await captureAtWidths(patient, 'guest-pictures-given-up')
  for (const [width, height] of [
    [320, 640],
    [390, 844],
  ] as const) {
    await patient.setViewportSize({ width, height })
    const guestPage = ofGuest(patient)
    await expectApart(guestPage.locator('[data-size]'), guestPage.getByRole('status').last())
  }
  wire.mend()
  await together(2)
})

test('a guest removed by the patient leaves at once, and the link stops working', async () => {
  await patientBrowser.button(patient, 'ui.call.more').click()
  await patientBrowser.button(patient, 'care.guest.title').click()
  await patientBrowser.see(patient, 'care.guest.state.inside')
  await patientBrowser.button(patient, 'care.guest.remove').last().click()
  await guestBrowser.see(guest, 'care.guestCall.ended')
  await sees([patient, clinician.page], 1)
  await guest.reload()
  await guestBrowser.see(guest, 'care.guestCall.over')
  await capture(guest, 'guest-over')
  await patientBrowser.button(patient, 'ui.leaveDialog').last().click()
})

test('the clinician’s interpreter joins once the patient consents, and leaves with the call', async () => {
  const desk = clinician.page
  await clinician.press('desk.guest.invite')
  await clinician.capture('invite')
  const url = await invite(desk, 'interpreter', 'Sonia')
  await clinician.press('ui.guest.done')
  await guest.goto('about:blank')
  await guest.goto(url)
  await enter('Sonia Ferrer')
  await guestBrowser.see(guest, 'care.guestCall.state.asked')
  await patientBrowser.see(patient, 'care.guest.askedTitle')
  await capture(patient, 'guest-asked')
  await patientBrowser.button(patient, 'care.guest.agree').last().click()
  await together(2)
  // The first guest's chat lines keep their name.
  await expect(desk.getByRole('log').getByText('Luis Gómez')).toBeVisible()
  await clinician.press('desk.call.completed')
  await guestBrowser.see(guest, 'care.guestCall.ended')
  await patient.goto(`${system.url}/consultations/${consultationId}`)
  for (const name of ['Luis Gómez', 'Sonia Ferrer']) await expect(patient.getByText(name)).toBeVisible()
  await capture(patient, 'guest-was-there')
})
