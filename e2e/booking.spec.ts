import { expect, type Page, test } from '@playwright/test'
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

test('continuing without an answer shows an error and answers nothing', {
  tag: '@gate',
}, async () => {
  const slider = page.getByRole('slider')
  // A press while a new question appears was meant for the previous one and is ignored.
  await expect(async () => {
    await next()
    await expect(slider).toBeFocused({ timeout: 1_000 })
  }).toPass()
  await expect(slider).toHaveAttribute('aria-valuetext', messages.text('ui.slider.unanswered'))
  await page.keyboard.press('ArrowRight')
  await expect(slider).not.toHaveAttribute('aria-valuetext', messages.text('ui.slider.unanswered'))
  await next()
})

test('every kind of question is answered by keyboard', { tag: '@gate' }, async () => {
  const main = page.getByRole('main')
  for (let index = 0; index < 8 && /\/questions/.test(page.url()); index++) {
    const before = await heading().textContent()
    await expect(heading()).toBeFocused()
    if (await main.getByRole('slider').count()) await pressOn(page, main.getByRole('slider'), 'ArrowRight')
    else if (await main.getByRole('checkbox').count()) await pressOn(page, main.getByRole('checkbox').first(), 'Space')
    else if (await main.getByRole('radio').count()) await pressOn(page, main.getByRole('radio').first(), 'Space')
    else await typeInto(page, main.getByRole('textbox'), 'Subir escaleras sin parar.')
    await next()
    await expect.poll(async () => /\/summary/.test(page.url()) || (await heading().textContent()) !== before).toBe(true)
  }
  await expect(page).toHaveURL(/\/summary/)
})

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
