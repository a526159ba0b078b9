import { type Browser, expect, test } from '@playwright/test'
import { connect } from '../server/kit/db/db.ts'
import { bookSlot, orderOnDemand, remote } from './book-slot.ts'
import { type Clinician, openDesk as signInAtDesk } from './clinician.ts'
import { withDatabase } from './google.ts'
import { ownSystem } from './journey.ts'
import { messagesOf } from './messages.ts'
import { HOLDER, NEWCOMER } from './patient-browser.ts'
import { capture, captureAtWidths } from './screens.ts'
import { STAFF } from './staff.ts'

/** How two clinicians share the work of a desk. */
const messages = messagesOf('es')
const MARTA = STAFF.marta
const LAURA = STAFF.laura
const ELENA = STAFF.elena

test.describe.configure({ mode: 'serial' })
const system = ownSystem('vida-ligera')

async function atDesk(browser: Browser, staff: { email: string; totpSecret: string }): Promise<Clinician> {
  // Allows the same code again right after a sign-in.
  await withDatabase(system, (db) => db`update staff set totp_step = 0`)
  return signInAtDesk(browser, { url: system.url, messages, locale: 'es-ES', pictures: 'desk-work' }, staff)
}

test('a clinician pauses by keyboard in every window and transfers a patient with the draft; the patient sees the new clinician [B6.4]', {
  tag: '@gate',
}, async ({ browser }) => {
  const patient = await remote(system.url, NEWCOMER.phone)
  const id = await orderOnDemand(patient, 'general-consultation', 'video')
  const fetchConsultation = () =>
    patient.ask<{ clinician: { name: string } | null; expectedWait: object | null }>(
      'GET',
      `/patients/${patient.patientId}/consultations/${id}`,
    )
  const marta = await atDesk(browser, MARTA)
  await expect.poll(async () => (await fetchConsultation()).expectedWait).not.toBeNull()
  await pauseAndReturn(marta, async (isAway) =>
    expect.poll(async () => (await fetchConsultation()).expectedWait === null).toBe(isAway),
  )
  const elena = await atDesk(browser, ELENA)
  const { page } = marta
  await page.goto(`${system.url}/desk/consultations/${id}`)
  await marta.press('desk.take.attend')
  await page.getByLabel(messages.text('desk.notes.label')).fill('Tos desde el lunes, ')
  await writeTemplate(marta, 'sin fiebre.')
  await marta.see('desk.notes.saved')
  await marta.press('desk.transfer.open')
  await marta.press('desk.transfer.confirm')
  await marta.see('desk.transfer.to.REQUIRED')
  await page.getByRole('radio', { name: /Elena/ }).check()
  await page.getByRole('radio', { name: messages.text('desk.transfer.reason.SHIFT_ENDS') }).check()
  // Without a network a press reports it at once, and the selection stays.
  await page.context().setOffline(true)
  await marta.press('desk.transfer.confirm')
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(messages.text('desk.error.OFFLINE'))
  await expect(page.getByRole('radio', { name: /Elena/ })).toBeChecked()
  await page.context().setOffline(false)
  await capture(page, 'desk-work-transfer')
  await captureAtWidths(page, 'desk-work-transfer')
  // Escape does not close the dialog while the request is pending: a browser obeys a second press.
  const { promise: passing, resolve: letPass } = Promise.withResolvers<void>()
  await page.route('**/transfer', (route) => passing.then(() => route.continue()))
  await marta.press('desk.transfer.confirm')
  for (const key of ['Escape', 'Escape', 'Escape']) await page.keyboard.press(key)
  await expect(page.getByRole('dialog')).toBeVisible()
  letPass()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await marta.see('desk.transfer.done')
  // The patient's pane is gone, so focus moves to the list.
  await expect(page.locator(`a[href$="${id}"]`)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: messages.text('desk.queue.title') })).toBeFocused()
  await elena.see('desk.transfer.given')
  await elena.page.goto(`${system.url}/desk/consultations/${id}`)
  await elena.see('desk.transfer.from')
  await expect(elena.page.getByLabel(messages.text('desk.notes.label'))).toHaveValue('Tos desde el lunes, sin fiebre.')
  await capture(elena.page, 'desk-work-handed')
  // Text typed in the last second before leaving is saved.
  const notes = elena.page.getByLabel(messages.text('desk.notes.label'))
  await notes.fill('Tos desde el lunes, sin fiebre ni dolor.')
  await elena.page.getByRole('link', { name: messages.text('desk.agenda.title') }).click()
  await expect(elena.page).toHaveURL(/agenda/)
  await elena.page.goBack()
  await expect(notes).toHaveValue('Tos desde el lunes, sin fiebre ni dolor.')
  await notes.fill('Tos desde el martes.')
  await elena.page.reload()
  await expect(notes).toHaveValue('Tos desde el martes.')
  expect((await fetchConsultation()).clinician?.name).toContain('Elena')
})

test('J and K move through queue and own day as one list: an appointment opens like a waiting patient, and A attends [B6.4]', {
  tag: '@gate',
}, async ({ browser }) => {
  const patient = await remote(system.url, HOLDER.phone)
  const waits = await orderOnDemand(patient, 'general-consultation', 'video')
  const { consultationId: booked } = await bookSlot(patient, 'general-consultation', 'Dra. Marta Vidal Costa')
  await bringToNow(booked)
  const marta = await atDesk(browser, MARTA)
  const { page } = marta
  const day = page.getByRole('region', { name: messages.text('desk.day.title') })
  const row = day.locator(`a[href$="${booked}"]`)
  await expect(row).toBeVisible()
  await expect(page.locator(`a[href$="${waits}"]`)).toBeVisible()
  const seen = new Set<string>()
  const press = async (key: 'j' | 'k') => {
    const before = page.url()
    await page.keyboard.press(key)
    await expect(page).not.toHaveURL(before)
    seen.add(page.url().split('/').at(-1) ?? '')
  }
  while (seen.size < 2) await press('j')
  expect([...seen].sort()).toEqual([waits, booked].sort())
  if (!page.url().includes(booked)) await press('k')
  await expect(row).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('button', { name: messages.text('desk.take.attend') })).toBeVisible()
  await capture(page, 'desk-work-day')
  await page.setViewportSize({ width: 1920, height: 1080 })
  await capture(page, 'desk-work-day-1920')
  await page.keyboard.press('a')
  await expect(row).toContainText(messages.text('desk.day.status.ACTIVE'))
  // In either layout: one heading of the screen, and the patient's name below it.
  await expect(page.getByRole('heading', { level: 2, name: new RegExp(`^${HOLDER.name}`) })).toBeVisible()
  for (const [width, heading] of [
    [1920, 'desk.queue.title'],
    [1280, 'desk.queue.title'],
    [820, 'desk.detail.patient'],
    [390, 'desk.detail.patient'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText([messages.text(heading)])
    await capture(page, `desk-work-one-heading-${width}`)
  }
  await page.goto(`${system.url}/desk`)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('tab', { name: messages.text('desk.day.title') }).click()
  await captureAtWidths(page, 'desk-work-day')
  await expect(row).toBeVisible()
})

test("a manager's board shows clinicians and queue in large type, without patient names [B6.4]", async ({
  browser,
}) => {
  const laura = await atDesk(browser, LAURA)
  const { page } = laura
  await page.getByRole('link', { name: messages.text('desk.sidebar.board') }).click()
  const team = page.getByRole('region', { name: messages.pattern('desk.board.team') })
  await expect(team.getByRole('listitem').filter({ hasText: 'Marta' })).toContainText(
    messages.text('desk.board.state.attending'),
  )
  await expect(page.getByRole('main')).not.toContainText(HOLDER.name)
  await page.setViewportSize({ width: 1920, height: 1080 })
  await capture(page, 'desk-board-1920')
  await captureAtWidths(page, 'desk-board')
})

/** Moves the start to now: bookings are always for later. */
async function bringToNow(id: string): Promise<void> {
  const db = connect(system.databaseUrl)
  try {
    await db`
      update consultation set starts_at = at, ends_at = at + interval '20 minutes'
      from (select greatest(date_trunc('day', clock_timestamp(), 'Europe/Madrid'),
        clock_timestamp() - interval '1 minute') as at) clock where id = ${id}`
  } finally {
    await db.end()
  }
}

/** Alt+T creates a template; Enter inserts it at the caret, and typing continues there. */
async function writeTemplate({ page, see, press }: Clinician, text: string): Promise<void> {
  const notes = page.getByLabel(messages.text('desk.notes.label'))
  await notes.press('Alt+t')
  await see('desk.template.none')
  await press('desk.template.new')
  await press('desk.template.save')
  await see('desk.template.title.REQUIRED')
  await page.getByLabel(messages.text('desk.template.name')).fill('Sin fiebre')
  await page.getByLabel(messages.text('desk.template.text')).fill(text)
  await capture(page, 'desk-work-template')
  await press('desk.template.save')
  const template = page.getByRole('dialog').getByRole('button', { name: /^Sin fiebre/ })
  await expect(template).toBeVisible()
  await capture(page, 'desk-work-templates')
  await template.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(notes).toBeFocused()
  await expect(notes).toHaveValue(`Tos desde el lunes, ${text}`)
}

/** D and Enter pause, D returns; a second window of the same session shows the same. */
async function pauseAndReturn(clinician: Clinician, isCounted: (isAway: boolean) => Promise<void>): Promise<void> {
  const { page } = clinician
  const other = await page.context().newPage()
  await other.goto(`${system.url}/desk/agenda`)
  await page.bringToFront()
  await page.keyboard.press('d')
  await capture(page, 'desk-work-availability')
  // Resizing the window moves the layout; an open question stays.
  for (const width of [600, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(page.getByRole('dialog')).toBeVisible()
  }
  await page.getByRole('radio', { name: messages.text('desk.available.pause').replace('{minutes}', '20') }).focus()
  await page.keyboard.press('Enter')
  await clinician.see('desk.available.away.until')
  await capture(page, 'desk-work-away')
  await isCounted(true)
  // A change event tells the other window, or, before its stream is open, the query that repeats every 30 seconds.
  await other.bringToFront()
  const paused = other.getByRole('button', { name: messages.pattern('desk.available.short.until') })
  await expect(paused).toBeVisible({ timeout: 60_000 })
  await other.close()
  await page.keyboard.press('d')
  await expect(page.getByRole('button', { name: messages.text('desk.available.short.available') })).toBeVisible()
  await isCounted(false)
}
