import { expect, test } from '@playwright/test'
import type { ContentBundle } from '../content/bundle-shape.ts'
import { startContentApp } from '../content/test-bundle.ts'
import { dayAfter } from '../core/kit/zone.ts'
import { signIn } from './account.ts'
import { orderOnDemand, type Remote, remote } from './book-slot.ts'
import { openDesk } from './clinician.ts'
import { skipCodeInterval, withDatabase } from './google.ts'
import { messagesOf } from './messages.ts'
import { Patient } from './patient.ts'
import { PEOPLE } from './people.ts'
import { type RunningSystem, startSystem } from './system.ts'

/** Patients who still wait at closing time: first in the queue at the next opening, or a full refund (C10.4). */
const CASTS = [
  {
    partner: 'vida-ligera',
    language: 'es' as const,
    locale: 'es-ES',
    patient: { phone: '+34600000002', typed: '600 00 00 02' },
    other: '+34600000001',
  },
  {
    partner: 'bem-leve',
    language: 'pt-BR' as const,
    locale: 'pt-BR',
    patient: { phone: '+5511900000002', typed: '11 90000-0002' },
    other: '+5511900000001',
  },
] as const
const CLOSES = 'nutrition-now'
const OPEN = 'general-consultation'

/** Opening hours of one hour in the middle of the day after tomorrow. */
function closedNow(bundle: ContentBundle): ContentBundle {
  const soon = dayAfter(new Date().toISOString().slice(0, 10), 2)
  const day = new Date(`${soon}T12:00:00Z`).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' }).toLowerCase()
  const hours = [
    { day, closed: false, startTime: '12:00', endTime: '13:00' },
  ] as ContentBundle['products'][number]['workingHours']
  const products = bundle.products.map((one) => (one.slug === CLOSES ? { ...one, workingHours: hours } : one))
  return { ...bundle, products }
}

for (const cast of CASTS) {
  test.describe(cast.partner, () => {
    test.describe.configure({ mode: 'serial' })
    const messages = messagesOf(cast.language)
    let system: RunningSystem
    let content: Awaited<ReturnType<typeof startContentApp>>
    let product: string
    test.beforeAll(async () => {
      content = await startContentApp(closedNow, cast.partner)
      const CONTENT_URL = await content.listen({ port: 0, host: '127.0.0.1' })
      system = await startSystem(cast.partner, { env: { CONTENT_URL } })
      const found = await fetch(`${system.url}/api/products?filters[slug][$eq]=${CLOSES}`)
      product = String(((await found.json()) as { data: { id: number }[] }).data[0]?.id)
    })
    test.afterAll(async () => {
      await system?.stop()
      await content?.close()
    })

    /** Requested during opening hours; then the opening hours of the closing product end. */
    async function waitsAfterHours(client: Remote): Promise<string> {
      const id = await orderOnDemand(client, OPEN, 'video')
      await withDatabase(system, (db) => db`update consultation set product_id = ${product} where id = ${id}`)
      return id
    }

    test('a patient who waits at closing time keeps the first place, and may change the choice [C10.4]', async ({
      browser,
    }) => {
      const id = await waitsAfterHours(await remote(system.url, cast.patient.phone))
      await skipCodeInterval(system)
      const context = await browser.newContext({ locale: cast.locale })
      const patient = new Patient(await context.newPage(), messages, system.url, `after-hours-${cast.partner}`)
      await signIn(patient, cast.patient)
      await patient.page.goto(`${system.url}/consultations/${id}`)
      await patient.see('care.afterHours.title')
      await patient.capture('choice')
      await patient.button('care.afterHours.NEXT_OPENING').click()
      await patient.see('care.story.kept.now')
      await patient.capture('kept')
      await patient.page.reload()
      await patient.see('care.afterHours.kept')
      await patient.button('care.late.MONEY').click()
      const dialog = patient.page.getByRole('dialog')
      await dialog.getByRole('button', { name: messages.text('care.cancel.confirm') }).click()
      await expect(patient.page.getByText(messages.text('care.afterHours.kept'))).toHaveCount(0)
      await patient.capture('money')
      await context.close()
    })

    test('without an answer the patient gets a full refund after a quarter of an hour, and a notification', async () => {
      await skipCodeInterval(system)
      const client = await remote(system.url, cast.other)
      const since = new Date()
      const id = await waitsAfterHours(client)
      const path = `/patients/${client.patientId}/consultations/${id}`
      const fetchConsultation = () =>
        client.ask<{ status: string; afterHoursSince: string | null; orderId: string }>('GET', path)
      await expect.poll(async () => (await fetchConsultation()).afterHoursSince).not.toBeNull()
      await withDatabase(
        system,
        (db) => db`update consultation set after_hours_since = now() - interval '15 minutes' where id = ${id}`,
      )
      await expect.poll(async () => (await fetchConsultation()).status).toBe('CANCELLED')
      const { orderId } = await fetchConsultation()
      const refund = async () =>
        (await client.ask<{ refund: { state: string } | null }>('GET', `/order/${orderId}`)).refund?.state
      await expect.poll(refund).toBe('done')
      const notifiedIds = async () => {
        const { email } = await client.ask<{ email: string }>('GET', '/user/me')
        const outbox = await fetch(`${system.url}/simulators/outbox?to=${encodeURIComponent(email)}`)
        const messages = (await outbox.json()) as { text: string; at: string }[]
        return messages.filter(({ at }) => new Date(at) >= since).map(({ text }) => text)
      }
      await expect.poll(async () => (await notifiedIds()).join('\n')).toContain(id)
    })

    /** No clinician is at the desk, and the next one is due in two days. */
    const everybodyLeaves = (email: string) =>
      withDatabase(system, async (db) => {
        await db`update session set ended_at = now(), end_reason = 'logout' where staff_id is not null and ended_at is null`
        await db`delete from clinician_hours`
        await db`insert into clinician_hours (clinician_id, weekday, starts, ends)
          select clinician_id, extract(isodow from now() + interval '2 days'), '09:00', '20:00' from staff where email = ${email}`
      })

    test('without a clinician on duty on-demand care is closed, with the opening time and bookable slots; it opens when one arrives [C10.4]', async ({
      browser,
    }) => {
      const play = PEOPLE.find(({ partner }) => partner === cast.partner)
      if (!play) throw new Error('nobody plays this')
      const { clinician, cards } = play
      const enter = async (pictures: string) => {
        const context = await browser.newContext({ locale: cast.locale })
        return new Patient(await context.newPage(), messages, system.url, pictures)
      }
      await skipCodeInterval(system)
      const late = await enter(`closed-${cast.partner}`)
      const guest = await enter(`closed-guest-${cast.partner}`)
      const now = 'a[href*="mode=now"]'
      await signIn(late, cast.patient)
      await late.page.goto(`${system.url}/products/${OPEN}`)
      await late.page.locator(now).click()
      await late.answerQuestions()
      await late.writeSummary('phone')
      await expect(late.page).toHaveURL(/\/checkout/)
      await late.see('checkout.card')
      await late.typeCard(cards.good)

      // The patient presses before any page has learned that the last clinician left.
      const forecast = /\/forecast/
      const json = { wait: null, from: null, closed: false }
      await late.page.route(forecast, (route) => route.fulfill({ json }))
      await everybodyLeaves(clinician.email)
      await late.button('checkout.pay').click()
      await late.see('checkout.error.CLOSE')
      await late.capture('late')
      await late.page.unroute(forecast)
      await late.see('catalogue.product.closed')
      await expect(late.button('checkout.pay')).toHaveCount(0)
      await late.capture('checkout')

      await guest.page.goto(`${system.url}/products/${OPEN}`)
      await guest.see('catalogue.product.closed')
      await expect(guest.page.getByText(/Abrimos .*09:00/)).toBeVisible()
      await expect(guest.page.locator(now)).toHaveCount(0)
      await guest.capture('product')
      await guest.button('catalogue.product.chooseTime').click()
      await guest.answerQuestions()
      await guest.writeSummary('video')
      await guest.holdFirstHour(clinician.id)
      await guest.see('checkout.guest.title')
      await guest.page.goto(`${system.url}/products/${OPEN}`)
      await guest.see('catalogue.product.closed')

      await openDesk(
        browser,
        { url: system.url, messages, locale: cast.locale, pictures: `closed-${cast.partner}` },
        clinician,
      )
      await expect(guest.page.locator(now)).toBeVisible()
      await expect(late.button('checkout.pay')).toBeVisible()
      await late.button('checkout.pay').click()
      await late.see('checkout.order.active.title')
      await late.page.context().close()
      await guest.page.context().close()
    })
  })
}
