import { readFileSync } from 'node:fs'
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { connect } from '../server/kit/db/db.ts'
import { readPdfLines } from '../server/kit/pdf/test-pdf.ts'
import { bookSlot, remote } from './book-slot.ts'
import { Clinician } from './clinician.ts'
import { moveStartsToNow } from './clock.ts'
import { messagesOf } from './messages.ts'
import { HOLDER, PatientBrowser } from './patient-browser.ts'
import { PEOPLE } from './people.ts'
import { capture, captureAtWidths } from './screens.ts'
import { type RunningSystem, startSystem } from './system.ts'

/** A prescription from the clinician's keyboard to the pharmacy. */
const messages = messagesOf('es')
let system: RunningSystem
test.beforeAll(async () => {
  system = await startSystem('vida-ligera')
})
test.afterAll(() => system?.stop())

test('a clinician prescribes by keyboard; the patient shows the prescription at the pharmacy, which opens it with the code [B1.8] [B3.15] [B7.20]', {
  tag: '@gate',
}, async ({ browser }) => {
  const booked = await bookSlot(
    await remote(system.url, HOLDER.phone),
    'medical-weight-assessment',
    'Dra. Marta Vidal Costa',
  )
  await moveStartsToNow(system.databaseUrl)
  const clinician = await atDesk(browser)
  await prescribe(clinician)
  const patientBrowser = new PatientBrowser(await browser.newContext({ locale: 'es' }), messages, system.url)
  const page = await patientBrowser.signIn(HOLDER.typed)
  await page.goto(`${system.url}/consultations/${booked.consultationId}`)
  await expect(page.getByText('Ibuprofeno 600 mg comprimidos')).toBeVisible()
  await page.goto(`${system.url}/profile/prescriptions`)
  await patientBrowser.button(page, 'care.prescription.pharmacy').click()
  await captureScreen(page, 'list', patientBrowser.link(page, 'care.prescription.open'))
  await atThePharmacy(patientBrowser, page)
  await talked(booked.consultationId)
  await clinician.writeAndClose('Reposo, agua y volver si hay fiebre.')
  await page.goto(`${system.url}/consultations/${booked.consultationId}`)
  await captureScreen(page, 'papers', patientBrowser.button(page, 'care.issuedDocuments.attendance'))
  await patientBrowser.button(page, 'care.issuedDocuments.attendance').scrollIntoViewIfNeeded()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    patientBrowser.button(page, 'care.issuedDocuments.attendance').click(),
  ])
  const pdfLines = await readPdfLines(readFileSync(await file.path()))
  await transfer(browser, pdfLines.find((line) => /^\w{4}-\w{4}-\w{4}$/.test(line)) ?? '')
})

/** Inserts the call that the notes are about. */
async function talked(consultationId: string): Promise<void> {
  const db = connect(system.databaseUrl, { max: 1, name: 'e2e' })
  await db`
    insert into consultation_action (consultation_id, type, role) values
      (${consultationId}, 'VIDEO_CALL_STARTED', 'CLINICIAN'), (${consultationId}, 'VIDEO_CALL_COMPLETED', 'CLINICIAN')`
  await db`update consultation set status = 'CLOSING' where id = ${consultationId}`
  await db.end()
}

/** An employer without an account verifies the code of the certificate. */
async function transfer(browser: Browser, code: string): Promise<void> {
  const patientBrowser = new PatientBrowser(await browser.newContext({ locale: 'es' }), messages, system.url)
  const page = await patientBrowser.open('/verify')
  await patientBrowser.field(page, 'care.verify.code').fill('0000-0000-0000')
  await page.keyboard.press('Enter')
  await patientBrowser.see(page, 'care.verify.unknown')
  await patientBrowser.field(page, 'care.verify.code').fill(code.toLowerCase())
  await page.keyboard.press('Enter')
  await captureScreen(page, 'verified', page.getByText(messages.text('care.verify.valid'), { exact: true }))
  await expect(page.getByText('Reposo')).toHaveCount(0)
}

async function captureScreen(page: Page, name: string, sign: Locator): Promise<void> {
  await expect(sign).toBeVisible()
  await capture(page, `prescription-${name}`)
  await captureAtWidths(page, `prescription-${name}`)
}

async function atDesk(browser: Browser): Promise<Clinician> {
  const { clinician: staff } = PEOPLE[0] ?? { clinician: { email: '', password: '', totpSecret: '' } }
  const context = await browser.newContext({ locale: 'es', viewport: { width: 1280, height: 800 }, isMobile: false })
  const clinician = new Clinician(await context.newPage(), messages, system.url, 'prescription-desk')
  await clinician.signIn(staff)
  await clinician.attend(HOLDER.name)
  return clinician
}

/** P opens the form, Tab moves through it, Enter adds the medicine: everything by keyboard. */
async function prescribe({ page, capture: picture, press, see }: Clinician): Promise<void> {
  await expect(page.getByRole('button', { name: messages.pattern('desk.prescription.new') })).toBeVisible()
  await page.keyboard.press('p')
  await expect(page.getByLabel(messages.text('desk.prescription.medicine'))).toBeFocused()
  await page.keyboard.press('Enter')
  await see('desk.prescription.medicine.REQUIRED')
  await page.getByLabel(messages.text('desk.prescription.medicine')).focus()
  // Medicine (its catalogue entry fills in route and unit), route, dose, unit, frequency, as needed, days, long-term,
  // packs, units per pack.
  for (const typed of ['Ibuprofeno 600 mg comprimidos', '', '1', '', 'cada 8 horas', '', '3', '', '', '20']) {
    await page.keyboard.type(typed)
    await page.keyboard.press('Tab')
  }
  await picture('form')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 comprimido · Oral · cada 8 horas · durante 3 días')).toBeVisible()
  await press('desk.prescription.review')
  await picture('sign')
  await press('desk.prescription.sign')
  await see('desk.prescription.state.issued')
  await picture('issued')
}

async function atThePharmacy(patientBrowser: PatientBrowser, page: Page): Promise<void> {
  const code = (await page.getByText(/^\d{6}$/).textContent()) ?? ''
  const [counter] = await Promise.all([
    patientBrowser.context.waitForEvent('page'),
    patientBrowser.link(page, 'care.prescription.open').click(),
  ])
  await counter.getByRole('textbox').fill(code)
  await counter.getByRole('button').click()
  await expect(counter.getByText('Ibuprofeno 600 mg comprimidos')).toBeVisible()
}
