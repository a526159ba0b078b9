import { type BrowserContext, expect, type Request, test } from '@playwright/test'
import { signIn } from './account.ts'
import { goToCheckout } from './checkout.ts'
import { withDatabase } from './google.ts'
import { messagesOf } from './messages.ts'
import { Patient } from './patient.ts'
import { NEWCOMER } from './patient-browser.ts'
import { type RunningSystem, startSystem } from './system.ts'

const PRODUCT = 'general-consultation'
/** A corner of the row, all of which is clickable. */
const CORNER = { x: 20, y: 20 }
const CARD = { number: '4444 4444 4444 4422', holder: 'Ana Ruiz', code: '951' }

test.describe('saved cards', () => {
  test.describe.configure({ mode: 'serial' })
  let system: RunningSystem
  let home: BrowserContext
  let patient: Patient
  const requests: Request[] = []

  test.beforeAll(async ({ browser }) => {
    system = await startSystem('vida-ligera')
    home = await browser.newContext({ locale: 'es-ES' })
    home.on('request', (request) => requests.push(request))
    patient = new Patient(await home.newPage(), messagesOf('es'), system.url, 'cards')
    await signIn(patient, NEWCOMER)
  })
  test.afterAll(async () => {
    await home?.close()
    await system?.stop()
  })

  test('the form reports errors on blur and on payment, and loses nothing [B5.6]', {
    tag: '@gate',
  }, async () => {
    const { page, messages } = patient
    await goToCheckout(page, system.url, PRODUCT)
    const form = patient.cardForm()
    const field = (key: string) => form.getByLabel(messages.text(key), { exact: true })
    await field('checkout.card.number').fill('4444 4444 4444 4423')
    await field('checkout.card.holder').focus()
    await expect(form.getByText(messages.text('checkout.card.number.INVALID')).first()).toBeVisible()
    await patient.button('checkout.pay').click()
    const summary = form.getByRole('region', { name: messages.text('ui.errorSummary.title') })
    await expect(summary).toBeFocused()
    await expect(summary).toBeInViewport()
    await expect(summary.getByRole('link')).toHaveCount(3)
    await patient.capture('01-problems')
    await summary.getByRole('link', { name: messages.text('checkout.card.expiry.REQUIRED') }).click()
    await expect(field('checkout.card.expiry')).toBeFocused()
    // The account holder's name is filled in, and the date is typed without its slash.
    await expect(field('checkout.card.holder')).not.toHaveValue('')
    await page.keyboard.type('1234')
    await expect(field('checkout.card.expiry')).toHaveValue('12 / 34')
    await expect(field('checkout.card.number')).toHaveValue('4444 4444 4444 4423')
    await field('checkout.card.number').fill(CARD.number)
    await expect(form.getByText(messages.text('checkout.card.number.INVALID'))).toHaveCount(0)
  })

  test('a card number is sent to the provider alone, and no script of the app can read it [B3.6]', {
    tag: '@gate',
  }, async () => {
    const { page } = patient
    await patient.typeCard(CARD)
    await page
      .getByRole('checkbox', { name: patient.messages.pattern('checkout.cards.keep') })
      .check({ position: CORNER })
    await patient.capture('02-filled')
    expect(await page.evaluate(readFrame)).toBe('SecurityError')
    await patient
      .cardForm()
      .getByLabel(patient.messages.text('checkout.card.securityCode'), { exact: true })
      .press('Enter')
    await patient.see('checkout.order.active.title')
    const carrying = requests.filter((request) => holds(request, CARD.number) || holds(request, `"${CARD.code}"`))
    const payment = new URL(system.url)
    payment.hostname = 'localhost'
    expect(carrying.map((request) => request.url())).toEqual([
      `${payment.origin}/payment-frame/simulators/monei/v1/tokens`,
    ])
    const hosts = new Set(requests.map((request) => new URL(request.url()).host))
    expect([...hosts].sort()).toEqual([new URL(system.url).host, payment.host].sort())
  })

  test('a saved card pays the next time without being typed', { tag: '@gate' }, async () => {
    const { page } = patient
    // A worker job saves the card after the payment; checkout lists the saved cards when it opens.
    const countCards = () => withDatabase(system, (db) => db`select 1 from saved_card`)
    await expect.poll(async () => (await countCards()).length).toBe(1)
    await goToCheckout(page, system.url, PRODUCT)
    await expect(page.getByRole('radio', { name: /Visa •••• 4422/ })).toBeChecked()
    await expect(page.locator('iframe')).toHaveCount(0)
    await patient.capture('03-kept')
    await patient.button('checkout.pay').click()
    await patient.see('checkout.order.active.title')
  })

  test('cards are removed and added under Profile [B2.24] [B2.27] [B7.13]', async () => {
    const { page } = patient
    await page.goto(`${system.url}/account/profile`)
    await patient.button('profile.paymentMethods').click()
    await page.getByRole('button', { name: /^Quitar Visa/ }).click()
    await patient.capture('04-remove')
    await patient.button('checkout.cards.removeNow').click()
    await patient.see('checkout.cards.none')
    // The button that opened the dialog was removed with its card.
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await patient.button('checkout.cards.add').click()
    await patient.typeCard({ ...CARD, number: '5555 5555 5555 5532' })
    await patient.capture('05-add')
    await save(patient)
    await expect(page.getByText('Mastercard •••• 5532').first()).toBeVisible()
    await patient.capture('06-cards')
  })
})

test('where the provider requires it, a saved card asks for its security code only; a new card pays in three installments [B4.27]', async ({
  browser,
}) => {
  const system = await startSystem('bem-leve')
  const context = await browser.newContext({ locale: 'pt-BR' })
  const patient = new Patient(await context.newPage(), messagesOf('pt-BR'), system.url, 'cards-code')
  const { page, messages } = patient
  await signIn(patient, { typed: '11 90000 0002', phone: '+5511900000002' })
  await page.goto(`${system.url}/account/profile/payment-methods`)
  await patient.button('checkout.cards.add').click()
  await patient.typeCard({ number: '4235 6477 2802 5682', holder: 'APRO', code: '123', document: '12345678909' })
  await save(patient)
  await patient.see('checkout.cards.added')
  // Delayed on purpose: the form for a new card must not appear meanwhile.
  await page.route('**/v1/payment/cards', (route) => setTimeout(() => void route.continue(), 2_000))
  await goToCheckout(page, system.url, PRODUCT)
  await expect(page.getByRole('radio', { name: /Visa •••• 5682/ })).toBeChecked()
  const code = patient.cardForm().getByLabel(messages.text('checkout.card.securityCode'), { exact: true })
  await expect(code).toBeVisible()
  await patient.button('checkout.pay').click()
  await expect(code).toBeFocused()
  await patient.see('checkout.cards.choose')
  await patient.capture('01-code')
  await code.fill('123')
  await patient.button('checkout.pay').click()
  await patient.see('checkout.order.active.title')

  // Each installment option shows its amount and the total.
  await goToCheckout(page, system.url, PRODUCT)
  await page.getByRole('radio', { name: messages.text('checkout.cards.new') }).click()
  await patient.typeCard({ number: '4235 6477 2802 5682', holder: 'APRO', code: '123', document: '12345678909' })
  const inThree = page.getByRole('radio', { name: /3 parcelas de/ })
  await expect(inThree.locator('xpath=ancestor::label')).toContainText(/R\$\s*[\d,.]+ no total/)
  // By keyboard: right after scrolling a click would go to the frame that was there.
  await inThree.press('Space')
  await expect(inThree).toBeChecked()
  await patient.capture('02-in-three')
  await patient.button('checkout.pay').press('Enter')
  await patient.see('checkout.order.active.title')
  await page.goto(`${system.url}/account/profile/payment-history`)
  await expect(page).toHaveURL(/\/profile\/payment-history$/)
  await page.getByRole('main').getByRole('link', { name: /Visa/ }).first().click()
  await expect(page.getByText(/Visa.*, 3 parcelas/)).toBeVisible()
  await patient.capture('03-paid-in-three')
  await context.close()
  await system.stop()
})

/** Right after scrolling the browser sends a click to the frame that was there, so wait first. */
async function save({ page, messages }: Patient): Promise<void> {
  const button = page.getByRole('button', { name: messages.text('checkout.cards.save'), exact: true })
  await button.scrollIntoViewIfNeeded()
  await page.waitForTimeout(300)
  await button.click()
}

/** What a hostile script of the app would try. */
function readFrame(): string {
  const frame = document.querySelector('iframe')
  try {
    return String(frame?.contentWindow?.document.querySelector('input')?.value)
  } catch (error) {
    return error instanceof Error ? error.name : 'no error'
  }
}

/** Whether the URL, a header or the body contains the secret, with or without spaces. */
function holds(request: Request, secret: string): boolean {
  const all = [request.url(), JSON.stringify(request.headers()), request.postData() ?? ''].join('\n')
  return all.includes(secret) || all.includes(secret.replaceAll(' ', ''))
}
