import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { connect } from '../server/kit/db/db.ts'
import { readPdfLines } from '../server/kit/pdf/test-pdf.ts'
import { type BookedHour, bookSlot, remote } from './book-slot.ts'
import { Clinician } from './clinician.ts'
import { ownSystem } from './journey.ts'
import { messagesOf } from './messages.ts'
import { HOLDER, NEWCOMER, PatientBrowser } from './patient-browser.ts'
import { PEOPLE } from './people.ts'
import { captureEveryVariant } from './screens.ts'

/** After booking: reschedule, cancel, refund and receipt (B2.23, B4.14). */
const PRODUCT = 'medical-weight-assessment'
const CLINICIAN = 'Dra. Marta Vidal Costa'

const system = ownSystem('vida-ligera')

const captureScreen = (page: Page, name: string) => captureEveryVariant(page, `after-${name}`)

test('a patient reschedules and then cancels, sees the refund, and gets its receipt [B1.7] [B1.8] [B2.24] [B8.8]', {
  tag: '@gate',
}, async ({ browser }) => {
  const booked = await bookSlot(await remote(system.url, HOLDER.phone), PRODUCT, CLINICIAN)
  const patientBrowser = new PatientBrowser(await browser.newContext({ locale: 'es' }), messagesOf('es'), system.url)
  const page = await patientBrowser.signIn(HOLDER.typed)
  await changeTheTime(patientBrowser, page, booked)
  await cancelIt(patientBrowser, page)
  await page.getByRole('link', { name: patientBrowser.messages.pattern('care.refund.see') }).click()
  await patientBrowser.see(page, 'checkout.payment.status.REFUNDED')
  await captureScreen(page, 'payment')
  await readReceipt(patientBrowser, page)
  await page.goto(`${system.url}/profile/payment-history`)
  await expect(page.locator(`a[href*="payment-details"]`).first()).toContainText(
    patientBrowser.messages.text('checkout.payment.status.REFUNDED'),
  )
  await captureScreen(page, 'history')
  await page.goto(`${system.url}/orders/${booked.orderId}`)
  await expect(patientBrowser.heading(page, 'checkout.order.cancelled.title')).toBeVisible()
  await captureScreen(page, 'order')
  // An outdated address, or another account's: not found, without a retry, and with a link onwards.
  await page.goto(`${system.url}/consultations/${crypto.randomUUID()}`)
  await patientBrowser.see(page, 'care.one.missing')
  await captureScreen(page, 'missing')
  await patientBrowser.link(page, 'care.reminder.toList').click()
  await expect(page).toHaveURL(/\/consultations$/)
  await patientBrowser.context.close()
})

async function changeTheTime(
  patientBrowser: PatientBrowser,
  page: Page,
  { consultationId, startTime }: BookedHour,
): Promise<void> {
  await page.goto(`${system.url}/consultations/${consultationId}`)
  await patientBrowser.see(page, 'care.manage.until')
  await captureScreen(page, 'booked')
  await patientBrowser.link(page, 'care.manage.move').click()
  await patientBrowser.see(page, 'care.move.keeps')
  // Days ahead, so that it can still be cancelled.
  await page.getByRole('radio').nth(4).check({ force: true })
  await page.locator('button[aria-pressed]').nth(2).click()
  await captureScreen(page, 'calendar')
  await patientBrowser.button(page, 'care.move.to').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(patientBrowser.messages.text('care.move.new'), { exact: true })).toBeVisible()
  await captureScreen(page, 'confirm-time')
  await dialog.getByRole('button', { name: patientBrowser.messages.text('care.move.confirm') }).click()
  await patientBrowser.see(page, 'care.move.done')
  await captureScreen(page, 'moved')
  const [row] = await inDatabase((db) => db`select starts_at from consultation where id = ${consultationId}`)
  expect(row?.starts_at.toISOString()).not.toBe(startTime)
}

async function cancelIt(patientBrowser: PatientBrowser, page: Page): Promise<void> {
  const open = () => patientBrowser.button(page, 'care.cancel.confirm').first().click()
  const dialog = page.getByRole('dialog')
  await open()
  await expect(dialog.getByText(patientBrowser.messages.pattern('care.refund.owed'))).toBeVisible()
  await dialog.getByRole('button', { name: patientBrowser.messages.text('care.cancel.keep') }).click()
  await expect(dialog).toBeHidden()
  await open()
  await dialog.getByRole('button', { name: patientBrowser.messages.text('care.cancel.confirm') }).click()
  await expect(dialog.getByText(patientBrowser.messages.text('care.cancel.reason.REQUIRED'))).toBeVisible()
  await captureScreen(page, 'cancel')
  await dialog.getByRole('radio', { name: patientBrowser.messages.text('care.cancel.reason.TIME') }).check()
  await dialog.getByRole('button', { name: patientBrowser.messages.text('care.cancel.confirm') }).click()
  await patientBrowser.see(page, 'care.story.cancelled.patient.now')
  await patientBrowser.see(page, 'care.refund.done')
  await captureScreen(page, 'cancelled')
}

async function readReceipt(patientBrowser: PatientBrowser, page: Page): Promise<void> {
  const download = page.waitForEvent('download')
  await patientBrowser.button(page, 'checkout.payment.receipt').click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^recibo-\d{4}-\d\d-\d\d\.pdf$/)
  const lines = await readPdfLines(readFileSync(await file.path()))
  expect(lines).toContain(patientBrowser.messages.text('checkout.receipt.title'))
  for (const amount of [' 49,00 €', ' -49,00 €', 'Vida Ligera']) expect(lines.join('\n')).toContain(amount)
}

/** Moves the start inside the notice period without changing the time of booking. */
const comeNear = (id: string) =>
  inDatabase(
    (db) => db`
      update consultation set starts_at = now() + interval '119 minutes', ends_at = now() + interval '149 minutes'
      where id = ${id}`,
  )

test('a late cancellation is refused with the rule, and a cancellation by the clinic is fully refunded [B2.23]', async ({
  browser,
}) => {
  const booked = await bookSlot(await remote(system.url, NEWCOMER.phone), PRODUCT, CLINICIAN)
  await comeNear(booked.consultationId)
  const patientBrowser = new PatientBrowser(await browser.newContext({ locale: 'en' }), messagesOf('en'), system.url)
  const page = await patientBrowser.signIn(NEWCOMER.typed)
  await page.goto(`${system.url}/consultations/${booked.consultationId}`)
  await patientBrowser.see(page, 'care.cancel.TOO_LATE_TO_CANCEL')
  await expect(patientBrowser.button(page, 'care.cancel.confirm')).toBeHidden()
  await patientBrowser.see(page, 'care.manage.noShow.notRefunded')
  await captureScreen(page, 'too-late')
  await page.goto(`${system.url}/consultations/${booked.consultationId}/reschedule`)
  await patientBrowser.see(page, 'care.move.TOO_LATE_TO_CANCEL')
  await captureScreen(page, 'too-late-to-move')
  await page.goto(`${system.url}/cancellation-policy`)
  await expect(patientBrowser.heading(page, 'brand.policy.cancellation')).toBeVisible()
  await page.goto(`${system.url}/consultations/${booked.consultationId}`)

  const clinic = await browser.newContext({ locale: 'es-ES', viewport: { width: 1280, height: 800 }, isMobile: false })
  const clinician = new Clinician(await clinic.newPage(), messagesOf('es'), system.url, 'after-desk')
  await clinician.signIn(PEOPLE[0]?.clinician ?? { email: '', password: '', totpSecret: '' })
  await clinician.page.goto(`${system.url}/desk/consultations/${booked.consultationId}`)
  await clinician.page.getByText(clinician.messages.text('desk.detail.otherActions')).click()
  await clinician.press('desk.cancel.open')
  const dialog = clinician.page.getByRole('dialog')
  await dialog.getByRole('radio', { name: clinician.messages.text('desk.cancel.reason.UNAVAILABLE') }).check()
  await clinician.capture('cancel')
  await dialog.getByRole('button', { name: clinician.messages.text('desk.cancel.confirm') }).click()
  await clinician.see('desk.cancel.done')
  await clinician.capture('cancelled')
  await patientBrowser.see(page, 'care.story.cancelled.clinician.now')
  await patientBrowser.see(page, 'care.refund.done')
  await captureScreen(page, 'by-clinic')
  await clinic.close()
  await patientBrowser.context.close()
})

async function inDatabase<T>(work: (db: ReturnType<typeof connect>) => PromiseLike<T>): Promise<T> {
  const db = connect(system.databaseUrl, { max: 1, name: 'e2e' })
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}
