import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { signIn } from './account.ts'
import { goToCheckout } from './checkout.ts'
import { messagesOf } from './messages.ts'
import { type Card, Patient } from './patient.ts'
import { type RunningSystem, startSystem } from './system.ts'

/** Mercado Pago in Brazil: installments on the terms of the issuer, and a 3-D Secure challenge in a frame. */
const PRODUCT = 'general-consultation'
const PATIENT = { typed: '11 90000 0002', phone: '+5511900000002' }
const card = (number: string): Card => ({ number, holder: 'APRO', code: '123', document: '12345678909' })
const WITH_INTEREST = card('5555 5555 5555 4444')
const ASKED = card('5483 9281 6457 4623')
const NEVER = card('5361 9568 0611 7557')

test.describe('installments and 3-D Secure', () => {
  test.describe.configure({ mode: 'serial' })
  let system: RunningSystem
  let home: BrowserContext
  let patient: Patient
  let page: Page

  test.beforeAll(async ({ browser }) => {
    system = await startSystem('bem-leve')
    home = await browser.newContext({ locale: 'pt-BR' })
    page = await home.newPage()
    patient = new Patient(page, messagesOf('pt-BR'), system.url, 'parts')
    await signIn(patient, PATIENT)
  })
  test.afterAll(async () => {
    await home?.close()
    await system?.stop()
  })

  const bank = (at: Page = page) =>
    at.frameLocator('iframe[src*="/payment-frame/challenge"]').frameLocator('iframe[name="bank"]')
  const pay = () => patient.button('checkout.pay').press('Enter')
  /** Types a new card instead of a saved one. */
  async function typeAtTill(card: Card): Promise<void> {
    await goToCheckout(page, system.url, PRODUCT)
    await patient.typeCard(card)
    await expect(page.getByRole('radio', { name: /2 parcelas de/ })).toBeVisible()
  }

  test('three installments are shown with interest before and after the payment [B4.27]', {
    tag: '@gate',
  }, async () => {
    await goToCheckout(page, system.url, PRODUCT)
    await patient.see('checkout.installments.none')
    await patient.capture('01-before')
    await patient.typeCard(WITH_INTEREST)
    const row = (count: number) =>
      page.getByRole('radio', { name: new RegExp(`${count} parcelas de`) }).locator('xpath=ancestor::label')
    await expect(row(2)).toContainText(/R\$\s*[\d,.]+ no total, sem juros/)
    await expect(row(3)).toContainText(/R\$\s*[\d,.]+ no total, com R\$\s*[\d,.]+ de juros/)
    await page.getByRole('radio', { name: /3 parcelas de/ }).press('Space')
    await patient.capture('02-offered')
    await pay()
    await patient.see('checkout.order.active.title')
    await expect(page.getByText(/3 parcelas, R\$.* no total, com R\$.* de juros/)).toBeVisible()
    await patient.capture('03-booked')
    await page.goto(`${system.url}/account/profile/payment-history`)
    await page
      .getByRole('main')
      .getByRole('link', { name: /Mastercard/ })
      .first()
      .click()
    await expect(page.getByText(/3 parcelas, R\$.* de juros/)).toBeVisible()
    await patient.capture('04-paid')
  })

  test('installments that the bank no longer offers are chosen again without retyping the card', async () => {
    await typeAtTill(WITH_INTEREST)
    await page.getByRole('radio', { name: /3 parcelas de/ }).press('Space')
    const fault = { provider: 'mercadopago', fault: '5xx', times: 1, path: '/v1/payment_methods/installments' }
    const headers = { 'content-type': 'application/json' }
    await fetch(`${system.url}/simulators/faults`, { method: 'PUT', headers, body: JSON.stringify(fault) })
    await pay()
    await patient.see('checkout.error.INSTALLMENTS_CHANGED')
    await patient.see('checkout.card.ready')
    await patient.see('checkout.installments.once')
    await patient.capture('05-changed')
    await pay()
    await patient.see('checkout.order.active.title')
  })

  test('a provider that does not return installments leaves a single payment', async () => {
    await goToCheckout(page, system.url, PRODUCT)
    await page.route('**/v1/payment_methods/installments*', (route) => route.abort())
    await patient.typeCard(WITH_INTEREST)
    await patient.see('checkout.installments.unknown')
    await patient.capture('06-unknown')
    await page.unroute('**/v1/payment_methods/installments*')
    await pay()
    await patient.see('checkout.order.active.title')
  })

  test('a 3-D Secure challenge is answered in its frame, also after a reload, and another tab is updated', {
    tag: '@gate',
  }, async () => {
    await typeAtTill(ASKED)
    await pay()
    await patient.see('checkout.order.bankFrame.title')
    await expect(bank().getByRole('button', { name: 'Confirmar' })).toBeVisible()
    await patient.capture('07-bank')
    await page.reload()
    const other = await home.newPage()
    await other.goto(page.url())
    await expect(bank(other).getByRole('button', { name: 'Confirmar' })).toBeVisible()
    await bank().getByRole('button', { name: 'Confirmar' }).press('Enter')
    await patient.see('checkout.order.active.title')
    await expect(other.getByText(patient.messages.text('checkout.order.active.title')).first()).toBeVisible()
    await other.close()
  })

  test('a failed challenge keeps the slot for another card', async () => {
    await typeAtTill(NEVER)
    await pay()
    await bank().getByRole('button', { name: 'Confirmar' }).press('Enter')
    await patient.see('checkout.failure.UNAUTHORISED')
    await patient.see('checkout.order.notCharged')
    await patient.capture('08-refused')
    await patient.button('checkout.order.retry.again').press('Enter')
    await expect(page).toHaveURL(/\/checkout/)
    await patient.typeCard(WITH_INTEREST)
    await pay()
    await patient.see('checkout.order.active.title')
  })

  test('a patient who leaves the challenge pays another way, and the challenge is cancelled first', async () => {
    await typeAtTill(ASKED)
    await pay()
    await expect(bank().getByRole('button', { name: 'Confirmar' })).toBeVisible()
    const order = page.url()
    await patient.button('checkout.pix.otherWay').press('Enter')
    await expect(page).toHaveURL(/\/checkout/)
    await page.getByRole('radio', { name: 'Pix' }).press('Space')
    await patient.button('checkout.pix.pay').press('Enter')
    await patient.see('checkout.order.pix.title')
    await page.goto(order)
    await patient.see('checkout.failure.CANCELLED')
    await expect(page.locator('iframe')).toHaveCount(0)
  })
})
