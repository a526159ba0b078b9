import { expect, test } from '@playwright/test'
import { connect } from '../server/kit/db/db.ts'
import { bookSlot, type Remote, remote } from './book-slot.ts'
import { openDesk } from './clinician.ts'
import { messagesOf } from './messages.ts'
import { capture, captureAtWidths } from './screens.ts'
import { STAFF } from './staff.ts'
import { type RunningSystem, startSystem } from './system.ts'

/** Staff notifications of a booked consultation: by e-mail and at the desk. */
const CASTS = [
  {
    partner: 'vida-ligera',
    language: 'es' as const,
    locale: 'es-ES',
    phone: '+34600000001',
    clinician: 'Dra. Marta Vidal Costa',
    product: 'general-consultation',
    manager: STAFF.laura,
  },
] as const

for (const cast of CASTS) {
  test(`a booking notifies its clinician, and an unattended one the managers: ${cast.partner}`, async ({ browser }) => {
    const system: RunningSystem = await startSystem(cast.partner)
    const db = connect(system.databaseUrl, { max: 1, name: 'e2e' })
    try {
      const messages = messagesOf(cast.language)
      const elsewhere: Remote = await remote(system.url, cast.phone)
      const hour = await bookSlot(elsewhere, cast.product, cast.clinician)
      const [staff] = await db<{ email: string }[]>`
        select t.email from staff t join consultation c on c.clinician_id = t.clinician_id
        where c.id = ${hour.consultationId}`
      const emailsTo = async (to: string): Promise<string> => {
        const reply = await fetch(`${system.url}/simulators/outbox?to=${encodeURIComponent(to)}`)
        return JSON.stringify(await reply.json())
      }
      // Skips the minute during which changes are collected.
      await db`update staff_change_check set due_at = now()`
      await expect.poll(() => emailsTo(staff?.email ?? ''), { timeout: 30_000 }).toContain('/desk/')

      const desk = { url: system.url, messages, locale: cast.locale, pictures: 'staff-notifications' }
      const manager = await openDesk(browser, desk, cast.manager)
      const { page } = manager
      await db`
        update consultation set starts_at = now() - interval '6 minutes', ends_at = now() + interval '14 minutes'
        where id = ${hour.consultationId}`
      const notes = page.getByRole('region', { name: messages.text('desk.notifications.title') })
      await expect(notes).toContainText(messages.text('desk.notifications.late'), { timeout: 40_000 })
      await expect.poll(() => emailsTo(cast.manager.email), { timeout: 30_000 }).toContain('/desk/')
      await capture(page, `staff-notifications-${cast.language}-late`)
      await captureAtWidths(page, `staff-notifications-${cast.language}-late`)
      await notes.getByRole('button').first().click()
      await expect(notes).toHaveCount(0)

      await page.getByRole('button', { name: messages.text('desk.session.mine') }).click()
      await page.getByRole('button', { name: messages.text('desk.notifications.title'), exact: true }).click()
      const dialog = page.getByRole('dialog', { name: messages.text('desk.notifications.title'), exact: true })
      await expect(dialog.getByRole('checkbox', { name: messages.text('desk.notifications.topic.late') })).toBeChecked()
      await capture(page, `staff-notifications-${cast.language}-choice`)
      await dialog.getByRole('checkbox', { name: messages.text('desk.notifications.channel.email') }).uncheck()
      await dialog.getByRole('button', { name: messages.text('desk.notifications.save') }).click()
      await expect(dialog).toHaveCount(0)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)

      await page.getByRole('link', { name: messages.text('desk.sidebar.board') }).click()
      const first = page.locator('main').getByRole('status').first()
      await expect(first).toContainText(cast.clinician)
      await capture(page, `staff-notifications-${cast.language}-board`)
    } finally {
      await db.end()
      await system.stop()
    }
  })
}
