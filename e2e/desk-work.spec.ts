import { type Browser, expect, test } from '@playwright/test'
import { askForNow, remote } from './booked.ts'
import { Clinician } from './clinician.ts'
import { NEWCOMER } from './door.ts'
import { look, lookAtWidths } from './screens.ts'
import { type RunningSystem, startSystem } from './system.ts'
import { wordsOf } from './words.ts'

/** How two clinicians share the work of a desk. */
const words = wordsOf('es')
const MARTA = { email: 'marta.vidal@vidaligera.example', totpSecret: 'MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U' }
const ELENA = { email: 'elena.ruiz@vidaligera.example', totpSecret: 'OVZGY6LTNFXHI3DFONZWK3TDMVZGKZLE' }

let system: RunningSystem
test.beforeAll(async () => {
  system = await startSystem('vida-ligera')
})
test.afterAll(() => system?.stop())

async function atDesk(browser: Browser, who: { email: string; totpSecret: string }): Promise<Clinician> {
  const context = await browser.newContext({ locale: 'es-ES', viewport: { width: 1280, height: 800 }, isMobile: false })
  const clinician = new Clinician(await context.newPage(), words, system.url, 'desk-work')
  await clinician.signIn({ ...who, password: 'Cuida-demo-1' })
  return clinician
}

test('a clinician pauses by keyboard, in every window; hands a patient over with the draft; the patient sees who it is', async ({
  browser,
}) => {
  const patient = await remote(system.url, NEWCOMER.phone)
  const id = await askForNow(patient, 'general-consultation', 'video')
  const seen = () =>
    patient.ask<{ clinician: { name: string } | null; expectedWait: object | null }>(
      'GET',
      `/patients/${patient.patientId}/consultations/${id}`,
    )
  const marta = await atDesk(browser, MARTA)
  await expect.poll(async () => (await seen()).expectedWait).not.toBeNull()
  await pauseAndReturn(marta, async (isAway) =>
    expect.poll(async () => (await seen()).expectedWait === null).toBe(isAway),
  )
  const elena = await atDesk(browser, ELENA)
  const { page } = marta
  await page.goto(`${system.url}/desk/consultations/${id}`)
  await marta.press('desk.take.attend')
  await page.getByLabel(words.text('desk.notes.label')).fill('Tos desde el lunes, sin fiebre.')
  await marta.see('desk.notes.saved')
  await marta.press('desk.handOver.open')
  await marta.press('desk.handOver.confirm')
  await marta.see('desk.handOver.to.REQUIRED')
  await page.getByRole('radio', { name: /Elena/ }).check()
  await page.getByRole('radio', { name: words.text('desk.handOver.reason.SHIFT_ENDS') }).check()
  await look(page, 'desk-work-hand-over')
  await lookAtWidths(page, 'desk-work-hand-over')
  await marta.press('desk.handOver.confirm')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await marta.see('desk.handOver.done')
  await elena.see('desk.handOver.given')
  await elena.page.goto(`${system.url}/desk/consultations/${id}`)
  await elena.see('desk.handOver.from')
  await expect(elena.page.getByLabel(words.text('desk.notes.label'))).toHaveValue('Tos desde el lunes, sin fiebre.')
  await look(elena.page, 'desk-work-handed')
  expect((await seen()).clinician?.name).toContain('Elena')
})

/** D and Enter away, D back; a second window of the same sign-in says the same. */
async function pauseAndReturn(clinician: Clinician, isCounted: (isAway: boolean) => Promise<void>): Promise<void> {
  const { page } = clinician
  const other = await page.context().newPage()
  await other.goto(`${system.url}/desk/agenda`)
  await page.bringToFront()
  await page.keyboard.press('d')
  await look(page, 'desk-work-availability')
  await page.getByRole('radio', { name: words.text('desk.available.pause').replace('{minutes}', '20') }).focus()
  await page.keyboard.press('Enter')
  await clinician.see('desk.available.away.until')
  await look(page, 'desk-work-away')
  await isCounted(true)
  await expect(other.getByRole('button', { name: words.pattern('desk.available.short.until') })).toBeVisible()
  await other.close()
  await page.keyboard.press('d')
  await expect(page.getByRole('button', { name: words.text('desk.available.short.available') })).toBeVisible()
  await isCounted(false)
}
