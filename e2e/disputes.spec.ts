import { expect, test } from '@playwright/test'
import { signIn } from './account.ts'
import { bookSlot, type Remote, remote } from './book-slot.ts'
import { type Clinician, openDesk } from './clinician.ts'
import { skipCodeInterval, withDatabase } from './google.ts'
import { ownSystem } from './journey.ts'
import { messagesOf } from './messages.ts'
import { Patient } from './patient.ts'
import { capture, captureAtWidths } from './screens.ts'
import { STAFF } from './staff.ts'

/** Chargebacks (C10.7): reported by Mercado Pago, entered by hand at MONEI, which sends only e-mails. */
const CASTS = [
  {
    partner: 'vida-ligera',
    language: 'es' as const,
    locale: 'es-ES',
    tells: false,
    patient: { phone: '+34600000001', typed: '600 00 00 01' },
    clinician: 'Dra. Marta Vidal Costa',
    manager: STAFF.laura,
  },
  {
    partner: 'bem-leve',
    language: 'pt-BR' as const,
    locale: 'pt-BR',
    tells: true,
    patient: { phone: '+5511900000001', typed: '11 90000-0001' },
    clinician: 'Dra. Helena Prado Nogueira',
    manager: STAFF.beatriz,
  },
] as const
const REASON = 'Carta del banco leída'

for (const cast of CASTS) {
  test.describe(cast.partner, () => {
    const messages = messagesOf(cast.language)
    const pictures = `disputes-${cast.partner}`
    const system = ownSystem(cast.partner)
    let client: Remote
    test.beforeAll(async () => {
      client = await remote(system.url, cast.patient.phone)
    })

    async function atBank(orderId: string, act: string): Promise<void> {
      let payment = ''
      await withDatabase(system, async (db) => {
        const [row] = await db`select provider_payment_id as id from payment_attempt where order_id = ${orderId}`
        payment = row?.id
      })
      const url = `${system.url}/simulators/mercadopago/disputes/${payment}`
      const { status } = await fetch(url, { method: 'POST', body: new URLSearchParams({ act }), redirect: 'manual' })
      expect(status).toBe(303)
    }

    /** Enters the data of the provider's e-mail. */
    async function writeDown({ page, press }: Clinician): Promise<void> {
      await press('desk.disputes.act.record')
      const dialog = page.getByRole('dialog')
      const submit = dialog.getByRole('button', { name: messages.text('desk.disputes.confirm.record') })
      await submit.click()
      await expect(dialog).toContainText(messages.text('desk.disputes.deadlineMissing'))
      const soon = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10)
      await dialog.getByLabel(messages.text('desk.disputes.deadline')).fill(soon)
      await dialog.getByLabel(messages.pattern('desk.disputes.fact.reference')).fill('D-17')
      await dialog.getByLabel(messages.pattern('desk.orders.reason')).fill(REASON)
      await capture(page, `${pictures}-record`)
      // Without a network a press shows an error in view, even in a dialog higher than the window; typed text stays.
      await page.setViewportSize({ width: 320, height: 640 })
      await page.context().setOffline(true)
      await submit.press('Enter')
      await expect(dialog.getByRole('alert').filter({ hasText: messages.text('desk.error.OFFLINE') })).toBeInViewport()
      await page.context().setOffline(false)
      await page.setViewportSize({ width: 1280, height: 800 })
      await expect(dialog.getByLabel(messages.pattern('desk.orders.reason'))).toHaveValue(REASON)
      await submit.click()
      await expect(dialog).toHaveCount(0)
    }

    test('a chargeback has a deadline and evidence at the desk, and the patient reads of it', async ({ browser }) => {
      const { orderId } = await bookSlot(client, 'general-consultation', cast.clinician)
      const desk = { url: system.url, messages, locale: cast.locale, pictures }
      const manager = await openDesk(browser, desk, cast.manager)
      const { page } = manager
      if (cast.tells) {
        await atBank(orderId, 'open')
        // The provider's webhook may arrive after the list was opened: reload until it shows.
        const first = page.locator('a[href*="/disputes/"]').first()
        await expect(async () => {
          await page.goto(`${system.url}/desk/disputes`)
          await expect(first).toBeVisible({ timeout: 3_000 })
        }).toPass({ timeout: 60_000 })
        await first.click()
      } else {
        await page.goto(`${system.url}/desk/orders/${orderId}`)
        await writeDown(manager)
      }
      await manager.see('desk.disputes.state.open')
      await expect(page).toHaveURL(/\/desk\/disputes\/[\w-]+$/)
      await capture(page, `${pictures}-open`)
      await captureAtWidths(page, `${pictures}-open`)

      await skipCodeInterval(system)
      const context = await browser.newContext({ locale: cast.locale })
      const patient = new Patient(await context.newPage(), messages, system.url, pictures)
      await signIn(patient, cast.patient)
      const { paymentId } = await client.ask<{ paymentId: string }>('GET', `/order/${orderId}`)
      await patient.page.goto(`${system.url}/profile/payment-details?id=${paymentId}`)
      await patient.see('checkout.payment.inDispute')
      await patient.capture('patient')

      await manager.press('desk.disputes.act.answer')
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox').fill(REASON)
      await capture(page, `${pictures}-answer`)
      await dialog.getByRole('button', { name: messages.text('desk.disputes.confirm.answer') }).click()
      await manager.see('desk.disputes.state.answered')
      if (cast.tells) await atBank(orderId, 'lose')
      else {
        await manager.press('desk.disputes.act.lost')
        await dialog.getByRole('textbox').fill(REASON)
        await dialog.getByRole('button', { name: messages.text('desk.disputes.confirm.lost') }).click()
      }
      await expect(async () => {
        await page.reload()
        await expect(page.getByText(messages.text('desk.disputes.state.lost')).first()).toBeVisible({ timeout: 3_000 })
      }).toPass({ timeout: 60_000 })
      await capture(page, `${pictures}-lost`)
      await patient.page.reload()
      await expect(patient.page.getByText(messages.text('checkout.payment.inDispute'))).toHaveCount(0)
      await patient.capture('patient-lost')
    })
  })
}
