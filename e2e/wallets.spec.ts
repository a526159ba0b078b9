import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { signIn } from './account.ts'
import { goToCheckout } from './checkout.ts'
import { messagesOf } from './messages.ts'
import { Patient } from './patient.ts'
import { NEWCOMER } from './patient-browser.ts'
import { type RunningSystem, startSystem } from './system.ts'

/** Wallets of Spain's partner on a phone: paid on the provider's page (docs/decisions/0205). */
const PRODUCT = 'general-consultation'
const CARD = { number: '4444 4444 4444 4422', holder: 'Ana Ruiz', code: '951' }

test.describe('wallets', () => {
  test.describe.configure({ mode: 'serial' })
  let system: RunningSystem
  let phone: BrowserContext
  let patient: Patient
  let page: Page

  test.beforeAll(async ({ browser }) => {
    system = await startSystem('vida-ligera')
    phone = await browser.newContext({
      locale: 'es-ES',
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    // The headless browser lacks what tells a wallet.
    await phone.addInitScript('window.PaymentRequest ??= class {}')
    page = await phone.newPage()
    patient = new Patient(page, messagesOf('es'), system.url, 'wallets')
    await signIn(patient, NEWCOMER)
  })
  test.afterAll(async () => {
    await phone?.close()
    await system?.stop()
  })

  const method = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) })
  const pay = async (name: string) => {
    await page.getByRole('button', { name: new RegExp(`^Pagar .* con ${name}$`) }).press('Enter')
    await page.waitForURL(/simulators\/monei\/pay\//)
  }
  const onPage = (name: string) => page.getByRole('button', { name }).click()

  test('a declined Google Pay is tried again and books [B1.5]', { tag: '@gate' }, async () => {
    await goToCheckout(page, system.url, PRODUCT)
    await expect(page.getByRole('radio', { name: /^(Google Pay|Bizum|Tarjeta)/ })).toHaveCount(3)
    await expect(page.getByRole('radio').first()).toHaveAccessibleName(/Google Pay/)
    await expect(method('Tarjeta')).toBeChecked()
    await method('Google Pay').press('Space')
    await patient.capture('01-chosen')
    await pay('Google Pay')
    await onPage('Rechazar')
    await expect(page.getByText('No se ha aceptado el pago con Google Pay.')).toBeVisible()
    await patient.capture('02-declined')
    await patient.button('checkout.order.retry.again').press('Enter')
    await expect(method('Google Pay')).toBeChecked()
    await pay('Google Pay')
    await page.getByRole('button', { name: /^Pagar/ }).click()
    await patient.see('checkout.order.active.title')
    await page.goto(`${system.url}/account/profile/payment-history`)
    await expect(
      page
        .getByRole('main')
        .getByRole('link', { name: /Google Pay/ })
        .first(),
    ).toBeVisible()
  })

  test('a patient who leaves Bizum pays by card, and the page takes no money any more', async () => {
    await goToCheckout(page, system.url, PRODUCT)
    await method('Bizum').press('Space')
    await pay('Bizum')
    const wallet = page.url()
    await onPage('Cancelar')
    await patient.see('checkout.order.wallet.back')
    await patient.capture('03-left')
    await patient.button('checkout.pix.otherWay').press('Enter')
    await expect(method('Bizum')).toBeChecked()
    await method('Tarjeta').press('Space')
    await patient.typeCard(CARD)
    await patient.button('checkout.pay').press('Enter')
    await patient.see('checkout.order.active.title')
    await page.goto(wallet)
    await expect(page.getByRole('heading', { name: 'Este pago ya tiene respuesta.' })).toBeVisible()
  })

  test('Bizum asks for the phone, and then in the bank’s app', async () => {
    await goToCheckout(page, system.url, PRODUCT)
    await method('Bizum').press('Space')
    await pay('Bizum')
    await onPage('Seguir en la app de mi banco')
    await expect(page.getByText(/La app de tu banco pregunta/)).toBeVisible()
    await page.getByRole('button', { name: /^Pagar/ }).click()
    await patient.see('checkout.order.active.title')
  })
})
