import { expect, test } from '@playwright/test'
import { remote } from './book-slot.ts'
import { Clinician } from './clinician.ts'
import { messagesOf } from './messages.ts'
import { HOLDER, PatientBrowser } from './patient-browser.ts'
import { capture, captureAtWidths } from './screens.ts'
import { type RunningSystem, startSystem } from './system.ts'

/** A question outside a consultation: asked, answered by a clinician of its topic, and read. */
const MARTA = {
  email: 'marta.vidal@vidaligera.example',
  password: 'Cuida-demo-1',
  totpSecret: 'MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U',
}
const TEXT = '¿Puedo cambiar la cena por la comida los días que entreno?'
const ANSWER = 'Sí. Deja dos horas entre el entreno y la cena, y bebe agua.'

const es = messagesOf('es')
let system: RunningSystem
test.beforeAll(async () => {
  system = await startSystem('vida-ligera')
})
test.afterAll(() => system?.stop())

test('a mother asks about her child, a clinician answers at the desk, and the answer appears without a reload [B1.11] [B2.14] [B3.11]', async ({
  browser,
}) => {
  const patientBrowser = new PatientBrowser(await browser.newContext({ locale: 'es' }), es, system.url)
  const page = await patientBrowser.signIn(HOLDER.typed)
  await page.goto(`${system.url}/support`)
  await patientBrowser.link(page, 'support.ask.entry').click()
  await expect(page).toHaveURL(/\/send-your-question$/)

  // Missing fields are reported, and typed text survives a network failure.
  await patientBrowser.button(page, 'support.ask.send').click()
  await patientBrowser.see(page, 'support.ask.topic.REQUIRED')
  await patientBrowser.see(page, 'support.ask.who.REQUIRED')
  await page.getByRole('radio', { name: /^Leo/ }).check()
  await page.getByRole('radio', { name: es.pattern('support.topic.nutrition') }).check()
  await patientBrowser.field(page, 'support.ask.text').fill(TEXT)
  await page.context().setOffline(true)
  await patientBrowser.button(page, 'support.ask.send').click()
  await expect(page.getByRole('alert').filter({ hasText: es.text('brand.error.offline') })).toBeVisible()
  await expect(patientBrowser.field(page, 'support.ask.text')).toHaveValue(TEXT)
  await page.context().setOffline(false)
  await patientBrowser.button(page, 'support.ask.send').click()
  await patientBrowser.see(page, 'support.ask.sent')
  await patientBrowser.see(page, 'support.mine.waiting')
  await expect(page.getByRole('listitem').filter({ hasText: TEXT })).toContainText('Leo')
  await capture(page, 'questions-01-asked')
  await captureAtWidths(page, 'questions-01-asked')

  const context = await browser.newContext({ locale: 'es-ES', viewport: { width: 1280, height: 800 }, isMobile: false })
  const marta = new Clinician(await context.newPage(), es, system.url, 'questions-desk')
  await marta.signIn(MARTA)
  await marta.page.goto(`${system.url}/desk/questions`)
  await expect(marta.page.getByRole('link', { name: es.pattern('support.topic.nutrition') })).toBeVisible()
  // By keyboard: the first of the list.
  await marta.page.keyboard.press('j')
  await expect(marta.page.getByText(TEXT)).toBeVisible()
  await expect(marta.page.getByRole('heading', { name: /^Leo / })).toBeVisible()
  await marta.see('desk.questions.askedBy')
  await marta.page.getByLabel(es.text('desk.questions.answer'), { exact: true }).fill(ANSWER)
  await marta.capture('02-answer')
  await marta.press('desk.questions.send')
  await marta.see('desk.questions.none')

  // Without a reload: a change event brings it.
  await expect(page.getByText(ANSWER)).toBeVisible()
  await patientBrowser.see(page, 'support.mine.answered')
  await expect(page.getByText(es.text('support.ask.sent'), { exact: true })).toBeHidden()
  await capture(page, 'questions-03-answered')
  const ana = await remote(system.url, HOLDER.phone)
  const { items } = await ana.ask<{ items: unknown[] }>('GET', '/questions')
  expect(items).toHaveLength(1)
})
