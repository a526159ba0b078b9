import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { signIn } from './account.ts'
import { messagesOf } from './messages.ts'
import { Patient } from './patient.ts'
import { apiOf, atBank, consultationOf, orderByPix, orderIdIn, orderOf } from './pix.ts'
import { type RunningSystem, startSystem } from './system.ts'

const NEWCOMER = { phone: '+5511900000002', typed: '11 90000 0002' }
const PRODUCT = 'medical-weight-assessment'

test.describe('Pix [B4.29]', () => {
  test.describe.configure({ mode: 'serial' })
  let system: RunningSystem
  let context: BrowserContext
  let patient: Patient

  test.beforeAll(async ({ browser }) => {
    system = await startSystem('bem-leve')
    context = await browser.newContext({ locale: 'pt-BR', permissions: ['clipboard-read', 'clipboard-write'] })
    patient = new Patient(await context.newPage(), messagesOf('pt-BR'), system.url, 'pix')
    await signIn(patient, NEWCOMER)
  })
  test.afterAll(async () => {
    await context?.close()
    await system?.stop()
  })

  const copied = async (page: Page) => {
    await page.getByRole('button', { name: patient.messages.text('checkout.pix.copy') }).click()
    await expect(page.getByRole('button', { name: patient.messages.text('checkout.pix.copied') })).toBeVisible()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  const sees = (page: Page, key: string) =>
    expect(page.getByRole('heading', { level: 1, name: patient.messages.pattern(key) })).toBeVisible()

  test('a booked appointment is paid with a copied code, and the screen updates by itself [A1.5] [B2.27]', {
    tag: '@gate',
  }, async () => {
    const { page, messages, url } = patient
    await page.goto(`${url}/products/${PRODUCT}`)
    await page.locator('a[href*="mode=later"]').click()
    await patient.answerQuestions()
    await patient.writeSummary('video')
    const held = await patient.holdFirstHour()
    const pix = page.getByRole('radio', { name: messages.pattern('checkout.way.pix.detail') })
    await pix.check()
    const cpf = page.getByLabel(messages.text('checkout.pix.cpf'), { exact: true })
    const own = await cpf.inputValue()
    await patient.capture('01-checkout')
    await cpf.fill('123.456.789-00')
    await patient.button('checkout.pix.pay').click()
    await patient.see('checkout.card.document.INVALID')
    await cpf.fill(own)
    await patient.button('checkout.pix.pay').click()
    await sees(page, 'checkout.order.pix.title')
    await expect(page.getByRole('timer')).toContainText(/2\d min/)
    await patient.capture('02-code')
    // Choosing another method cancels the code and keeps the slot and the selection.
    await page.getByRole('button', { name: messages.text('checkout.pix.otherWay') }).click()
    await expect(page).toHaveURL(/\/checkout$/)
    await expect(page.getByText(held).first()).toBeVisible()
    await expect(pix).toBeChecked()
    await patient.button('checkout.pix.pay').click()
    await sees(page, 'checkout.order.pix.title')
    // Closing the tab loses nothing: the order's address is enough.
    const address = page.url()
    await page.close()
    const reopened = await context.newPage()
    await reopened.goto(address)
    await sees(reopened, 'checkout.order.pix.title')
    const code = await copied(reopened)
    await reopened.getByText(messages.text('checkout.pix.qr.show')).click()
    await expect(reopened.getByRole('img', { name: messages.text('checkout.pix.qr') })).toBeVisible()
    await context.setOffline(true)
    const offlineNote = reopened.getByText(messages.text('checkout.pix.offline'))
    await expect(offlineNote).toBeVisible()
    // A repeated failed poll does not announce the error again.
    await reopened.waitForEvent('requestfailed')
    await reopened.waitForEvent('requestfailed')
    await expect(reopened.locator('main').getByText(/sem conexão/i)).toHaveCount(1)
    await new Patient(reopened, messages, url, 'pix').capture('03-offline')
    await atBank(url, code, 'pay')
    await context.setOffline(false)
    await sees(reopened, 'checkout.order.active.title')
  })

  test('an expired code is replaced, and a late payment of the first one is refunded', async () => {
    const page = await context.newPage()
    const view = new Patient(page, patient.messages, patient.url, 'pix')
    await page.goto(`${patient.url}/account/profile`)
    const callApi = await apiOf(page, patient.url)
    const first = await orderByPix(callApi, PRODUCT)
    // From the unpaid consultation, as a patient who closed the page finds it.
    await page.goto(`${patient.url}/consultations/${await consultationOf(callApi, first)}`)
    await view.button('care.one.toPayment').click()
    await sees(page, 'checkout.order.pix.title')
    const firstCode = await copied(page)
    await atBank(patient.url, firstCode, 'expire')
    await sees(page, 'checkout.order.pixExpired.title')
    await view.capture('03-expired')
    await page.getByRole('button', { name: patient.messages.text('checkout.order.retry.pix') }).click()
    await sees(page, 'checkout.order.pix.title')
    const second = orderIdIn(page)
    expect(second).not.toBe(first)

    // An open code is cancelled before there is another.
    const secondCode = await copied(page)
    await page.getByRole('button', { name: patient.messages.text('checkout.order.retry.pix') }).click()
    await expect.poll(() => orderIdIn(page)).not.toBe(second)
    await sees(page, 'checkout.order.pix.title')
    const third = orderIdIn(page)
    const thirdCode = await copied(page)
    expect(new Set([firstCode, secondCode, thirdCode]).size).toBe(3)

    await atBank(patient.url, secondCode, 'payLate')
    await expect.poll(async () => (await orderOf(callApi, second)).refundAmount, { timeout: 30_000 }).toBeGreaterThan(0)
    expect((await orderOf(callApi, third)).status).toBe('PENDING')
    await atBank(patient.url, thirdCode, 'pay')
    await sees(page, 'checkout.order.active.title')
    await page.goto(`${patient.url}/orders/${second}`)
    await sees(page, 'checkout.order.pixLate.title')
    await view.see('checkout.order.refunded.pix')
    await view.capture('04-late')
  })

  test('in English on a desktop the QR code is shown, and a refusal by the bank offers a way on', async () => {
    const english = messagesOf('en')
    const page = await context.newPage()
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`${patient.url}/account/profile`)
    const callApi = await apiOf(page, patient.url)
    const id = await orderByPix(callApi, PRODUCT)
    await page.getByRole('radio', { name: 'English', exact: true }).click()
    await expect(page.getByText(english.text('profile.language'), { exact: true })).toBeVisible()
    await page.goto(`${patient.url}/orders/${id}`)
    const view = new Patient(page, english, patient.url, 'pix-en')
    await expect(page.getByRole('heading', { level: 1, name: english.text('checkout.order.pix.title') })).toBeVisible()
    await expect(page.getByRole('img', { name: english.text('checkout.pix.qr') })).toBeVisible()
    await view.capture('01-code')
    const { pix } = await orderOf(callApi, id)
    await atBank(patient.url, pix?.code ?? '', 'fail')
    await view.see('checkout.failure.DECLINED.pix')
    await expect(page.getByRole('button', { name: english.text('checkout.order.retry.pix') })).toBeVisible()
  })
})
