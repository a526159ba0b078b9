import { expect, test } from '@playwright/test'
import { notifyChanged } from '../server/kit/db/changes.ts'
import { connect } from '../server/kit/db/db.ts'
import { signIn } from './account.ts'
import { type BookedHour, bookSlot, type Remote, remote } from './book-slot.ts'
import { openDesk } from './clinician.ts'
import { skipCodeInterval } from './google.ts'
import { expectMedia } from './media.ts'
import { messagesOf } from './messages.ts'
import { Patient } from './patient.ts'
import { capture, captureAtWidths } from './screens.ts'
import { type RunningSystem, startSystem } from './system.ts'

/** A booked clinician does not come to the appointment (C10.1). */
const CASTS = [
  {
    partner: 'vida-ligera',
    language: 'es' as const,
    locale: 'es-ES',
    phone: '+34600000001',
    typed: '600 00 00 01',
    absent: 'Dra. Marta Vidal Costa',
    colleague: {
      name: /Elena Ruiz/,
      email: 'elena.ruiz@vidaligera.example',
      totpSecret: 'OVZGY6LTNFXHI3DFONZWK3TDMVZGKZLE',
    },
    manager: { email: 'laura.prieto@vidaligera.example', totpSecret: 'MNXW64TENFXGCY3JN5XGG3DJNZUWGYLM' },
  },
  {
    partner: 'bem-leve',
    language: 'pt-BR' as const,
    locale: 'pt-BR',
    phone: '+5511900000001',
    typed: '11 90000-0001',
    absent: 'Dra. Helena Prado Nogueira',
    colleague: {
      name: /Rafael Teixeira/,
      email: 'rafael.teixeira@bemleve.example',
      totpSecret: 'KRSWS6DFNFZGCYTFNVWGK5TFOJQWMYLF',
    },
    manager: { email: 'beatriz.moura@bemleve.example', totpSecret: 'MJSWC5DSNF5G233VOJQWEZLNNRSXMZJV' },
  },
] as const

for (const cast of CASTS) {
  test.describe(cast.partner, () => {
    test.describe.configure({ mode: 'serial' })
    const messages = messagesOf(cast.language)
    let system: RunningSystem
    let elsewhere: Remote
    test.beforeAll(async () => {
      system = await startSystem(cast.partner)
      elsewhere = await remote(system.url, cast.phone)
    })
    test.afterAll(() => system?.stop())

    /** An appointment with the absent clinician that began this many minutes ago. */
    async function lateBy(minutes: number): Promise<BookedHour> {
      const hour = await bookSlot(elsewhere, 'general-consultation', cast.absent)
      const db = connect(system.databaseUrl, { max: 1, name: 'e2e' })
      await db`
        update consultation set starts_at = now() - make_interval(mins => ${minutes}),
          ends_at = now() + interval '10 minutes' where id = ${hour.consultationId}`
      await notifyChanged(db, ['queue', `consultation:${hour.consultationId}`])
      await db.end()
      return hour
    }
    const desk = () => ({ url: system.url, messages, locale: cast.locale, pictures: 'recovery' })

    test('a patient whose clinician does not come chooses a colleague, who takes over and calls [C10.1]', async ({
      browser,
    }) => {
      const { consultationId } = await lateBy(16)
      await skipCodeInterval(system)
      const context = await browser.newContext({ locale: cast.locale })
      const page = await context.newPage()
      const patient = new Patient(page, messages, system.url, `recovery-${cast.language}`)
      await signIn(patient, cast)
      await page.goto(`${system.url}/consultations/${consultationId}`)
      await patient.see('care.late.title')
      await patient.capture('choices')
      await patient.button('care.late.ANOTHER').click()
      await patient.see('care.late.chosen.ANOTHER')
      await expect(page.locator('p:focus')).toHaveText(messages.text('care.late.chosen.ANOTHER'))
      const colleague = await openDesk(browser, desk(), cast.colleague)
      const row = colleague.page.locator(`a[data-column][href$="${consultationId}"]`)
      await expect(row).toContainText(messages.text('desk.queue.left'), { timeout: 20_000 })
      await row.click()
      await colleague.see('desk.queue.leftBy')
      await capture(colleague.page, `recovery-${cast.language}-take`)
      await colleague.press('desk.take.attend')
      await expect(colleague.button('desk.call.start.video')).toBeVisible()
      await expect(page.getByText(cast.colleague.name).first()).toBeVisible()
      await expect(page.getByText(messages.text('care.late.title'))).toHaveCount(0)
      // A consultation taken by mistake can be returned until the call.
      await capture(colleague.page, `recovery-${cast.language}-taken`)
      await colleague.page.getByText(messages.text('desk.detail.otherActions')).click()
      await colleague.press('desk.requeue.open')
      await colleague.see('desk.requeue.done')
      await expect(row).toContainText(messages.text('desk.queue.left'))
      await row.click()
      await colleague.press('desk.take.attend')
      await colleague.press('desk.call.start.video')
      await patient.button('care.call.answer').click()
      await Promise.all([expectMedia(page), expectMedia(colleague.page)])
      await patient.capture('talking')
      await colleague.press('desk.call.completed')
      await colleague.writeAndClose('Atendida por una colega; sin incidencias.')
    })

    test('a manager cancels a day with one reason, and the patient reads about the refund', async ({ browser }) => {
      await lateBy(16)
      const { consultationId } = await lateBy(20)
      const manager = await openDesk(browser, desk(), cast.manager)
      const { page } = manager
      await page.getByRole('link', { name: messages.text('desk.reassignment.page') }).click()
      const group = page.getByRole('region', { name: cast.absent })
      await expect(group.getByRole('checkbox')).toHaveCount(2)
      await expect(group).toContainText('20', { timeout: 20_000 })
      await capture(page, `recovery-${cast.language}-open`)
      await group.getByRole('button').click()
      await capture(page, `recovery-${cast.language}-chosen`)
      await captureAtWidths(page, `recovery-${cast.language}-chosen`)
      await manager.press('desk.reassignment.cancel')
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('radio', { name: messages.text('desk.reassignment.reason.ABSENT') })).toBeChecked()
      await capture(page, `recovery-${cast.language}-cancel`)
      await dialog.getByRole('button', { name: messages.text('desk.reassignment.cancel') }).click()
      await expect(dialog).toHaveCount(0)
      await expect(group).toHaveCount(0)
      const consultation = await elsewhere.ask<{ status: string; orderId: string }>(
        'GET',
        `/patients/${elsewhere.patientId}/consultations/${consultationId}`,
      )
      expect(consultation.status).toBe('CANCELLED')
      await expect
        .poll(
          async () =>
            (await elsewhere.ask<{ refund: { state: string } | null }>('GET', `/order/${consultation.orderId}`)).refund
              ?.state,
        )
        .toBe('done')
    })
  })
}
