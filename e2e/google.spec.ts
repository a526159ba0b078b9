import { expect, type Page, test } from '@playwright/test'
import postgres from 'postgres'
import { clientsOf } from '../simulators/google/clients.ts'
import { people, type SimulatorPerson } from '../simulators/google/people.ts'
import { fetchAccessToken } from '../simulators/google/test-browser.ts'
import {
  choose,
  codeOf,
  enrol,
  fillProfile,
  goToGoogle,
  historyAddresses,
  PASSWORD,
  plan,
  type Role,
  recordRequests,
  skipCodeInterval,
  visitor,
  withDatabase,
} from './google.ts'
import { messagesOf } from './messages.ts'
import { codeSentTo } from './outbox.ts'
import { DEMO_PASSWORD, NEWCOMER, PatientBrowser } from './patient-browser.ts'
import { capture, captureAtWidths } from './screens.ts'
import { type RunningSystem, startSystem } from './system.ts'

const [lucia, diego, nameless, _, ana] = people as [
  SimulatorPerson,
  SimulatorPerson,
  SimulatorPerson,
  SimulatorPerson,
  SimulatorPerson,
]
const ROLES: Role[] = [
  { language: 'es', person: lucia, phone: '+34611000101' },
  { language: 'en', person: diego, phone: '+34611000102' },
]

test.describe.configure({ mode: 'serial' })
let system: RunningSystem
test.beforeAll(async () => {
  test.setTimeout(120_000)
  system = await startSystem('vida-ligera')
})
test.afterAll(() => system.stop())

for (const role of ROLES) {
  test.describe(`Google sign-in in ${role.language}`, () => {
    const messages = messagesOf(role.language)
    let page: Page
    test.beforeEach(async ({ browser }) => {
      page = await visitor(browser, role.language)
    })
    test.afterEach(() => page.context().close())
    const picture = async (name: string) => {
      await capture(page, `google-${role.language}-${name}`)
      if (role.language === 'es') await captureAtWidths(page, `google-${role.language}-${name}`)
    }
    const refused = async () => {
      await expect(page).toHaveURL(`${system.url}/welcome?reason=unauthorized`)
      await expect(page.getByText(messages.text('access.welcome.unauthorized'))).toBeVisible()
    }

    test('a new person enters a profile and a phone, and no password [A1.6] [A4.9]', {
      tag: role.language === 'es' ? '@gate' : [],
    }, async () => {
      await goToGoogle(system, page)
      await picture('1-accounts')
      await choose(page, role.person)
      await expect(page).toHaveURL(/\/account\/create\/profile$/)
      const field = (key: string) => page.getByLabel(messages.text(key), { exact: true })
      await expect(field('access.profile.firstName')).toHaveValue(role.person.givenName ?? '')
      await expect(field('access.profile.email')).toHaveValue(role.person.email)
      await expect(field('access.profile.password')).toHaveCount(0)
      await picture('2-profile')
      await page.getByRole('button', { name: messages.text('access.social.submit') }).click()
      await expect(page.getByText(messages.text('access.profile.phone.REQUIRED')).first()).toBeVisible()
      await picture('3-profile-problems')
      await fillProfile(page, messages, role)
      const since = new Date()
      await page.getByRole('button', { name: messages.text('access.social.submit') }).click()
      await expect(page).toHaveURL(/\/account\/create\/verify/)
      await picture('4-verify')
      await page.goBack()
      await expect(field('access.profile.lastName')).toHaveValue(role.person.familyName ?? '')
      await expect(page.getByRole('radio', { name: messages.text('access.profile.sex.Female') })).toBeChecked()
      await page.goForward()
      await page.getByLabel(messages.text('access.code.label')).fill(await codeSentTo(system.url, role.phone, since))
      await expect(page).toHaveURL(/\/how-can-we-help/)
      // The form's input is not stored on the device, which may be shared.
      expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('1990')
    })

    test('a known person is signed in at once, and no token is left in the browser [A2.22] [A4.8] [B2.16]', {
      tag: role.language === 'es' ? '@gate' : [],
    }, async () => {
      const recording = recordRequests(page)
      await goToGoogle(system, page)
      await choose(page, role.person)
      await expect(page).toHaveURL(/\/how-can-we-help/)
      await page.goto(`${system.url}/account/profile`)
      await expect(page.getByText(role.person.givenName ?? '').first()).toBeVisible()
      const code = recording.codes[0] ?? ''
      expect(code).toMatch(/^once_/)
      expect(await historyAddresses(page)).not.toContain(code)
      expect(recording.traces.filter((trace) => trace.includes(code))).toEqual([])
      expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(
        code,
      )
    })

    test('with a booking in progress, sign-in continues to checkout [A4.8]', async () => {
      await page.goto(`${system.url}/products/general-consultation`)
      await page.locator('a[href*="mode=now"]').click()
      await expect.poll(() => page.evaluate(() => localStorage.getItem('cart'))).toBeTruthy()
      await goToGoogle(system, page)
      await choose(page, role.person)
      await expect(page).toHaveURL(/\/checkout/)
    })

    test('a person who cancels, or whose sign-in Google fails, returns to Welcome [A4.11]', async () => {
      await goToGoogle(system, page)
      await page.getByRole('button', { name: /^(cancel|cancelar)$/i }).click()
      await refused()
      await picture('5-welcome-refused')
      await goToGoogle(system, page)
      await plan(system, { fault: '5xx', path: 'POST /simulators/google/token' })
      await choose(page, role.person)
      await refused()
      await page.goto(`${system.url}/account/connect/google#code=once_invented`)
      await refused()
      await page.goto(`${system.url}/account/connect/elsewhere#code=once_invented`)
      await refused()
    })
  })
}

test('a token in the query is removed, and only a token issued to us is accepted [A2.22] [A2.33]', async ({
  browser,
}) => {
  const [ownClient, another] = clientsOf({ publicUrl: system.url })
  if (!ownClient || !another) throw new Error('no clients')
  for (const [client, landed] of [
    [another, /\/welcome\?reason=unauthorized$/],
    [ownClient, /\/account\/create\/profile$/],
  ] as const) {
    const page = await visitor(browser, 'es')
    const recording = recordRequests(page)
    const token = await fetchAccessToken(system.url, client, nameless.subject)
    await page.goto(`${system.url}/account/connect/google?access_token=${token}&raw[access_token]=${token}`)
    await expect(page).toHaveURL(landed)
    expect(await historyAddresses(page)).not.toContain(token)
    expect(recording.traces.filter((trace) => trace.includes(token))).toEqual([])
    await page.context().close()
  }
})

test('the e-mail address of another account is refused before a code is sent; nothing typed is lost', async ({
  browser,
}) => {
  const messages = messagesOf('es')
  const page = await visitor(browser, 'es')
  await goToGoogle(system, page)
  await choose(page, ana)
  await fillProfile(page, messages, { ...(ROLES[0] as Role), phone: '+34611000103' })
  await page.getByRole('button', { name: messages.text('access.social.submit') }).click()
  await expect(page.getByText(messages.text('access.social.emailTaken'))).toBeInViewport()
  await expect(page).toHaveURL(/\/account\/create\/profile$/)
  await capture(page, 'google-es-6-email-taken')
  // The Google token expires: the person signs in at Google again and finds the input kept.
  await page.evaluate(() => {
    const step = JSON.parse(sessionStorage.getItem('registration') ?? '{}')
    sessionStorage.setItem('registration', JSON.stringify({ ...step, token: 'run-out' }))
  })
  await page.reload()
  await page.getByRole('checkbox').check({ position: { x: 20, y: 20 } })
  await page.getByRole('button', { name: messages.text('access.social.submit') }).click()
  await page.getByRole('link', { name: messages.text('access.social.again') }).click()
  await choose(page, ana)
  await expect(page.getByRole('radio', { name: messages.text('access.profile.sex.Female') })).toBeChecked()
  await page.context().close()
})

test('a Google account is led to set a password, and can then unlink and relink Google [A2.28]', async ({
  browser,
}) => {
  const messages = messagesOf('es')
  const page = await visitor(browser, 'es')
  const field = (key: string) => page.getByLabel(messages.text(key), { exact: true })
  const press = (key: string) => page.getByRole('button', { name: messages.text(key), exact: true }).click()
  const row = page.getByRole('link', { name: /^Google/ })
  const picture = async (name: string) => {
    await capture(page, `google-es-${name}`)
    await captureAtWidths(page, `google-es-${name}`)
  }
  await withDatabase(
    system,
    (db) => db`update session set ended_at = now(), end_reason = 'logout' where ended_at is null`,
  )
  await goToGoogle(system, page)
  await choose(page, lucia)
  await expect(page).toHaveURL(/\/how-can-we-help/)
  for (const path of ['delete', 'phone', 'email']) {
    await page.goto(`${system.url}/account/profile/${path}`)
    await expect(page.getByText(messages.text('access.noPassword.title'))).toBeVisible()
    await expect(field('profile.password')).toHaveCount(0)
  }
  await picture('9-no-password')
  await page.getByRole('link', { name: messages.text('access.noPassword.action') }).click()
  await skipCodeInterval(system)
  await picture('10-first-password')
  const since = new Date()
  await press('access.forgot.send')
  await page
    .getByLabel(messages.text('access.code.label'))
    .fill(await codeSentTo(system.url, ROLES[0]?.phone ?? '', since))
  await field('access.password.new').fill(PASSWORD)
  await picture('11-choose')
  await press('access.password.save')
  await expect(field('profile.email.new')).toBeVisible()

  await page.goto(`${system.url}/account/security`)
  await expect(row).toContainText(messages.text('access.google.row.linked'))
  await picture('12-security')
  await row.click()
  await field('access.totp.password').fill(PASSWORD)
  await picture('13-unlink')
  await press('access.google.unlink')
  await expect(row).toContainText(messages.text('access.google.row.unlinked'))
  await row.click()
  await field('access.totp.password').fill(PASSWORD)
  await picture('14-link')
  await press('access.google.link')
  await choose(page, lucia)
  await expect(page).toHaveURL(/\/account\/security$/)
  await expect(row).toContainText(messages.text('access.google.row.linked'))
  await page.context().close()
})

test('a Google account of another account is not linked, nor one whose owner cancels', async ({ browser }) => {
  const patientBrowser = new PatientBrowser(await browser.newContext({ locale: 'en' }), messagesOf('en'), system.url)
  const page = await patientBrowser.signIn(NEWCOMER.typed)
  const leave = async () => {
    await page.goto(`${system.url}/account/security/google`)
    await patientBrowser.field(page, 'access.totp.password').fill(DEMO_PASSWORD)
    await patientBrowser.button(page, 'access.google.link').click()
    await expect(page).toHaveURL(/\/simulators\/google\/authorize/)
  }
  await leave()
  await choose(page, lucia)
  await patientBrowser.see(page, 'access.google.SOCIAL_CONFLICT')
  await capture(page, 'google-en-15-conflict')
  await leave()
  await page.getByRole('button', { name: /^(cancel|cancelar)$/i }).click()
  await patientBrowser.see(page, 'access.google.nothing')
  await patientBrowser.context.close()
})

test('Google does not replace the second factor: an authenticator code is required after it [A4.10]', async ({
  browser,
}) => {
  const messages = messagesOf('es')
  const page = await visitor(browser, 'es')
  const secret = await enrol(system, ROLES[0]?.phone ?? '')
  await goToGoogle(system, page)
  await choose(page, lucia)
  await expect(page).toHaveURL(/\/account\/signin\/mfa/)
  await capture(page, 'google-es-16-second-factor')
  await page.getByLabel(messages.text('access.code.label')).fill(codeOf(secret))
  await expect(page).toHaveURL(/\/how-can-we-help/)
  await page.context().close()
  await withDatabase(system, (db) => db`delete from authenticator`)
})

test('at the session limit the person may end one; a blocked account shows whom to contact', async ({ browser }) => {
  const messages = messagesOf('es')
  const db = postgres(system.databaseUrl, { max: 1 })
  const page = await visitor(browser, 'es')
  await db`insert into session (account_id) select account_id from social_identity, generate_series(1, 3)
    where subject = ${lucia.subject}`
  await goToGoogle(system, page)
  await choose(page, lucia)
  await expect(page.getByRole('dialog')).toContainText(messages.text('access.force.title'))
  await capture(page, 'google-es-7-sessions')
  await page.getByRole('button', { name: messages.text('access.force.confirm') }).click()
  await expect(page).toHaveURL(/\/how-can-we-help/)
  await page.context().close()

  await db`update account set status = 'blocked' where id = (select account_id from social_identity
    where subject = ${lucia.subject})`
  const blocked = await visitor(browser, 'es')
  await goToGoogle(system, blocked)
  await choose(blocked, lucia)
  await expect(blocked.getByText(messages.text('access.blocked'))).toBeVisible()
  await capture(blocked, 'google-es-8-blocked')
  await blocked.context().close()
  await db.end()
})
