import { expect, test } from '@playwright/test'
import type { ContentBundle } from '../content/bundle-shape.ts'
import { startContentApp } from '../content/test-bundle.ts'
import { openHome } from './account.ts'
import { orderOnDemand, remote } from './book-slot.ts'
import { openDesk } from './clinician.ts'
import { skipCodeInterval } from './google.ts'
import { ownSystem } from './journey.ts'
import { messagesOf } from './messages.ts'
import { capture, captureAtWidths } from './screens.ts'
import { STAFF } from './staff.ts'

/** A patient with chest pain, third in the queue: announced on every page of the desk, and taken first. */
const CASTS = [
  {
    partner: 'vida-ligera',
    language: 'es' as const,
    locale: 'es-ES',
    emergency: '112',
    waiting: '+34600000001',
    ofChildren: 'childrens-consultation',
    patient: { phone: '+34600000002', typed: '600 00 00 02', name: /Carlos/ },
    clinician: STAFF.marta,
    manager: STAFF.laura,
  },
  {
    partner: 'bem-leve',
    language: 'pt-BR' as const,
    locale: 'pt-BR',
    emergency: '192',
    waiting: '+5511900000001',
    ofChildren: 'general-consultation',
    patient: { phone: '+5511900000002', typed: '11 90000-0002', name: /Thiago/ },
    clinician: STAFF.helena,
    manager: STAFF.beatriz,
  },
] as const
const PRODUCT = 'general-consultation'
const CHEST_PAIN = { 'warning-signs': ['chest-pain'], 'alarm-signs': ['chest-pain'] }

/** Open at any time, including the product for children. */
const alwaysOpen = (bundle: ContentBundle): ContentBundle => ({
  ...bundle,
  products: bundle.products.map((product) => ({ ...product, workingHours: [] })),
})

for (const cast of CASTS) {
  const messages = messagesOf(cast.language)
  const pictures = `urgent-${cast.partner}`
  test.describe(cast.partner, () => {
    let content: Awaited<ReturnType<typeof startContentApp>>
    const system = ownSystem(cast.partner, async () => {
      content = await startContentApp(alwaysOpen, cast.partner)
      return { env: { CONTENT_URL: await content.listen({ port: 0, host: '127.0.0.1' }) } }
    })
    test.afterAll(() => content?.close())
    const desk = () => ({ url: system.url, messages, locale: cast.locale, pictures })

    test('chest pain, third in the queue, is announced on every page of the desk and taken first', async ({
      browser,
    }) => {
      // A clinician of both products is at the desk, because at night nobody else may be.
      const clinician = await openDesk(browser, desk(), cast.clinician)
      const manager = await openDesk(browser, desk(), cast.manager)
      const family = await remote(system.url, cast.waiting)
      const [child] = (await family.ask<{ dependants: { id: string }[] }>('GET', '/user/me')).dependants
      await orderOnDemand(family, PRODUCT, 'video')
      await orderOnDemand({ ...family, patientId: child?.id ?? '' }, cast.ofChildren, 'video')
      const { page } = clinician
      await expect(page.locator('a[data-column=waiting]')).toHaveCount(2)
      // Neither page shows the queue.
      await page.getByRole('link', { name: messages.text('desk.agenda.title') }).click()
      await manager.page.getByRole('link', { name: messages.text('desk.sidebar.board') }).click()

      const id = await orderOnDemand(await remote(system.url, cast.patient.phone), PRODUCT, 'video', CHEST_PAIN)
      const alarm = page.getByRole('alert', { name: messages.text('desk.urgent.title') })
      await expect(alarm).toContainText(cast.patient.name)
      await expect(alarm).toContainText(/pecho|peito/)
      await capture(page, `${pictures}-agenda`)
      await captureAtWidths(page, `${pictures}-agenda`)
      await expect(manager.page.getByRole('alert', { name: messages.text('desk.urgent.title') })).toBeVisible()
      await expect(manager.page.getByRole('status').filter({ hasText: /urgente/ })).toContainText('1')
      await capture(manager.page, `${pictures}-board`)

      await skipCodeInterval(system)
      const patient = await openHome(browser, desk(), cast.patient)
      await patient.page.goto(`${system.url}/consultations/${id}`)
      await patient.see('care.waiting.urgent')
      const call = patient.page.getByRole('main').getByRole('link', { name: new RegExp(cast.emergency) })
      await expect(call).toHaveAttribute('href', `tel:${cast.emergency}`)
      await patient.capture('waiting')

      await page.getByRole('link', { name: messages.text('desk.queue.title') }).click()
      const rows = page.locator('a[data-column]')
      await expect(rows.first()).toHaveAttribute('href', new RegExp(id))
      await expect(rows.first()).toContainText(/pecho|peito/)
      await expect(page).toHaveTitle(/Urgente/)
      expect(await page.title()).not.toMatch(/pecho|peito|Carlos|Thiago/)
      await capture(page, `${pictures}-queue`)
      await captureAtWidths(page, `${pictures}-queue`)
      await page.getByRole('link', { name: messages.text('desk.agenda.title') }).click()
      await alarm.getByRole('button', { name: messages.pattern('desk.take.attend') }).click()
      await expect(clinician.button('desk.call.start.video')).toBeVisible()
      await expect(page).toHaveURL(new RegExp(id))
      await expect(alarm).toBeEmpty()
      await expect(manager.page.getByRole('alert', { name: messages.text('desk.urgent.title') })).toBeEmpty()
      // The clinician still reads the reason.
      await expect(page.getByRole('region', { name: messages.text('desk.detail.patient') })).toContainText(
        /pecho|peito/,
      )
      await capture(page, `${pictures}-attended`)
    })
  })
}
