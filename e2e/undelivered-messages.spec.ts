import { expect, test } from '@playwright/test'
import { connect } from '../server/kit/db/db.ts'
import { jsonRequest } from '../simulators/test-simulators.ts'
import { bookSlot, remote } from './book-slot.ts'
import { openDesk } from './clinician.ts'
import { messagesOf } from './messages.ts'
import { capture, captureAtWidths } from './screens.ts'
import { STAFF } from './staff.ts'
import { startSystem } from './system.ts'

/** An undelivered text is sent as an e-mail; a patient whom no message reaches becomes a task of the desk. */
const CASTS = [
  {
    partner: 'vida-ligera',
    language: 'es' as const,
    locale: 'es-ES',
    phone: '+34600000001',
    clinician: 'Dra. Marta Vidal Costa',
    product: 'general-consultation',
    said: 'Le llamamos: ya lo sabe',
    manager: STAFF.laura,
  },
  {
    partner: 'bem-leve',
    language: 'pt-BR' as const,
    locale: 'pt-BR',
    phone: '+5511900000001',
    clinician: 'Dra. Helena Prado Nogueira',
    product: 'general-consultation',
    said: 'Ligamos: já sabe de tudo',
    manager: STAFF.beatriz,
  },
] as const

interface Sent {
  channel: string
  text: string
}

for (const cast of CASTS) {
  test.describe(cast.partner, () => {
    test('an undelivered text is sent by e-mail, and an unreachable patient becomes a task to phone [C10.8]', async ({
      browser,
    }) => {
      const system = await startSystem(cast.partner)
      const db = connect(system.databaseUrl, { max: 1, name: 'e2e' })
      const sentTo = async (to: string): Promise<Sent[]> =>
        (await (await fetch(`${system.url}/simulators/outbox?to=${encodeURIComponent(to)}`)).json()) as Sent[]
      try {
        const messages = messagesOf(cast.language)
        const client = await remote(system.url, cast.phone)
        const { consultationId } = await bookSlot(client, cast.product, cast.clinician)
        const [{ email = '', id: accountId = '' } = {}] = await db<{ id: string; email: string }[]>`
        select id, email from account where phone = ${cast.phone}`
        await expect.poll(async () => (await sentTo(cast.phone)).length, { timeout: 30_000 }).toBeGreaterThan(0)

        // The reminder ten minutes before goes to phones only, and this one is unreachable.
        const plan = jsonRequest('PUT', { number: cast.phone, becomes: 'undelivered', code: 30005 })
        expect((await fetch(`${system.url}/simulators/texts`, plan)).ok).toBe(true)
        await db`
        update slot_hold set locked_at = now() - interval '3 days'
        where id = (select slot_hold_id from consultation where id = ${consultationId})`
        await db`
        update consultation set starts_at = now() + interval '9 minutes', ends_at = now() + interval '29 minutes'
        where id = ${consultationId}`
        const reminders = async (to: string) => (await sentTo(to)).filter(({ text }) => text.includes('/reminder#'))
        await expect
          .poll(async () => (await reminders(email)).map(({ channel }) => channel), { timeout: 60_000 })
          .toEqual(['email'])
        expect(await reminders(cast.phone)).toEqual([])

        // Now the mailbox refuses e-mails too.
        await db`update account set email = ${'nobody@refused.example'} where id = ${accountId}`
        await bookSlot(client, cast.product, cast.clinician)
        const desk = { url: system.url, messages, locale: cast.locale, pictures: 'delivery' }
        const { page } = await openDesk(browser, desk, cast.manager)
        await page.getByRole('link', { name: messages.text('desk.reassignment.page') }).click()
        const section = page.getByRole('region', { name: messages.text('desk.undelivered.title') })
        await expect(section).toContainText(messages.text('desk.undelivered.kind.booked'), { timeout: 60_000 })
        await expect(section).toContainText(messages.text('desk.undelivered.channel.sms'))
        await capture(page, `delivery-${cast.language}-undelivered`)
        await captureAtWidths(page, `delivery-${cast.language}-undelivered`)
        await section.getByRole('link', { name: messages.text('desk.undelivered.number') }).click()
        await expect(page.getByText(cast.phone.slice(-3)).first()).toBeVisible()
        await page.goBack()

        await section.getByRole('button', { name: messages.text('desk.undelivered.tell') }).click()
        const dialog = page.getByRole('dialog')
        const save = dialog.getByRole('button', { name: messages.text('desk.undelivered.tell.save') })
        await save.click()
        await expect(dialog.getByText(messages.text('desk.orders.reason.TOO_SHORT'))).toBeVisible()
        await dialog.getByRole('textbox').fill(cast.said)
        await capture(page, `delivery-${cast.language}-told`)
        await save.click()
        await expect(dialog).toHaveCount(0)
        await expect(section).toHaveCount(0)
        const [task] = await db`select reason from undelivered_notification where account_id = ${accountId}`
        expect(task?.reason).toBe(cast.said)
      } finally {
        await db.end()
        await system.stop()
      }
    })
  })
}
