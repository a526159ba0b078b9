import { expect, test } from '@playwright/test'
import { openHome } from './account.ts'
import { orderOnDemand, remote } from './book-slot.ts'
import { openDesk } from './clinician.ts'
import { skipCodeInterval } from './google.ts'
import { ownSystem } from './journey.ts'
import { expectMedia } from './media.ts'
import { messagesOf } from './messages.ts'
import { capture, captureAtWidths } from './screens.ts'
import { STAFF } from './staff.ts'

/** A clinician with a patient leaves, or is blocked during the call: a colleague continues with the same patient. */
const CASTS = [
  {
    partner: 'vida-ligera',
    language: 'es' as const,
    locale: 'es-ES',
    patient: { phone: '+34600000002', typed: '600 00 00 02', name: /Carlos/ },
    clinician: { name: 'Dra. Marta Vidal Costa', ...STAFF.marta },
    colleague: { name: /Elena/, ...STAFF.elena },
    manager: STAFF.laura,
  },
  {
    partner: 'bem-leve',
    language: 'pt-BR' as const,
    locale: 'pt-BR',
    patient: { phone: '+5511900000002', typed: '11 90000-0002', name: /Thiago/ },
    clinician: { name: 'Dra. Helena Prado Nogueira', ...STAFF.helena },
    colleague: { name: /Rafael/, ...STAFF.rafael },
    manager: STAFF.beatriz,
  },
] as const

for (const cast of CASTS) {
  const messages = messagesOf(cast.language)
  const pictures = `blocked-${cast.partner}`
  test.describe(cast.partner, () => {
    const system = ownSystem(cast.partner)
    const desk = () => ({ url: system.url, messages, locale: cast.locale, pictures })

    test('after a clinician is blocked during a call, a colleague continues with the same patient [C10.2]', async ({
      browser,
    }) => {
      const id = await orderOnDemand(await remote(system.url, cast.patient.phone), 'general-consultation', 'video')
      const clinician = await openDesk(browser, desk(), cast.clinician)
      const { page } = clinician
      await page.locator(`a[data-column][href$="${id}"]`).click()
      await clinician.press('desk.take.attend')
      await expect(clinician.button('desk.call.start.video')).toBeVisible()
      // Signing out asks what happens to the clinician's patients.
      await page.getByRole('button', { name: messages.text('desk.sidebar.signOut') }).click()
      const leaving = page.getByRole('dialog')
      await expect(leaving).toContainText(cast.patient.name)
      await capture(page, `${pictures}-leave`)
      await captureAtWidths(page, `${pictures}-leave`)
      await leaving.getByRole('button', { name: messages.text('desk.leave.stay') }).click()

      await skipCodeInterval(system)
      const patient = await openHome(browser, desk(), cast.patient)
      await patient.page.goto(`${system.url}/consultations/${id}`)
      await clinician.press('desk.call.start.video')
      await patient.button('care.call.answer').click()
      await Promise.all([expectMedia(patient.page), expectMedia(page)])

      const manager = await openDesk(browser, desk(), cast.manager)
      await manager.page.goto(`${system.url}/desk/people`)
      await manager.page.getByLabel(messages.text('desk.people.search.label')).fill(cast.clinician.email)
      await manager.page.keyboard.press('Enter')
      await manager.page.getByRole('link', { name: new RegExp(cast.clinician.name) }).click()
      await manager.press('desk.people.act.block')
      const dialog = manager.page.getByRole('dialog')
      await expect(dialog).toContainText(cast.patient.name)
      await dialog.getByLabel(messages.text('desk.people.reason')).fill('Acceso retirado por la clínica')
      await dialog.getByRole('button', { name: messages.text('desk.people.act.block') }).click()
      await expect(dialog).toContainText(messages.text('desk.block.resolution.REQUIRED'))
      await capture(manager.page, `${pictures}-question`)
      await captureAtWidths(manager.page, `${pictures}-question`)
      await dialog.getByRole('radio', { name: messages.pattern('desk.block.resolution.later') }).check()
      await dialog.getByRole('button', { name: messages.text('desk.people.act.block') }).click()
      await expect(dialog).toHaveCount(0)

      const colleague = await openDesk(browser, desk(), cast.colleague)
      const row = colleague.page.locator(`a[data-column][href$="${id}"]`)
      await expect(row).toContainText(messages.text('desk.queue.left'), { timeout: 30_000 })
      await row.click()
      await colleague.press('desk.take.attend')
      await Promise.all([expectMedia(patient.page), expectMedia(colleague.page)])
      await expect(patient.page.getByText(cast.colleague.name).first()).toBeVisible()
      await colleague.capture('goes-on')
      await colleague.press('desk.call.completed')
      await colleague.writeAndClose('Seguimos la consulta; sin incidencias.')
      await expect
        .poll(async () => (await patient.page.locator('body').textContent()) ?? '', { timeout: 20_000 })
        .toMatch(cast.colleague.name)
    })
  })
}
