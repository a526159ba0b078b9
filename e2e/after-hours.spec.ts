import { expect, test } from '@playwright/test'
import type { Pack } from '../content/pack.ts'
import { contentApp } from '../content/test-pack.ts'
import { dayAfter } from '../core/kit/zone.ts'
import { signIn } from './account.ts'
import { askForNow, type Remote, remote } from './booked.ts'
import { letGapPass, withDatabase } from './google.ts'
import { Patient } from './patient.ts'
import { type RunningSystem, startSystem } from './system.ts'
import { wordsOf } from './words.ts'

/** Whoever still waits when it closes: the first place at the next opening, or all the money back (decisions §10). */
const CASTS = [
  {
    ...{ partner: 'vida-ligera', language: 'es' as const, locale: 'es-ES' },
    patient: { phone: '+34600000002', typed: '600 00 00 02' },
    other: '+34600000001',
  },
  {
    ...{ partner: 'bem-leve', language: 'pt-BR' as const, locale: 'pt-BR' },
    patient: { phone: '+5511900000002', typed: '11 90000-0002' },
    other: '+5511900000001',
  },
] as const
const CLOSES = 'nutrition-now'

/** Open for an hour in the middle of the day after tomorrow, and never before. */
function closedNow(pack: Pack): Pack {
  const soon = dayAfter(new Date().toISOString().slice(0, 10), 2)
  const day = new Date(`${soon}T12:00:00Z`).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' }).toLowerCase()
  const hours = [
    { day, closed: false, startTime: '12:00', endTime: '13:00' },
  ] as Pack['products'][number]['workingHours']
  const products = pack.products.map((one) => (one.slug === CLOSES ? { ...one, workingHours: hours } : one))
  return { ...pack, products }
}

for (const cast of CASTS) {
  test.describe(cast.partner, () => {
    test.describe.configure({ mode: 'serial' })
    const words = wordsOf(cast.language)
    let system: RunningSystem
    let content: Awaited<ReturnType<typeof contentApp>>
    let product: string
    test.beforeAll(async () => {
      content = await contentApp(closedNow, undefined, cast.partner)
      const CONTENT_URL = await content.listen({ port: 0, host: '127.0.0.1' })
      system = await startSystem(cast.partner, { env: { CONTENT_URL } })
      const found = await fetch(`${system.url}/api/products?filters[slug][$eq]=${CLOSES}`)
      product = String(((await found.json()) as { data: { id: number }[] }).data[0]?.id)
    })
    test.afterAll(async () => {
      await system?.stop()
      await content?.close()
    })

    /** Asked while it was open; and now its hours are over, as they are of the product that closes. */
    async function waitsAfterHours(who: Remote): Promise<string> {
      const id = await askForNow(who, 'general-consultation', 'video')
      await withDatabase(system, (db) => db`update consultation set product_id = ${product} where id = ${id}`)
      return id
    }

    test('who waits when it closes keeps the first place, and may think again', async ({ browser }) => {
      const id = await waitsAfterHours(await remote(system.url, cast.patient.phone))
      await letGapPass(system)
      const context = await browser.newContext({ locale: cast.locale })
      const patient = new Patient(await context.newPage(), words, system.url, `after-hours-${cast.partner}`)
      await signIn(patient, cast.patient)
      await patient.page.goto(`${system.url}/consultations/${id}`)
      await patient.see('care.afterHours.title')
      await patient.look('choice')
      await patient.button('care.afterHours.NEXT_OPENING').click()
      await patient.see('care.story.kept.now')
      await patient.look('kept')
      await patient.page.reload()
      await patient.see('care.afterHours.kept')
      await patient.button('care.late.MONEY').click()
      const dialog = patient.page.getByRole('dialog')
      await dialog.getByRole('button', { name: words.text('care.cancel.confirm') }).click()
      await expect(patient.page.getByText(words.text('care.afterHours.kept'))).toHaveCount(0)
      await patient.look('money')
      await context.close()
    })

    test('who says nothing has all their money back a quarter of an hour later, and word of it', async () => {
      await letGapPass(system)
      const who = await remote(system.url, cast.other)
      const since = new Date()
      const id = await waitsAfterHours(who)
      const path = `/patients/${who.patientId}/consultations/${id}`
      const seen = () => who.ask<{ status: string; afterHoursSince: string | null; orderId: string }>('GET', path)
      await expect.poll(async () => (await seen()).afterHoursSince).not.toBeNull()
      await withDatabase(
        system,
        (db) => db`update consultation set after_hours_since = now() - interval '15 minutes' where id = ${id}`,
      )
      await expect.poll(async () => (await seen()).status).toBe('CANCELLED')
      const { orderId } = await seen()
      const refund = async () =>
        (await who.ask<{ refund: { state: string } | null }>('GET', `/order/${orderId}`)).refund?.state
      await expect.poll(refund).toBe('done')
      const told = async () => {
        const { email } = await who.ask<{ email: string }>('GET', '/user/me')
        const outbox = await fetch(`${system.url}/twins/outbox?to=${encodeURIComponent(email)}`)
        const letters = (await outbox.json()) as { text: string; at: string }[]
        return letters.filter(({ at }) => new Date(at) >= since).map(({ text }) => text)
      }
      await expect.poll(async () => (await told()).join('\n')).toContain(id)
    })
  })
}
