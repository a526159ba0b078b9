import { type Browser, expect, test } from '@playwright/test'
import { ownSystem } from './journey.ts'
import { messagesOf } from './messages.ts'
import { codeSentTo } from './outbox.ts'
import { changeAccount, endSessionsOf, HOLDER, NEWCOMER, PatientBrowser, signInElsewhere } from './patient-browser.ts'
import { capture, captureAtWidths } from './screens.ts'

const LANGUAGE = 'es'
const system = ownSystem('vida-ligera')

const openPatientBrowser = async (browser: Browser): Promise<PatientBrowser> =>
  new PatientBrowser(await browser.newContext({ locale: LANGUAGE }), messagesOf(LANGUAGE), system.url)

/** An attacker uses up all attempts at a number, without proof of work. */
async function spendTries(identifier: string): Promise<void> {
  for (let tried = 0; tried < 11; tried++)
    await fetch(`${system.url}/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-app': 'patient' },
      body: JSON.stringify({ identifier, password: 'Otra-Clave-9' }),
    })
}

test('during an attack the owner signs in: on a new browser with proof of work and a code, on a known one as usual', async ({
  browser,
}) => {
  await spendTries(HOLDER.phone)
  const patientBrowser = await openPatientBrowser(browser)
  const page = await patientBrowser.open('/welcome')
  const since = new Date()
  await patientBrowser.enter(page, HOLDER.typed)
  await expect(page).toHaveURL(/signin\/mfa/)
  await patientBrowser.field(page, 'access.code.label').fill(await codeSentTo(system.url, HOLDER.phone, since))
  await expect(page).toHaveURL(/how-can-we-help/)

  await endSessionsOf(system.databaseUrl, HOLDER.phone)
  await page.goto(`${system.url}/welcome`)
  await page.waitForSelector('html[data-ready]')
  await expect(page).toHaveURL(/welcome/)
  await patientBrowser.enter(page, HOLDER.typed)
  await expect(page).toHaveURL(/how-can-we-help/)
  await patientBrowser.context.close()
})

test('an account that is blocked during the session question shows the block, without a loop', async ({ browser }) => {
  await signInElsewhere(system.url, NEWCOMER.phone, 4)
  const patientBrowser = await openPatientBrowser(browser)
  const page = await patientBrowser.open('/welcome')
  await patientBrowser.enter(page, NEWCOMER.typed)
  await expect(patientBrowser.heading(page, 'access.force.title')).toBeVisible()
  await changeAccount(system.databaseUrl, NEWCOMER.phone, { status: 'blocked' })
  await patientBrowser.button(page, 'access.force.confirm').click()
  await patientBrowser.see(page, 'access.blocked')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await changeAccount(system.databaseUrl, NEWCOMER.phone, { status: 'active' })

  await signInElsewhere(system.url, NEWCOMER.phone, 4)
  await patientBrowser.enter(page, NEWCOMER.typed)
  await page.route('**/v1/auth/login/force*', (route) => route.fulfill({ status: 401, json: { code: 'UNAUTHORIZED' } }))
  await patientBrowser.button(page, 'access.force.confirm').click()
  await expect(patientBrowser.heading(page, 'access.force.over.title')).toBeVisible()
  await capture(page, 'attack-force-over')
  await captureAtWidths(page, 'attack-force-over')
  await patientBrowser.button(page, 'access.force.over.confirm').click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await patientBrowser.context.close()
})
