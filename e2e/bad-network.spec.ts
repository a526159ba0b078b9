import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { type ActionDraft, createAction } from '../core/consultation/status/actions.ts'
import { afterCall, afterTaking, type ConsultationHistory } from '../core/consultation/status/steps.ts'
import { connect } from '../server/kit/db/db.ts'
import { Clinician, deskBrowser } from './clinician.ts'
import { isCoturnInstalled, startCoturn } from './coturn.ts'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import { ownSystem, startAnasSlot } from './journey.ts'
import { expectMedia } from './media.ts'
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
let home: BrowserContext
let patientBrowser: PatientBrowser
let patient: Page
let clinician: Clinician
let consultationId: string

test.beforeAll(async ({ browser }) => {
  proxy = await startFaultProxy(system.url)
  wire = startMediaWire()
  home = await browser.newContext({ locale: 'es-ES' })
  const clinic = await deskBrowser(browser)
  for (const context of [home, clinic]) await wire.attach(context)
  consultationId = await startAnasSlot(system)
  clinician = new Clinician(await clinic.newPage(), messages, system.url, 'bad-network-desk')
  // Only the patient is behind the proxy: the clinician's network is good.
  patientBrowser = new PatientBrowser(home, messages, proxy.url)
  const [page] = await Promise.all([patientBrowser.signIn(HOLDER.typed), clinician.signIn(STAFF.marta)])
  patient = page
})
test.afterAll(async () => {
  wire?.close()
  await proxy?.close()
})

const together = () => Promise.all([expectMedia(patient), expectMedia(clinician.page)])
const cutConnections = () => {
  proxy.cut()
  wire.cut()
}
const mend = () => {
  proxy.mend()
  wire.mend()
}
/**
 * Waits until both see and hear each other again, and records how long it took: the target is 10 s on an idle
 * machine.
 */
async function back(what: string): Promise<void> {
  const since = Date.now()
  await together()
  test.info().annotations.push({ type: 'back in the call', description: `${what}: ${Date.now() - since} ms` })
}
async function cutFor(seconds: number, meanwhile: () => Promise<unknown> = async () => {}): Promise<void> {
  cutConnections()
  const until = Date.now() + seconds * 1_000
  await meanwhile()
  await patient.waitForTimeout(Math.max(0, until - Date.now()))
  mend()
  await back(`a cut of ${seconds} s`)
}

test('a call survives interruptions of 5 and 30 s and a reload on either side; the record has one call [B2.30]', {
  tag: '@gate',
}, async () => {
  await clinician.attend(HOLDER.name)
  await clinician.press('desk.call.start.video')
  await patientBrowser.button(patient, 'care.call.answer').first().click()
  await together()
  await cutFor(5)
  for (const [role, page] of [
    ['patient', patient],
    ['clinician', clinician.page],
  ] as const) {
    await page.reload()
    await back(`reload of the ${role}`)
  }
  await cutFor(30, async () => {
    await patientBrowser.see(patient, 'ui.call.now.reconnecting.mine')
    await capture(patient, 'bad-network-cut')
    await clinician.see('ui.call.now.reconnecting.theirs')
  })
  if (process.env.BAD_NETWORK === 'long') await cutFor(84)
})

/** Removes a device while the call uses it, as if unplugged; returns a function that restores it. */
async function unplug(page: Page, kind: 'audio' | 'video'): Promise<() => Promise<void>> {
  await page.evaluate((kind) => {
    const { mediaDevices } = navigator
    const open = MediaDevices.prototype.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = (constraints) =>
      constraints?.[kind] ? Promise.reject(new DOMException('', 'NotFoundError')) : open(constraints)
    const own = [...document.querySelectorAll('video')].find(({ muted }) => muted)?.srcObject
    const [track] = own instanceof MediaStream ? own.getTracks().filter((each) => each.kind === kind) : []
    track?.stop()
    track?.dispatchEvent(new Event('ended'))
  }, kind)
  return () =>
    page.evaluate(() => {
      const { mediaDevices } = navigator
      mediaDevices.getUserMedia = MediaDevices.prototype.getUserMedia.bind(mediaDevices)
      mediaDevices.dispatchEvent(new Event('devicechange'))
    })
}

test('a microphone or camera that stops is reported to both sides, and its track is sent again once it is back', async () => {
  for (const side of ['patient', 'clinician'] as const) {
    const page = side === 'patient' ? patient : clinician.page
    const other = side === 'patient' ? clinician.page : patient
    const reads = (at: Page, key: string) => expect(at.getByText(messages.pattern(key)).first()).toBeVisible()
    const plugMicrophone = await unplug(page, 'audio')
    await reads(page, 'ui.call.microphone.missing')
    await reads(other, 'ui.call.now.theirMicStopped')
    await capture(page, `bad-network-microphone-${side}`)
    await capture(other, `bad-network-microphone-seen-from-${side}`)
    // Longer than the connection quality window: a reported mute is no poor connection.
    await page.waitForTimeout(12_000)
    await reads(other, 'ui.call.now.theirMicStopped')
    await plugMicrophone()
    await together()
    const plugCamera = await unplug(page, 'video')
    await reads(page, 'ui.call.camera.missing')
    await reads(other, 'ui.call.now.theirCameraStopped')
    await page.waitForTimeout(12_000)
    await reads(other, 'ui.call.now.theirCameraStopped')
    await plugCamera()
    await together()
  }
})

test('a patient switches to audio only, writes text in the call, and uses the app beside it', async () => {
  await patientBrowser.button(patient, 'ui.call.more').click()
  await patient.getByRole('checkbox', { name: messages.pattern('ui.call.soundOnly') }).check()
  await capture(patient, 'bad-network-options')
  await patientBrowser.button(patient, 'ui.leaveDialog').click()
  await clinician.see('ui.call.now.theirSoundOnly')
  await patientBrowser.button(patient, 'ui.call.pictures').click()
  await together()

  await patientBrowser.button(patient, 'ui.call.more').click()
  await patientBrowser.button(patient, 'ui.call.text.open').click()
  const typed = patientBrowser.field(patient, 'ui.call.text.label')
  await typed.pressSequentially('Me cuesta oí')
  // Live text is shown before it is sent.
  await expect(clinician.page.getByText('Me cuesta oí')).toBeVisible()
  await typed.pressSequentially('rte')
  await typed.press('Enter')
  await expect(clinician.page.getByRole('log').getByText('Me cuesta oírte')).toBeVisible()
  await clinician.page.getByLabel(messages.text('ui.call.text.label')).fill('Te leo')
  await clinician.page.keyboard.press('Enter')
  await expect(patient.getByRole('log').getByText('Te leo')).toBeVisible()
  await capture(patient, 'bad-network-text')
  await clinician.capture('text')
  await patient
    .getByRole('region', { name: messages.text('ui.call.text.title') })
    .getByRole('button', { name: messages.text('ui.close') })
    .click()

  await patientBrowser.button(patient, 'ui.call.minimise').click()
  await patientBrowser.link(patient, 'brand.tab.history').click()
  await expect(patient).toHaveURL(/\/consultations/)
  await together()
  await capture(patient, 'bad-network-small')
  await captureAtWidths(patient, 'bad-network-small')
  await patientBrowser.button(patient, 'ui.call.restore').click()
  await expect(patientBrowser.button(patient, 'ui.call.hangUp')).toBeVisible()
  await captureAtWidths(patient, 'bad-network-call')
})

test('with hidden addresses all candidates are relayed by TURN, and both see and hear each other', async () => {
  test.skip(!isCoturnInstalled, 'coturn is not installed (Debian: apt-get install coturn)')
  const coturn = await startCoturn()
  const candidates: string[] = []
  await home.routeWebSocket('**/v1/calls', (page) => {
    const server = page.connectToServer()
    server.onMessage((message) => {
      const signal = JSON.parse(String(message))
      const relayed = signal.type === 'joined' ? { ...signal, relayOnly: true, iceServers: coturn.servers } : signal
      page.send(JSON.stringify(relayed))
    })
    page.onMessage((message) => {
      candidates.push(...(String(message).match(/candidate:\d[^"\\]*/g) ?? []))
      server.send(message)
    })
  })
  try {
    await patient.reload()
    await back('a way through TURN')
  } finally {
    coturn.stop()
  }
  expect(candidates.length).toBeGreaterThan(0)
  expect(candidates.filter((candidate) => !candidate.includes(' typ relay '))).toEqual([])
})

test('a tampered certificate fingerprint ends the call on both sides; the record matches the model [B2.30]', async () => {
  await home.routeWebSocket('**/v1/calls', (page) => {
    const server = page.connectToServer()
    server.onMessage((message) => page.send(String(message).replace(/(a=fingerprint:sha-256 )(..)/g, '$1FF')))
  })
  await patient.reload()
  await patientBrowser.see(patient, 'care.call.unsafe.title')
  await clinician.see('desk.video.phase.unsafe')
  await capture(patient, 'bad-network-unsafe')
  expect(await patient.evaluate(() => document.querySelectorAll('video').length)).toBe(0)

  await clinician.press('desk.call.completed')
  await clinician.see('desk.call.talked')
  expect(await recorded()).toEqual(modelled())
})

async function recorded(): Promise<{ status: string; actions: string[] }> {
  const db = connect(system.databaseUrl, { max: 1, name: 'e2e' })
  const actions = await db`select type from consultation_action where consultation_id = ${consultationId} order by id`
  const [row] = await db`select status from consultation where id = ${consultationId}`
  await db.end()
  return { status: row?.status, actions: actions.map(({ type }) => type) }
}

/**
 * The expected result of these actions by the state machine: taken, called once, completed. Interruptions and reloads
 * are no actions.
 */
function modelled(): { status: string; actions: string[] } {
  const by = 'CLINICIAN'
  const queued: ActionDraft[] = [createAction('QUEUED', 'SYSTEM')]
  let now: ConsultationHistory = { status: 'QUEUED', actions: queued }
  const actions = [
    (at: ConsultationHistory) => afterTaking(at, by),
    (at: ConsultationHistory) => afterCall(at, { medium: 'video', event: 'started' }, { by, answered: false }),
    (at: ConsultationHistory) => afterCall(at, { medium: 'video', event: 'completed' }, { by, answered: true }),
  ]
  for (const action of actions) {
    const step = action(now)
    if (!step) throw new Error('the model refuses')
    now = { status: step.status, actions: [...now.actions, ...step.actions] }
  }
  return { status: now.status, actions: now.actions.map(({ type }) => type) }
}
