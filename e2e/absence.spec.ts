import { expect, type Page, test } from '@playwright/test'
import { notifyChanged } from '../server/kit/db/changes.ts'
import { connect } from '../server/kit/db/db.ts'
import { signIn } from './account.ts'
import { type BookedHour, bookSlot, type Remote, remote } from './book-slot.ts'
import { openDesk } from './clinician.ts'
import { skipCodeInterval } from './google.ts'
import { ownSystem } from './journey.ts'
import { messagesOf } from './messages.ts'
import { Patient } from './patient.ts'
import { capture, captureAtWidths } from './screens.ts'
import { STAFF } from './staff.ts'

/** A clinician is absent for some days: every booked appointment gets a resolution (C10.3). */
const CASTS = [
  {
    partner: 'vida-ligera',
    language: 'es' as const,
    locale: 'es-ES',
    zone: 'Europe/Madrid',
    phone: '+34600000001',
    typed: '600 00 00 01',
    other: '+34600000002',
    absent: 'Dra. Marta Vidal Costa',
    colleague: /Jorge Molina/,
    manager: STAFF.laura,
    reason: 'Formación fuera de la clínica',
  },
  {
    partner: 'bem-leve',
    language: 'pt-BR' as const,
    locale: 'pt-BR',
    zone: 'America/Sao_Paulo',
    phone: '+5511900000001',
    typed: '11 90000-0001',
    other: '+5511900000002',
    absent: 'Dra. Helena Prado Nogueira',
    colleague: /Caio Figueiredo/,
    manager: STAFF.beatriz,
    reason: 'Formação fora da clínica',
  },
] as const

const PRODUCT = 'general-consultation'
interface Seen {
  status: string
  startTime: string
  timesOfferedFor: string | null
  clinician: { name: string }
  orderId: string
}

for (const cast of CASTS) {
  test.describe(cast.partner, () => {
    test.describe.configure({ mode: 'serial' })
    const messages = messagesOf(cast.language)
    const pictures = `absence-${cast.language}`
    const system = ownSystem(cast.partner)
    let client: Remote | undefined
    let other: Remote | undefined
    let handed: BookedHour | undefined
    let moved: BookedHour | undefined
    let returned: BookedHour | undefined
    let page: Page
    const fetchConsultation = ({ ask, patientId }: Remote, { consultationId }: BookedHour) =>
      ask<Seen>('GET', `/patients/${patientId}/consultations/${consultationId}`)
    const dayOf = (moment: string, apart = 0) =>
      new Date(Date.parse(moment) + apart * 86_400_000).toLocaleDateString('sv-SE', { timeZone: cast.zone })

    test.beforeAll(async () => {
      client = await remote(system.url, cast.phone)
      other = await remote(system.url, cast.other)
      // The colleague has free slots at any time of day.
      const db = connect(system.databaseUrl, { max: 1, name: 'e2e' })
      const [{ id = '' } = {}] = await db<
        { id: string }[]
      >`select id from clinician where name ~ ${cast.colleague.source}`
      await db`delete from clinician_hours where clinician_id = ${id}`
      await db`
        insert into clinician_hours (clinician_id, weekday, starts, ends)
        select ${id}, weekday, '00:00', '24:00' from generate_series(1, 7) weekday`
      await db.end()
      handed = await bookSlot(other, PRODUCT, cast.absent)
      moved = await bookSlot(client, PRODUCT, cast.absent)
      returned = await bookSlot(client, PRODUCT, cast.absent)
    })

    test('a manager enters an absence: each appointment gets a resolution, and its slots close', {
      tag: '@gate',
    }, async ({ browser }) => {
      const desk = { url: system.url, messages, locale: cast.locale, pictures }
      const manager = await openDesk(browser, desk, cast.manager)
      const at = manager.page
      await at.getByRole('link', { name: messages.text('desk.agenda.title') }).click()
      await at.getByRole('button', { name: messages.text('desk.absence.open'), exact: true }).click()
      await at.getByLabel(messages.text('desk.absence.who'), { exact: true }).selectOption({ label: cast.absent })
      await at.getByLabel(messages.text('desk.absence.from'), { exact: true }).fill(dayOf(handed?.startTime ?? ''))
      await at
        .getByLabel(messages.text('desk.absence.until'), { exact: true })
        .fill(dayOf(returned?.startTime ?? '', 2))
      const pane = at.getByRole('region').filter({ has: at.getByRole('combobox') })
      await expect(pane.getByRole('combobox')).toHaveCount(3)
      await capture(at, `${pictures}-hours`)
      await at.getByLabel(messages.text('desk.people.reason')).fill(cast.reason)
      await manager.press('desk.absence.enter')
      // The absence cannot be entered before each appointment has a resolution.
      await expect(pane.getByRole('combobox').first()).toHaveAttribute('aria-invalid', 'true')
      await manager.press('desk.absence.all.offer')
      const first = pane.getByRole('combobox').first()
      const colleague = await first.locator('option').filter({ hasText: cast.colleague }).getAttribute('value')
      await first.selectOption(colleague)
      await capture(at, `${pictures}-decided`)
      await captureAtWidths(at, `${pictures}-decided`)
      await manager.press('desk.absence.enter')
      await manager.see('desk.absence.done')
      await expect(at.getByRole('region', { name: messages.pattern('desk.absence.list') })).toBeVisible()
      await capture(at, `${pictures}-entered`)
      await at.goto(`${system.url}/desk/agenda`)
      await manager.see('desk.agenda.title')
      await capture(at, `${pictures}-agenda`)
      expect((await fetchConsultation(other as Remote, handed as BookedHour)).clinician.name).toMatch(cast.colleague)
      const { items } = await (other as Remote).ask<{ items: { name: string; nextFree: string | null }[] }>(
        'GET',
        `/products/${PRODUCT}/clinicians`,
      )
      const next = items.find(({ name }) => name === cast.absent)?.nextFree
      const from = dayOf(handed?.startTime ?? '')
      const last = dayOf(returned?.startTime ?? '', 2)
      expect(next && dayOf(next) >= from && dayOf(next) <= last).toBeFalsy()
      await at.close()
    })

    test('a patient who is offered other times takes one within the notice period, and pays nothing', async ({
      browser,
    }) => {
      const { consultationId } = moved as BookedHour
      const db = connect(system.databaseUrl, { max: 1, name: 'e2e' })
      await db`
        update consultation set starts_at = now() + interval '50 minutes', ends_at = now() + interval '70 minutes',
          times_offered_for = now() + interval '50 minutes' where id = ${consultationId}`
      await notifyChanged(db, [`consultation:${consultationId}`])
      await db.end()
      const before = await fetchConsultation(client as Remote, moved as BookedHour)
      await skipCodeInterval(system)
      const context = await browser.newContext({ locale: cast.locale })
      page = await context.newPage()
      const patient = new Patient(page, messages, system.url, pictures)
      await signIn(patient, cast)
      await patient.see('catalogue.home.offered')
      await expect(patient.button('care.late.MOVE')).toBeVisible()
      await patient.capture('home')
      await page.goto(`${system.url}/consultations/${consultationId}`)
      await patient.see('care.offered.text')
      await patient.see('care.status.OFFERED')
      await patient.capture('choices')
      await patient.button('care.late.MOVE').click()
      await expect(page).toHaveURL(/reschedule/)
      await page.locator('button[aria-pressed]').first().click()
      await patient.capture('another-time')
      await page.getByRole('button', { name: messages.pattern('care.move.to') }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: messages.text('care.move.confirm') })
        .click()
      await patient.see('care.move.done')
      const after = await fetchConsultation(client as Remote, moved as BookedHour)
      expect([after.status, after.timesOfferedFor]).toEqual(['QUEUED', null])
      expect(after.startTime).not.toBe(before.startTime)
    })

    test('a patient takes a full refund', async () => {
      const patient = new Patient(page, messages, system.url, pictures)
      await page.goto(`${system.url}/consultations/${(returned as BookedHour).consultationId}`)
      await patient.button('care.late.MONEY').click()
      await patient.capture('money')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: messages.text('care.cancel.confirm') })
        .click()
      await expect
        .poll(async () => (await fetchConsultation(client as Remote, returned as BookedHour)).status, {
          timeout: 20_000,
        })
        .toBe('CANCELLED')
      const { orderId } = await fetchConsultation(client as Remote, returned as BookedHour)
      await expect
        .poll(
          async () =>
            (await client?.ask<{ refund: { state: string } | null }>('GET', `/order/${orderId}`))?.refund?.state,
        )
        .toBe('done')
    })
  })
}
