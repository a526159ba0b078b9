import { type CDPSession, expect, type Page, test } from '@playwright/test'
import { connect } from '../server/kit/db/db.ts'
import { freePort } from '../tools/ports.ts'
import { Clinician } from './clinician.ts'
import { ownSystem } from './journey.ts'
import { messagesOf } from './messages.ts'
import { endSessionsOf, HOLDER, PatientBrowser } from './patient-browser.ts'
import { capture, captureAtWidths } from './screens.ts'
import { STAFF } from './staff.ts'

// Passkeys belong to a host with a name, so the system runs at `localhost` instead of 127.0.0.1.
const system = ownSystem('vida-ligera', async () => {
  const port = await freePort()
  return { port, env: { HOST: 'localhost', PUBLIC_URL: `http://localhost:${port}` } }
})
const es = messagesOf('es')

/** A phone with a screen lock, whose owner is there and unlocks it. */
async function addScreenLock(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

test('a patient is offered a passkey after the sign-in, signs in with one tap, and removes it', {
  tag: '@gate',
}, async ({ browser }) => {
  const context = await browser.newContext({ locale: 'es-ES' })
  const patient = new PatientBrowser(context, es, system.url)
  const page = await patient.open('/welcome')
  const { cdp, authenticatorId } = await addScreenLock(page)
  // Without a passkey there is nothing to suggest in the phone field.
  await patient.enter(page, HOLDER.typed)
  await expect(page).toHaveURL(/how-can-we-help/)
  await patient.see(page, 'access.passkey.offer')
  await capture(page, 'passkey-offer')
  await patient.button(page, 'access.passkey.offerAction').click()
  await patient.see(page, 'ui.passkeys.added')
  await expect(page.getByText(es.text('access.passkey.offer'))).toBeHidden()
  await expect
    .poll(async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials)
    .toHaveLength(1)

  await page.goto(`${system.url}/account/security`)
  await patient.link(page, 'ui.passkeys.title').click()
  await page.getByRole('button', { name: /^Renombrar/ }).click()
  await patient.field(page, 'ui.passkeys.name').fill('Mi móvil')
  await patient.button(page, 'ui.passkeys.save').click()
  await expect(page.getByText('Mi móvil')).toBeVisible()
  await capture(page, 'passkeys')
  await captureAtWidths(page, 'passkeys')

  // The suggestion in the field would answer at once here, before the button can be tried.
  await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false })
  await signOut(page)
  await capture(page, 'welcome-passkey')
  await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true })
  await patient.button(page, 'access.passkey.signIn').click()
  await expect(page).toHaveURL(/how-can-we-help/)
  await expect(page.getByText(es.text('access.passkey.offer'))).toBeHidden()

  // Chosen among the suggestions of the phone field, which the virtual authenticator does at once.
  await leave()
  await page.goto(`${system.url}/welcome`)
  await expect(page).toHaveURL(/how-can-we-help/)

  await page.goto(`${system.url}/account/security/passkeys`)
  await patient.button(page, 'ui.passkeys.remove').click()
  await patient.see(page, 'ui.passkeys.removed')
  await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false })
  await signOut(page)
  await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true })
  await patient.button(page, 'access.passkey.signIn').click()
  await patient.see(page, 'access.passkey.refused')
  await context.close()

  async function leave(): Promise<void> {
    await page.evaluate(() => localStorage.clear())
    await context.clearCookies()
    // The suggestion in the field and the button may both sign in here, and the number of sessions is limited.
    await endSessionsOf(system.databaseUrl, HOLDER.phone)
  }

  async function signOut(from: Page): Promise<void> {
    await leave()
    await from.goto(`${system.url}/welcome`)
    await expect(patient.button(from, 'access.passkey.signIn')).toBeVisible()
  }
})

test('a clinician adds a passkey at the desk and signs in with it instead of password and code', async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: 'es-ES', viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const { cdp, authenticatorId } = await addScreenLock(page)
  const marta = new Clinician(page, es, system.url, 'desk-passkey')
  await marta.signIn(STAFF.marta)
  await page.getByRole('button', { name: es.text('desk.session.mine') }).click()
  await page.getByRole('button', { name: es.text('ui.passkeys.add') }).click()
  await expect(page.getByText(es.text('ui.passkeys.added'))).toBeVisible()
  await capture(page, 'desk-passkeys')

  await page.evaluate(() => localStorage.clear())
  await context.clearCookies()
  await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false })
  await page.goto(`${system.url}/desk`)
  const button = page.getByRole('button', { name: es.text('desk.signIn.passkey') })
  await expect(button).toBeVisible()
  await capture(page, 'desk-sign-in-passkey')
  await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true })
  await button.click()
  await expect(page.getByRole('button', { name: es.text('desk.session.mine') })).toBeVisible()
  await context.close()
})

test('near the end of the session one tap signs in again, and what is typed stays', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'es-ES', viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await addScreenLock(page)
  const laura = new Clinician(page, es, system.url, 'desk-passkey-again')
  await laura.signIn(STAFF.laura)
  await page.getByRole('button', { name: es.text('desk.session.mine') }).click()
  await page.getByRole('button', { name: es.text('ui.passkeys.add') }).click()
  await expect(page.getByText(es.text('ui.passkeys.added'))).toBeVisible()
  const db = connect(system.databaseUrl, { max: 1, name: 'e2e' })
  await db`update session set created_at = created_at - interval '11 hours 55 minutes',
    ends_at = ends_at - interval '11 hours 55 minutes' where staff_id is not null and ended_at is null`
  await db.end()

  await page.goto(`${system.url}/desk/team/new`)
  const name = page.getByLabel(es.text('desk.team.name')).first()
  await name.fill('Nora Vidal')
  await page.getByRole('button', { name: es.text('desk.session.again') }).click()
  const dialog = page.getByRole('dialog')
  const tap = dialog.getByRole('button', { name: es.text('ui.passkeys.prove') })
  await expect(tap).toBeVisible()
  await capture(page, 'desk-passkey-again')
  await captureAtWidths(page, 'desk-passkey-again')
  await tap.click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(es.text('desk.session.endsText'))).toHaveCount(0)
  await expect(name).toHaveValue('Nora Vidal')
  await context.close()
})
