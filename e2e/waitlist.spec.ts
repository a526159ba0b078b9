import { expect, test } from '@playwright/test'
import { startContentApp } from '../content/test-bundle.ts'
import { zoneAtNoon } from '../core/kit/test-zone.ts'
import { connect } from '../server/kit/db/db.ts'
import { ownSystem } from './journey.ts'
import { messagesOf } from './messages.ts'
import { Patient } from './patient.ts'
import { NEWCOMER, PatientBrowser } from './patient-browser.ts'
import { capture } from './screens.ts'

/** Notifications pause at night by the clinic's time zone, so this clinic's clock always shows about noon. */
const byDay = () => startContentApp((bundle) => ({ ...bundle, config: { ...bundle.config, timeZone: zoneAtNoon() } }))
let content: Awaited<ReturnType<typeof byDay>>
const system = ownSystem('vida-ligera', async () => {
  content = await byDay()
  return { env: { CONTENT_URL: await content.listen({ port: 0, host: '127.0.0.1' }) } }
})
test.afterAll(() => content?.close())

test('a patient on the waitlist is notified of a sooner slot, and finds it held with the answers kept [B2.5]', async ({
  browser,
}) => {
  const messages = messagesOf('en')
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/Madrid',
    viewport: { width: 1280, height: 800 },
  })
  const patientBrowser = new PatientBrowser(context, messages, system.url)
  const page = await patientBrowser.signIn(NEWCOMER.typed)
  const patient = new Patient(page, messages, system.url, 'waitlist')
  await page.goto(`${system.url}/products/nutrition-follow-up/questions?mode=later`)
  await page.waitForSelector('html[data-ready]')
  await patient.answerQuestions()
  await patient.writeSummary('video')
  await expect(page).toHaveURL(/\/calendar/)
  await patientBrowser.button(page, 'booking.sooner.join').click()
  await patient.see('booking.sooner.waiting')
  // The new button replaced the pressed one and has its focus.
  await expect(patientBrowser.button(page, 'booking.sooner.stop')).toBeFocused()
  await capture(page, 'waitlist-waiting')

  const db = connect(system.databaseUrl, { max: 1, name: 'e2e' })
  // As if the calendar had been full for a week: free slots count as just released.
  await db`update waitlist_entry set wanted_until = clock_timestamp() + interval '7 days'`
  await page.goto(`${system.url}/waitlist`)
  await expect(patientBrowser.button(page, 'booking.sooner.refuse')).toBeVisible({ timeout: 30_000 })
  await db.end()
  await patient.capture('offer')
  await page.goto(`${system.url}/consultations`)
  await page.getByRole('link', { name: messages.pattern('booking.sooner.kept') }).click()
  await page.getByRole('button', { name: messages.pattern('booking.sooner.take') }).click()
  await expect(page).toHaveURL(/\/checkout/)
  await expect(patient.page.getByRole('timer')).toBeVisible()
  await context.close()
})
