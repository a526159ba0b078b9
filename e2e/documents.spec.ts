import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { buildPng, buildTestPdf } from '../server/care/documents/test-files.ts'
import { connect } from '../server/kit/db/db.ts'
import { bookSlot, remote } from './book-slot.ts'
import { Clinician } from './clinician.ts'
import { ownSystem } from './journey.ts'
import { messagesOf } from './messages.ts'
import { HOLDER, PatientBrowser } from './patient-browser.ts'
import { PEOPLE } from './people.ts'
import { capture, captureEveryVariant } from './screens.ts'

/**
 * Documents of a consultation: photos and reports from the patient, a certificate from the clinician (B2.11, B3.3).
 */
const PRODUCT = 'medical-weight-assessment'
const CLINICIAN = 'Dra. Marta Vidal Costa'

const system = ownSystem('vida-ligera')

const captureScreen = (page: Page, name: string) => captureEveryVariant(page, `documents-${name}`)
const report = { name: 'análisis.pdf', mimeType: 'application/pdf', buffer: buildTestPdf() }
const photo = { name: 'rodilla.png', mimeType: 'image/png', buffer: buildPng(800, 600) }

test('files chosen offline are uploaded once online; a photo is taken; the clinician sees them and returns a document [B1.7] [B2.11] [B2.23]', {
  tag: '@gate',
}, async ({ browser }) => {
  const booked = await bookSlot(await remote(system.url, HOLDER.phone), PRODUCT, CLINICIAN)
  const patientBrowser = new PatientBrowser(await browser.newContext({ locale: 'es' }), messagesOf('es'), system.url)
  const page = await patientBrowser.signIn(HOLDER.typed)
  await page.goto(`${system.url}/consultations/${booked.consultationId}`)
  const choose = page.locator('input[type=file]')
  const sent = page
    .getByRole('list', { name: patientBrowser.messages.text('care.documents.sent') })
    .getByRole('listitem')
  await patientBrowser.see(page, 'care.documents.lead')

  // An invalid file is refused before the upload, with advice.
  await choose.setInputFiles([{ name: 'page.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<html>') }])
  await patientBrowser.see(page, 'care.documents.problem.UNSUPPORTED_FILE')
  await patientBrowser.button(page, 'care.documents.dismiss').click()

  await patientBrowser.context.setOffline(true)
  await choose.setInputFiles([report, photo])
  await patientBrowser.see(page, 'care.documents.offline')
  await expect(sent).toHaveCount(2)
  await captureScreen(page, 'offline')
  await patientBrowser.context.setOffline(false)
  await page.reload()
  await expect(sent.getByText(patientBrowser.messages.pattern('care.documents.detail'))).toHaveCount(2)
  await expect(sent).toHaveCount(2)

  await patientBrowser.link(page, 'care.documents.camera').click()
  await expect(page).toHaveURL(new RegExp(`/orders/${booked.orderId}/consultation/${booked.consultationId}/camera$`))
  await expect.poll(() => page.evaluate(() => document.querySelector('video')?.videoWidth ?? 0)).toBeGreaterThan(0)
  await captureScreen(page, 'camera')
  await patientBrowser.button(page, 'care.camera.shoot').click()
  await expect(patientBrowser.heading(page, 'care.camera.review')).toBeFocused()
  await capture(page, 'documents-review')
  await patientBrowser.button(page, 'care.camera.use').click()
  await patientBrowser.link(page, 'care.camera.done').click()
  await expect(sent.getByText(patientBrowser.messages.pattern('care.documents.detail'))).toHaveCount(3)
  await sent.filter({ hasText: 'rodilla' }).getByRole('button').click()
  const picture = page.getByRole('dialog').getByRole('img', { name: 'rodilla' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(800)
  await captureScreen(page, 'photo')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: patientBrowser.messages.text('care.documents.remove') })
    .click()
  await expect(sent).toHaveCount(2)

  await atTheDesk(
    await browser.newContext({ locale: 'es-ES', viewport: { width: 1280, height: 800 }, isMobile: false }),
    booked,
  )
  await patientBrowser.see(page, 'care.documents.given')
  const documentList = page.getByRole('list', { name: patientBrowser.messages.text('care.documents.given') })
  const download = page.waitForEvent('download')
  await documentList.getByRole('button').first().click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: patientBrowser.messages.text('care.documents.download') })
    .click()
  expect((await download).suggestedFilename()).toBe('certificado.pdf')
  await patientBrowser.context.close()
})

async function atTheDesk(context: BrowserContext, { consultationId }: { consultationId: string }): Promise<void> {
  const clinician = new Clinician(await context.newPage(), messagesOf('es'), system.url, 'documents-desk')
  const { page, messages } = clinician
  await soon(consultationId)
  await clinician.signIn(PEOPLE[0]?.clinician ?? { email: '', password: '', totpSecret: '' })
  await page.goto(`${system.url}/desk/consultations/${consultationId}`)
  const sent = page.getByRole('list', { name: messages.text('desk.documents.sent') })
  await expect(sent.getByRole('listitem')).toHaveCount(2)
  await sent.getByRole('button').filter({ hasNotText: 'análisis' }).click()
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible()
  await clinician.capture('photo')
  await page.keyboard.press('Escape')
  await clinician.press('desk.take.attend')
  await expect(clinician.button('desk.documents.give')).toBeVisible()
  await page.locator('input[type=file]').setInputFiles([{ ...report, name: 'certificado.pdf' }])
  await expect(page.getByText('certificado')).toBeVisible()
  await clinician.capture('given')
  await context.close()
}

/** Moves the start to now, so that the consultation can be taken. */
async function soon(consultationId: string): Promise<void> {
  const db = connect(system.databaseUrl, { max: 1, name: 'e2e' })
  await db`update consultation set starts_at = now() + interval '5 minutes', ends_at = now() + interval '35 minutes'
    where id = ${consultationId}`
  await db.end()
}
