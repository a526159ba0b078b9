import { expect, test } from '@playwright/test'
import { connect } from '../server/kit/db/db.ts'
import { Clinician } from './clinician.ts'
import { ownSystem } from './journey.ts'
import { messagesOf } from './messages.ts'
import { HOLDER, PatientBrowser } from './patient-browser.ts'
import { capture, captureAtWidths } from './screens.ts'
import { STAFF } from './staff.ts'

/** A clinic without an error tracker: its managers read error reports at the desk. */
const MANAGER = STAFF.laura
const CANARY = 'canary@example.com'
const es = messagesOf('es')

const system = ownSystem('vida-ligera')

test("a patient's error is listed at the desk by its code until a manager resolves it", async ({ browser }) => {
  const patientBrowser = new PatientBrowser(await browser.newContext({ locale: 'es' }), es, system.url)
  await patientBrowser.signIn(HOLDER.typed)
  const broken = await patientBrowser.context.newPage()
  await broken.route('**/v1/user/me', (route) => route.fulfill({ json: { firstName: CANARY, lastName: CANARY } }))
  await broken.goto(`${system.url}/account/profile?who=${CANARY}`)
  await patientBrowser.see(broken, 'ui.crash.title')
  const code = (await broken.getByRole('main').locator('code').textContent()) ?? ''
  await patientBrowser.context.close()

  const context = await browser.newContext({ locale: 'es-ES', viewport: { width: 1280, height: 800 }, isMobile: false })
  const desk = new Clinician(await context.newPage(), es, system.url, 'errors-kept')
  const { page } = desk
  await desk.signIn(MANAGER)
  await page.getByRole('link', { name: es.text('desk.errors.title') }).click()
  await page.getByRole('link', { name: new RegExp(es.text('desk.errors.program.app')) }).click()
  await expect(page.getByText(code)).toBeVisible()
  await desk.capture('01-error')
  expect(await page.content()).not.toContain(CANARY)
  await desk.press('desk.errors.markDone')
  await expect(page.getByText(es.text('desk.errors.done'), { exact: true })).toBeVisible()
  await desk.capture('02-done')
  await context.close()
})

test('forty errors are a readable list, narrow and wide', async ({ browser }) => {
  const db = connect(system.databaseUrl, { max: 1, name: 'e2e' })
  // Allows the same code again right after a sign-in elsewhere.
  await db`update staff set totp_step = 0`
  const frames = [{ file: 'server/care/record/record-store.ts', line: 41, column: 7 }]
  for (const n of Array.from({ length: 40 }, (_, at) => at + 1))
    await db`
      insert into error_report (fingerprint, program, name, route, method, status, release, trace_id, handled, frames, times)
      values (${n.toString(16).padStart(32, '0')}, ${n % 2 ? 'api' : 'desk'}, 'PostgresError',
        ${`/v1/desk/consultations/:id/notes/${n}`}, 'PUT', 500, '0.1.0', ${n.toString(16).padStart(32, 'a')}, true,
        ${db.json(frames)}, ${n})`
  await db.end()
  const en = messagesOf('en')
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1280, height: 800 }, isMobile: false })
  const desk = new Clinician(await context.newPage(), en, system.url, 'errors-forty')
  const { page } = desk
  await desk.signIn(MANAGER)
  await page.goto(`${system.url}/desk/errors`)
  await expect(page.getByRole('link', { name: 'PostgresError' }).first()).toBeVisible()
  await page.getByRole('link', { name: 'PostgresError' }).nth(15).click()
  await expect(page.getByText(en.text('desk.errors.fact.trace'), { exact: true })).toBeVisible()
  await desk.capture('01-wide')
  await captureAtWidths(page, 'errors-forty-02')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: en.text('desk.errors.back') }).click()
  await capture(page, 'errors-forty-03-list')
  await context.close()
})
