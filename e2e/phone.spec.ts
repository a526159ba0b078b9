import { type Browser, expect, type Page, test } from '@playwright/test'
import { jsonRequest } from '../simulators/test-simulators.ts'
import { orderOnDemand, remote } from './book-slot.ts'
import { Clinician } from './clinician.ts'
import { expectMedia } from './media.ts'
import { messagesOf } from './messages.ts'
import { HOLDER, NEWCOMER, PatientBrowser } from './patient-browser.ts'
import { PEOPLE } from './people.ts'
import { capture, captureAtWidths } from './screens.ts'
import { type RunningSystem, startSystem } from './system.ts'

/** Waiting, and being called by phone through the clinic's own number (B4.11, B4.12). */
const PRODUCT = 'general-consultation'
const DESK_PHONE = '+34910000101'

let system: RunningSystem
test.beforeAll(async () => {
  system = await startSystem('vida-ligera')
})
test.afterAll(() => system?.stop())

const plays = (number: string, how: { plays: string; rings: number }) =>
  fetch(`${system.url}/simulators/phones`, jsonRequest('PUT', { number, ...how }))

const captureScreen = async (page: Page, name: string) => {
  await capture(page, `phone-${name}`)
  await captureAtWidths(page, `phone-${name}`)
}

async function atTheDesk(browser: Browser): Promise<Clinician> {
  const clinic = await browser.newContext({ locale: 'es-ES', viewport: { width: 1280, height: 800 }, isMobile: false })
  const clinician = new Clinician(await clinic.newPage(), messagesOf('es'), system.url, 'phone-desk')
  await clinician.signIn(PEOPLE[0]?.clinician ?? { email: '', password: '', totpSecret: '' })
  return clinician
}

test('a patient who missed a call reports back, is called again, and switches to video and back in one consultation [B4.11]', async ({
  browser,
}) => {
  const id = await orderOnDemand(await remote(system.url, NEWCOMER.phone), PRODUCT, 'phone')
  await plays(DESK_PHONE, { plays: 'answers', rings: 300 })
  await plays(NEWCOMER.phone, { plays: 'no-answer', rings: 4_000 })
  const patientBrowser = new PatientBrowser(
    await browser.newContext({ locale: 'es', permissions: ['camera', 'microphone'] }),
    messagesOf('es'),
    system.url,
  )
  const page = await patientBrowser.signIn(NEWCOMER.typed)
  await page.goto(`${system.url}/consultations/${id}`)
  await patientBrowser.see(page, 'care.one.place')
  const clinician = await atTheDesk(browser)
  await clinician.attend('Carlos')
  await clinician.press('desk.call.start.phone')
  await patientBrowser.see(page, 'care.story.ringing.now')
  await clinician.see('desk.line.state.patient')
  await clinician.capture('rings')
  await patientBrowser.see(page, 'care.story.missed.now')
  await capture(page, 'phone-missed')
  await patientBrowser.button(page, 'care.waiting.here').click()
  await patientBrowser.see(page, 'care.story.here.now')
  await clinician.see('desk.queue.here')
  await clinician.capture('here')

  await plays(NEWCOMER.phone, { plays: 'answers', rings: 300 })
  await clinician.press('desk.take.attend')
  await clinician.press('desk.call.start.phone')
  await patientBrowser.see(page, 'care.story.talking.now')
  await clinician.see('desk.line.state.talking')
  await clinician.press('desk.call.switch.video')
  await patientBrowser.button(page, 'care.call.answer').first().click()
  await Promise.all([expectMedia(page), expectMedia(clinician.page)])
  await clinician.press('desk.call.switch.phone')
  await patientBrowser.see(page, 'care.story.talking.now')
  await clinician.press('desk.call.completed')
  await clinician.writeAndClose('Hablamos por teléfono y por vídeo.')
  await expect(page.getByText('Hablamos por teléfono y por vídeo.')).toBeVisible()
  await patientBrowser.context.close()
  await clinician.page.context().close()
})

test('a waiting patient tests their devices, leaves, and is notified before their turn [B2.23]', async ({
  browser,
}) => {
  const id = await orderOnDemand(await remote(system.url, HOLDER.phone), PRODUCT, 'video')
  const patientBrowser = new PatientBrowser(
    await browser.newContext({ locale: 'en', permissions: ['camera', 'microphone'] }),
    messagesOf('en'),
    system.url,
  )
  const page = await patientBrowser.signIn(HOLDER.typed)
  await page.goto(`${system.url}/consultations/${id}`)
  await patientBrowser.link(page, 'care.devices.title').click()
  await patientBrowser.button(page, 'ui.devices.start').click()
  await patientBrowser.see(page, 'ui.devices.camera.good')
  // Chromium's fake microphone beeps.
  await patientBrowser.see(page, 'ui.devices.microphone.good')
  await patientBrowser.see(page, 'ui.devices.network.good')
  await patientBrowser.button(page, 'ui.devices.play').click()
  await page.getByRole('button', { name: patientBrowser.messages.text('ui.devices.heard'), exact: true }).click()
  await patientBrowser.see(page, 'ui.devices.summary.good')
  await captureScreen(page, 'devices')
  await page.goBack()
  await patientBrowser.button(page, 'care.waiting.leave').click()
  await patientBrowser.see(page, 'care.story.away.now')
  await captureScreen(page, 'away')
  const sent = async () =>
    await (await fetch(`${system.url}/simulators/outbox?to=${encodeURIComponent(HOLDER.phone)}`)).text()
  await expect.poll(sent).toContain('/consultations')
  await patientBrowser.context.close()
})
