import { type Browser, expect, type Page, test } from '@playwright/test'
import * as OTPAuth from 'otpauth'
import { connect } from '../server/kit/db/db.ts'
import { openDesk, type Staff } from './clinician.ts'
import { ownSystem } from './journey.ts'
import { messagesOf } from './messages.ts'
import { linkSentTo } from './outbox.ts'
import { capture, captureAtWidths } from './screens.ts'
import { STAFF } from './staff.ts'

const LAURA = STAFF.laura
const PABLO = STAFF.pablo
const STRANGER = { name: 'Sara Costa Vidal', email: 'sara.costa@correo.example' }
const REASON = 'Aquí nadie conoce a esta persona'

test.describe.configure({ mode: 'serial' })
const system = ownSystem('vida-ligera')
let laura: Page
let pablo: Page
const es = messagesOf('es')

test.beforeAll(async ({ browser }) => {
  await db((sql) => sql`update staff set role = 'clinician-and-clinical-manager' where email = ${PABLO.email}`)
  laura = await signIn(browser, LAURA)
  pablo = await signIn(browser, PABLO)
})

async function db(run: (sql: ReturnType<typeof connect>) => Promise<unknown>): Promise<void> {
  const sql = connect(system.databaseUrl, { max: 1, name: 'e2e' })
  await run(sql).finally(() => sql.end())
}

async function signIn(browser: Browser, staff: Staff): Promise<Page> {
  const desk = { url: system.url, messages: es, locale: 'es-ES', pictures: 'desk-team' }
  return (await openDesk(browser, desk, staff)).page
}
const press = (page: Page, key: string) => page.getByRole('button', { name: es.text(key), exact: true }).click()
const toTeam = (page: Page) => page.goto(`${system.url}/desk/team`)
const toStranger = (page: Page) => page.getByRole('link', { name: new RegExp(STRANGER.name) }).click()

async function fillInvitation(page: Page): Promise<void> {
  await page.goto(`${system.url}/desk/team/new`)
  await page.getByLabel(es.text('desk.team.name')).first().fill(STRANGER.name)
  await page.getByLabel(es.text('desk.people.email')).first().fill(STRANGER.email)
  await page
    .getByRole('radio', { name: es.text('desk.people.role.clinical-manager'), exact: false })
    .first()
    .check()
  await expect(page.getByText(es.text('desk.team.waitsTitle'))).toBeVisible()
}

test('an invitation to an address outside the clinic needs two managers, and is not sent yet', async () => {
  await fillInvitation(laura)
  await capture(laura, 'desk-second-01-form')
  await press(laura, 'desk.team.ask')
  await expect(laura.getByText(es.text('desk.team.waitsMine'))).toBeVisible()
  await expect(laura.getByRole('button', { name: es.text('desk.team.approve') })).toHaveCount(0)
  await capture(laura, 'desk-second-02-mine')
  await captureAtWidths(laura, 'desk-second-02-mine')
})

test('the other manager sees it in the sidebar and rejects it with a reason, which the first reads', async () => {
  await toTeam(pablo)
  await expect(pablo.getByRole('link', { name: /Equipo.*1/ }).first()).toBeVisible()
  await toStranger(pablo)
  await capture(pablo, 'desk-second-03-answer')
  await captureAtWidths(pablo, 'desk-second-03-answer')
  await press(pablo, 'desk.team.decline')
  const dialog = pablo.getByRole('dialog')
  await dialog.getByLabel(es.text('desk.people.reason')).fill(REASON)
  await dialog.getByRole('button', { name: es.text('desk.team.decline'), exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await toTeam(laura)
  await toStranger(laura)
  await expect(laura.getByText(REASON)).toBeVisible()
  await capture(laura, 'desk-second-04-declined')
})

test('a second request that is approved sends the e-mail with the link', async () => {
  await fillInvitation(laura)
  await press(laura, 'desk.team.ask')
  await expect(laura.getByText(es.text('desk.team.waitsMine'))).toBeVisible()
  await toTeam(pablo)
  await pablo.getByRole('link', { name: new RegExp(`${STRANGER.name}.*${es.text('desk.team.waiting')}`) }).click()
  await press(pablo, 'desk.team.approve')
  await expect(pablo.getByText(es.text('desk.team.openText'))).toBeVisible()
  expect(await linkSentTo(system.url, STRANGER.email, '/desk/join')).toContain('/desk/join#')
})

test('a clinician sees their sessions and ends all others with one press', async () => {
  await db(
    (sql) => sql`
      insert into session (staff_id, device) select id, 'Firefox, Windows' from staff where email = ${LAURA.email}`,
  )
  await laura.getByRole('button', { name: new RegExp(es.text('desk.session.mine')) }).click()
  const dialog = laura.getByRole('dialog')
  await expect(dialog.getByText('Firefox, Windows')).toBeVisible()
  await expect(dialog.getByText(new RegExp(es.text('ui.sessions.this')))).toBeVisible()
  await capture(laura, 'desk-session-01-mine')
  await captureAtWidths(laura, 'desk-session-01-mine')
  await press(laura, 'desk.session.others')
  await expect(dialog.getByText('Firefox, Windows')).toHaveCount(0)
  await laura.keyboard.press('Escape')
})

test('before the twelve-hour limit a clinician signs in again in place, and nothing typed is lost', async () => {
  await db(async (sql) => {
    const laura = sql`(select id from staff where email = ${LAURA.email})`
    await sql`update session set created_at = created_at - interval '11 hours 55 minutes',
      ends_at = ends_at - interval '11 hours 55 minutes' where staff_id = ${laura} and ended_at is null`
    await sql`update staff set totp_step = 0 where id = ${laura}`
  })
  await laura.goto(`${system.url}/desk/team/new`)
  await laura.getByLabel(es.text('desk.team.name')).first().fill(STRANGER.name)
  await expect(laura.getByText(es.text('desk.session.endsText'))).toBeVisible()
  await capture(laura, 'desk-session-02-ends')
  await expectNothingCovered(laura)
  await captureAtWidths(laura, 'desk-session-02-ends')
  await press(laura, 'desk.session.again')
  const dialog = laura.getByRole('dialog')
  await dialog.getByLabel(es.text('desk.signIn.password'), { exact: true }).fill('Otra-Clave-9')
  const code = () => new OTPAuth.TOTP({ secret: OTPAuth.Secret.fromBase32(LAURA.totpSecret) }).generate()
  await dialog.getByLabel(es.text('desk.signIn.code')).fill(code())
  await expect(dialog.getByText(es.text('desk.error.WRONG_CREDENTIALS'))).toBeVisible()
  await capture(laura, 'desk-session-03-again')
  await dialog.getByLabel(es.text('desk.signIn.password'), { exact: true }).fill(LAURA.password)
  // Six digits submit themselves when they differ from the previous ones.
  await dialog.getByLabel(es.text('desk.signIn.code')).fill('')
  await dialog.getByLabel(es.text('desk.signIn.code')).fill(code())
  await expect(dialog).toHaveCount(0)
  await expect(laura.getByText(es.text('desk.session.endsText'))).toHaveCount(0)
  await expect(laura.getByLabel(es.text('desk.team.name')).first()).toHaveValue(STRANGER.name)
  // The previous session ends a moment after the new one exists.
  await db(async (sql) => {
    const open = () => sql`
      select ends_at > now() + interval '11 hours' as new from session
      where staff_id = (select id from staff where email = ${LAURA.email}) and ended_at is null`
    await expect.poll(async () => [...(await open())]).toEqual([{ new: true }])
  })
  await laura.reload()
  await expect(laura.getByLabel(es.text('desk.team.name')).first()).toBeVisible()
})

/** On the smallest phone every field can be scrolled out from under the notice. */
async function expectNothingCovered(page: Page): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  const notice = page.getByText(es.text('desk.session.endsText'))
  for (const field of await page.getByRole('textbox').all()) {
    await field.scrollIntoViewIfNeeded()
    const [box, over] = await Promise.all([field.boundingBox(), notice.boundingBox()])
    expect(box && over && box.y + box.height <= over.y).toBe(true)
  }
  if (before) await page.setViewportSize(before)
}
