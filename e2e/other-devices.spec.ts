import { type Browser, expect, type Page, test } from '@playwright/test'
import { messagesOf } from './messages.ts'
import { Patient } from './patient.ts'
import { PEOPLE } from './people.ts'
import { capture } from './screens.ts'
import { type RunningSystem, startSystem } from './system.ts'

// Unusual phones: with a wrong clock, or too old for the app.
const [{ partner, person, cards, video }] = PEOPLE as [(typeof PEOPLE)[number]]
const messages = messagesOf('es')
let system: RunningSystem
test.beforeAll(async () => {
  system = await startSystem(partner)
})
test.afterAll(() => system?.stop())

/** A page whose clock is this many minutes ahead of the server's. */
async function pageAhead(browser: Browser, minutes: number): Promise<Page> {
  const context = await browser.newContext({ locale: 'es-ES' })
  await context.addInitScript((aheadMs) => {
    const RealDate = Date
    class WrongDate extends RealDate {
      constructor(...args: ConstructorParameters<DateConstructor> | []) {
        super(...((args.length > 0 ? args : [RealDate.now() + aheadMs]) as [number]))
      }
      static override now = () => RealDate.now() + aheadMs
    }
    globalThis.Date = WrongDate as DateConstructor
  }, minutes * 60_000)
  return context.newPage()
}

async function holdsAnHour(patient: Patient): Promise<void> {
  await patient.openProduct(video)
  await patient.button('catalogue.product.chooseTime').click()
  await patient.answerQuestions()
  await patient.writeSummary('video')
  await patient.holdFirstHour()
}

test('a phone 12 minutes fast books, registers and pays: the hold counts by the server’s clock', async ({
  browser,
}) => {
  const patient = new Patient(await pageAhead(browser, 12), messages, system.url, 'clock-fast')
  await patient.enterAsGuest()
  await holdsAnHour(patient)
  await patient.button('checkout.guest.enter').click()
  await patient.register(person)
  await expect(patient.page).toHaveURL(/\/checkout/)
  await expect(patient.page.getByRole('timer').first()).toHaveText(/\b[5-9] min/)
  await capture(patient.page, 'clock-fast-checkout')
  await patient.pay(cards.good)
  await patient.see('checkout.order.active.title')
  await patient.page.context().close()
})

test('a phone an hour slow shows the right minutes of the hold', async ({ browser }) => {
  const patient = new Patient(await pageAhead(browser, -60), messages, system.url, 'clock-slow')
  await patient.enterAsGuest()
  await holdsAnHour(patient)
  await expect(patient.page.getByRole('timer').first()).toHaveText(/\b[5-9] min/)
  await patient.page.context().close()
})

test('a browser too old for the app shows the clinic’s number instead of an empty page', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'es-ES' })
  await context.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'findLast'))
  const page = await context.newPage()
  await page.goto(`${system.url}/welcome`)
  await expect(page.getByRole('alert')).toContainText(/\+34|9\d\d/)
  await expect(page.locator('#root')).toBeHidden()
  await capture(page, 'old-browser', { axe: false })
  await context.close()
})
