import { type Browser, expect, test } from '@playwright/test'
import { startContentApp } from '../content/test-bundle.ts'
import { connect } from '../server/kit/db/db.ts'
import { messagesOf } from './messages.ts'
import { Patient } from './patient.ts'
import { HOLDER, NEWCOMER, PatientBrowser } from './patient-browser.ts'
import { register } from './register.ts'
import { capture, captureAtWidths } from './screens.ts'
import { type RunningSystem, startSystem } from './system.ts'

/** A clinic with two referral campaigns, each with its own link, text, pictures and reward. */
const SECOND = { id: '2', name: 'Un enero distinto', percentage: 15 }
const WORDS = 'Un 15 % de descuento para empezar el año con calma.'
/** The bundle's January draft, made active and with pictures. */
const running = {
  active: true,
  publishedAt: '2026-01-01T00:00:00Z',
  startsAt: null,
  endsAt: null,
  referrerImage: 'pictures/plate.svg',
  linkImage: 'pictures/tape.svg',
  refereeImage: 'pictures/tape.svg',
}
const es = messagesOf('es')

let content: Awaited<ReturnType<typeof startContentApp>>
let system: RunningSystem
let link = ''
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  content = await startContentApp((bundle) => ({
    ...bundle,
    campaigns: bundle.campaigns.map((one, at) => (at === 1 ? { ...one, ...running } : one)),
  }))
  const CONTENT_URL = await content.listen({ port: 0, host: '127.0.0.1' })
  system = await startSystem('vida-ligera', { env: { CONTENT_URL } })
})
test.afterAll(async () => {
  await system?.stop()
  await content?.close()
})

const openPatientBrowser = async (browser: Browser) =>
  new PatientBrowser(await browser.newContext({ locale: 'es-ES' }), es, system.url)

test('a referrer sees each campaign with its own link and pictures [A1.7] [A3.11]', async ({ browser }) => {
  const patientBrowser = await openPatientBrowser(browser)
  const page = await patientBrowser.signIn(HOLDER.typed)
  await page.goto(`${system.url}/account/profile/refer`)
  await expect(page.getByRole('heading', { name: SECOND.name })).toBeVisible()
  const links = page.getByText(/\/referral\//)
  await expect(links).toHaveCount(2)
  const [first, second] = await links.allTextContents()
  expect(first).not.toBe(second)
  link = second ?? ''
  const pictures = page.getByRole('main').locator('img')
  await expect(pictures).toHaveCount(2)
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  }
  await capture(page, 'campaigns-01-mine')
  await captureAtWidths(page, 'campaigns-01-mine')
  await patientBrowser.context.close()
})

test('a friend sees the text of that campaign on Welcome and after a reload, and gets its reward [A2.35]', async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: 'es-ES' })
  const friend = new Patient(await context.newPage(), es, system.url, 'campaigns-friend')
  const { page } = friend
  await page.goto(link)
  await expect(page).toHaveURL(/\/welcome\?reason=referral$/)
  await expect(page.getByText(WORDS)).toBeVisible()
  await capture(page, 'campaigns-02-welcome')
  await captureAtWidths(page, 'campaigns-02-welcome')
  await page.reload()
  await expect(page.getByText(WORDS)).toBeVisible()
  await register(friend, { phone: '611223377', names: ['Eva', 'Ríos Gil', 'eva.rios@example.com'] })
  await friend.see('invite.accepted.title')
  await expect(page.getByText(WORDS)).toBeVisible()
  const db = connect(system.databaseUrl, { max: 1, name: 'e2e' })
  const rows = await db`
    select d.side, d.percentage, r.campaign_id from referral_discount d
    join referral f on f.id = d.referral_id join referrer r on r.id = f.referrer_id`
  await db.end()
  expect(rows.map((row) => ({ ...row }))).toEqual([
    { side: 'referee', percentage: SECOND.percentage, campaign_id: SECOND.id },
  ])
  await context.close()
})

test('an existing account sees the campaign text when its link applies, and a visitor who opened Welcome directly sees none', async ({
  browser,
}) => {
  const patientBrowser = await openPatientBrowser(browser)
  const page = await patientBrowser.signIn(NEWCOMER.typed)
  await page.goto(link)
  await patientBrowser.see(page, 'invite.accepted.title')
  await expect(page.getByText(WORDS)).toBeVisible()
  await capture(page, 'campaigns-03-accepted')
  await patientBrowser.context.close()

  const client = await openPatientBrowser(browser)
  const other = await client.open('/welcome?reason=referral')
  await expect(client.field(other, 'access.welcome.phone')).toBeVisible()
  await expect(other.getByText(WORDS)).toHaveCount(0)
  await client.context.close()
})
