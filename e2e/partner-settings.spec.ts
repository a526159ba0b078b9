import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { startContentApp } from '../content/test-bundle.ts'
import { readPdfLines } from '../server/kit/pdf/test-pdf.ts'
import { type BookedHour, bookSlot, type Remote, remote } from './book-slot.ts'
import { Clinician, type Staff } from './clinician.ts'
import { messagesOf } from './messages.ts'
import { HOLDER, PatientBrowser } from './patient-browser.ts'
import { capture, captureAtWidths } from './screens.ts'
import { type RunningSystem, startSystem } from './system.ts'

/** A partner with the month first, a twelve-hour clock, and a low text limit. */
const PRODUCT = 'medical-weight-assessment'
const HOUR = /\b\d{1,2}:\d\d\s[ap]\.\sm\./
const DAY = /[a-z]+ \d{1,2} de 20\d\d/
const messages = messagesOf('es')
const LAURA: Staff = {
  email: 'laura.prieto@vidaligera.example',
  password: 'Cuida-demo-1',
  totpSecret: 'MNXW64TENFXGCY3JN5XGG3DJNZUWGYLM',
}

let content: Awaited<ReturnType<typeof startContentApp>>
let system: RunningSystem
let patientBrowser: PatientBrowser
let page: Page
let ana: Remote
let booked: BookedHour
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser }) => {
  content = await startContentApp((bundle) => ({
    ...bundle,
    config: { ...bundle.config, maximumLengthAllowed: 50, dateFormats: { order: 'mdy', hours: 12 } },
  }))
  const CONTENT_URL = await content.listen({ port: 0, host: '127.0.0.1' })
  system = await startSystem('vida-ligera', { env: { CONTENT_URL } })
  ana = await remote(system.url, HOLDER.phone)
  booked = await bookSlot(ana, PRODUCT, 'Dra. Marta Vidal Costa')
  patientBrowser = new PatientBrowser(await browser.newContext({ locale: 'es-ES' }), messages, system.url)
  page = await patientBrowser.signIn(HOLDER.typed)
})
test.afterAll(async () => {
  await patientBrowser?.context.close()
  await system?.stop()
  await content?.close()
})

const captureScreen = async (name: string) => {
  await capture(page, `partner-${name}`)
  await captureAtWidths(page, `partner-${name}`)
}
const main = () => page.getByRole('main')

test("slots are shown in the partner's time format, by part of the day [B3.14]", async () => {
  const { items } = await ana.ask<{ items: { id: string }[] }>('GET', `/products/${PRODUCT}/clinicians`)
  await page.goto(`${system.url}/clinician/${items[0]?.id}/product/${PRODUCT}`)
  const slots = page.locator('button[aria-pressed] time')
  await expect(slots.first()).toHaveText(HOUR)
  await captureScreen('calendar')
  const evening = slots.filter({ hasText: /p\.\sm\./ })
  for (const hour of await evening.allTextContents()) expect(hour).not.toMatch(/^(1[3-9]|2\d|0\d):/)
})

test("the booking shows day and time in the partner's format", async () => {
  await page.goto(`${system.url}/consultations/${booked.consultationId}`)
  await expect(main().getByText(HOUR).first()).toBeVisible()
  await captureScreen('consultation')
  await page.goto(`${system.url}/orders/${booked.orderId}`)
  await expect(main().getByText(HOUR).first()).toBeVisible()
  await captureScreen('order')
})

test("the receipt shows them in the partner's format", async () => {
  await page.goto(`${system.url}/profile/payment-history`)
  await page.locator('a[href*="payment-details"]').first().click()
  const download = page.waitForEvent('download')
  await patientBrowser.button(page, 'checkout.payment.receipt').click()
  expect((await readPdfLines(readFileSync(await (await download).path()))).join('\n')).toMatch(DAY)
})

test("the desk shows them in the partner's format", async ({ browser }) => {
  const context = await browser.newContext({ locale: 'es-ES', viewport: { width: 1280, height: 800 }, isMobile: false })
  const desk = new Clinician(await context.newPage(), messages, system.url, 'partner-desk')
  await desk.signIn(LAURA)
  await desk.page.goto(`${system.url}/desk/agenda`)
  await expect(desk.page.getByText(/^\d{1,2}:\d\d\s[ap]\.\sm\.–\d{1,2}:\d\d\s[ap]\.\sm\.$/).first()).toBeVisible()
  await desk.capture('agenda')
  await captureAtWidths(desk.page, 'partner-desk-agenda')
  await context.close()
})

test('a birthday is typed in the partner’s order', async () => {
  await page.goto(`${system.url}/account/create/dependant`)
  const group = page.getByRole('group', { name: messages.text('access.profile.dateOfBirth') })
  await expect(group.getByText(messages.text('ui.date.day'), { exact: true })).toBeVisible()
  const labels = ['month', 'day', 'year'].map((part) => messages.text(`ui.date.${part}`))
  await expect(group.locator('label')).toHaveText(labels)
  await expect(page.getByText(messages.text('ui.date.hint').replace('{date}', '3 31 2017'))).toBeVisible()
  await captureScreen('birthday')
})

test("free text has the partner's limit, in the field and at the server", async () => {
  await page.goto(`${system.url}/send-your-question`)
  await page.getByRole('radio', { name: /^Leo/ }).check()
  await page.getByRole('radio', { name: messages.pattern('support.topic.nutrition') }).check()
  const field = patientBrowser.field(page, 'support.ask.text')
  await field.fill(`${'👍'.repeat(50)}x`)
  await patientBrowser.button(page, 'support.ask.send').click()
  await expect(page.getByText('Escribe tu pregunta en 50 caracteres o menos.').first()).toBeVisible()
  await expect(page.getByText('51 de 50')).toBeVisible()
  await captureScreen('too-long')
  await field.fill('👍'.repeat(50))
  await expect(page.getByText('50 de 50')).toBeVisible()
  await patientBrowser.button(page, 'support.ask.send').click()
  await patientBrowser.see(page, 'support.ask.sent')
  const input = { key: crypto.randomUUID(), topic: 'nutrition', text: 'x'.repeat(51) }
  await expect(ana.ask('POST', '/questions', input)).rejects.toThrow(/400 .*"limits":\{"text":50\}/)
})
