import { expect, test } from '@playwright/test'
import { notifyChanged } from '../server/kit/db/changes.ts'
import { signIn } from './account.ts'
import { orderSlot, remote } from './book-slot.ts'
import { skipCodeInterval, withDatabase } from './google.ts'
import { messagesOf } from './messages.ts'
import { Patient } from './patient.ts'
import { capture, captureAtWidths } from './screens.ts'
import { type RunningSystem, startSystem } from './system.ts'

/** A payment that succeeds after the slot began: it is refunded and the patient books another time. */
const PATIENT = { phone: '+5511900000001', typed: '11 90000-0001' }
let system: RunningSystem
test.beforeAll(async () => {
  system = await startSystem('bem-leve')
})
test.afterAll(() => system?.stop())

test('a payment under review is shown, ends at the start of the slot, and is refunded when it succeeds late [C10.6]', async ({
  browser,
}) => {
  const messages = messagesOf('pt-BR')
  const client = await remote(system.url, PATIENT.phone)
  const orderId = await orderSlot(client, 'general-consultation', 'Dra. Helena Prado Nogueira', 'CONT')
  await skipCodeInterval(system)
  const context = await browser.newContext({ locale: 'pt-BR' })
  const page = await context.newPage()
  const patient = new Patient(page, messages, system.url, 'late-verdict')
  await signIn(patient, PATIENT)

  await page.goto(`${system.url}/consultations`)
  const row = page.getByRole('main').getByRole('link', { name: messages.pattern('care.status.PROCESSING') })
  await expect(row).toBeVisible()
  await patient.capture('list')
  await row.click()
  await patient.see('care.manage.pending')
  await expect(patient.button('care.cancel.confirm')).toBeVisible()
  await patient.capture('consultation')
  await page.goto(`${system.url}/orders/${orderId}`)
  await patient.see('checkout.order.processing.title')

  await withDatabase(system, async (db) => {
    await db`
      update slot_hold set starts_at = now() - interval '1 second', ends_at = now() + interval '20 minutes'
      where id = (select slot_hold_id from care_order where id = ${orderId})`
    await db`update payment_attempt set checked_at = now() - interval '20 seconds' where order_id = ${orderId}`
    await notifyChanged(db, [`order:${orderId}`])
  })
  await expect(page.getByText(messages.text('checkout.failure.TOO_LATE')).first()).toBeVisible({ timeout: 30_000 })
  await patient.see('checkout.order.notCharged')
  await patient.capture('ended')
  await captureAtWidths(page, 'late-verdict-ended')

  let paymentId = ''
  await withDatabase(system, async (db) => {
    const [row] = await db`select provider_payment_id as id from payment_attempt where order_id = ${orderId}`
    paymentId = String(row?.id)
  })
  const response = await fetch(`${system.url}/simulators/mercadopago/pix/${paymentId}`, {
    method: 'POST',
    body: new URLSearchParams({ act: 'payLate' }),
    redirect: 'manual',
  })
  expect(response.status).toBe(303)
  await expect
    .poll(
      async () => (await client.ask<{ refund: { state: string } | null }>('GET', `/order/${orderId}`)).refund?.state,
      {
        timeout: 30_000,
      },
    )
    .toBe('done')
  await page.reload()
  await expect(page.getByRole('main')).toContainText(/devolvid|devolvemos/i)
  await capture(page, 'late-verdict-back')

  await patient.button('checkout.order.retry.time').click()
  await expect(page).toHaveURL(/\/(clinician|products|checkout)/)
  await patient.capture('again')
})
