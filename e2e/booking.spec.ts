import { expect, type Locator, type Page, test } from '@playwright/test'
import { ownSystem } from './journey.ts'
import { pressOn, tabTo, typeInto } from './keyboard.ts'
import { messagesOf } from './messages.ts'
import { PatientBrowser } from './patient-browser.ts'
import { capture } from './screens.ts'

test.describe.configure({ mode: 'serial' })
const system = ownSystem('vida-ligera')
let patientBrowser: PatientBrowser
let page: Page
const messages = messagesOf('es')
const SUMMARY = 'Quiero perder peso con ayuda médica.'

test.beforeAll(async ({ browser }) => {
  patientBrowser = new PatientBrowser(
    await browser.newContext({ locale: 'es', timezoneId: 'America/Sao_Paulo' }),
    messages,
    system.url,
  )
  page = await patientBrowser.open('/welcome')
})

const next = () => pressOn(page, patientBrowser.button(page, 'booking.next'))
const heading = () => page.getByRole('heading', { level: 1 })

test('a guest opens a product and its questions with the keyboard alone', { tag: '@gate' }, async () => {
  await pressOn(page, patientBrowser.button(page, 'access.welcome.guest'))
  await pressOn(page, page.locator('a[href="/products/medical-weight-assessment"]').first())
  await expect(heading()).toBeFocused()
  await pressOn(page, patientBrowser.link(page, 'catalogue.product.chooseTime'))
  await expect(page).toHaveURL(/\/questions/)
})

test('continuing without an answer lists the errors and answers nothing', {
  tag: '@gate',
}, async () => {
  const summary = page.getByRole('region', { name: messages.text('ui.errorSummary.title') })
  // A press while a new page appears was meant for the previous one and is ignored.
  await expect(async () => {
    await next()
    await expect(summary).toBeFocused({ timeout: 1_000 })
  }).toPass()
  const [height, weight] = [page.getByRole('textbox').first(), page.getByRole('textbox').last()]
  await expect(height).toHaveValue('')
  await pressOn(page, summary.getByRole('link').first())
  await expect(height).toBeFocused()
  await page.keyboard.type('170')
  await next()
  // A single error takes the focus itself.
  await expect(weight).toBeFocused()
  await page.keyboard.type('82')
  await next()
  await expect(page).toHaveURL(/question=3/)
})

test('every kind of question is answered by keyboard', { tag: '@gate' }, async () => {
  const questions = page.locator('#question > div:has(input, textarea)')
  for (let index = 0; index < 8 && /\/questions/.test(page.url()); index++) {
    const before = page.url()
    await expect(heading()).toBeFocused()
    for (let at = 0; at < (await questions.count()); at++) await answerByKeyboard(questions.nth(at))
    await next()
    await expect.poll(() => page.url()).not.toBe(before)
  }
  await expect(page).toHaveURL(/\/summary/)
})

async function answerByKeyboard(question: Locator): Promise<void> {
  const checkbox = question.getByRole('checkbox')
  const radio = question.getByRole('radio')
  if (await checkbox.count()) await pressOn(page, checkbox.first(), 'Space')
  else if (await radio.count()) await pressOn(page, radio.first(), 'Space')
  else await typeInto(page, question.getByRole('textbox'), 'Subir escaleras sin parar.')
}

test('without a network nothing typed is lost, and the notice goes once it is saved', {
  tag: '@gate',
}, async () => {
  await typeInto(page, page.getByRole('textbox'), SUMMARY)
  await patientBrowser.context.setOffline(true)
  await pressOn(page, patientBrowser.button(page, 'booking.summary.continue'))
  await patientBrowser.see(page, 'booking.summary.notSaved')
  await expect(page.getByRole('textbox')).toHaveValue(SUMMARY)
  await capture(page, 'booking-offline')
  await patientBrowser.context.setOffline(false)
  await patientBrowser.see(page, 'booking.saved')
  await expect(page.getByText(messages.text('booking.summary.notSaved'))).toBeHidden()
  await pressOn(page, patientBrowser.button(page, 'booking.summary.continue'))
  await expect(page).toHaveURL(/\/calendar/)
})

test('a day and a slot are chosen by keyboard in the clinic’s time zone, and held at checkout', {
  tag: '@gate',
}, async () => {
  await expect(heading()).toBeFocused()
  // The first day with free slots is selected; the arrow key moves to the next one and skips full days.
  const days = page.getByRole('radio', { name: /\d libres?$/ })
  await expect(days.first()).toBeChecked()
  await tabTo(page, days.first())
  for (let presses = 0; presses < 7 && !(await days.nth(1).isChecked()); presses++)
    await page.keyboard.press('ArrowRight')
  await expect(days.nth(1)).toBeChecked()
  const times = page.getByRole('main').getByRole('button', { name: /^\d\d:\d\d/ })
  const time = await times.first().locator('time').textContent()
  await pressOn(page, times.first())
  await expect(times.first()).toHaveAttribute('aria-pressed', 'true')
  await pressOn(page, patientBrowser.button(page, 'booking.calendar.reserve'))
  await expect(page).toHaveURL(/\/checkout/)
  await expect(page.getByRole('main')).toContainText(time ?? 'a time')
  await patientBrowser.see(page, 'checkout.guest.title')
})

test('a wrong number shows one error, which goes once it is right', async () => {
  await pressOn(page, patientBrowser.button(page, 'checkout.guest.enter'))
  const phone = patientBrowser.field(page, 'access.welcome.phone')
  await typeInto(page, phone, '12')
  await page.keyboard.press('Enter')
  const wrong = page.getByText(messages.pattern('access.welcome.phone.INVALID'))
  await expect(wrong).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('611 98 76 54')
  await patientBrowser.see(page, 'access.welcome.new')
  await expect(wrong).toBeHidden()
})
