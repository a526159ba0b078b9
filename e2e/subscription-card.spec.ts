import { expect, type Page, test } from '@playwright/test'
import { connect } from '../server/kit/db/db.ts'
import { signIn } from './account.ts'
import { messagesOf } from './messages.ts'
import { Patient } from './patient.ts'
import { captureAtWidths } from './screens.ts'
import { type RunningSystem, startSystem } from './system.ts'

let system: RunningSystem
test.beforeAll(async () => {
  system = await startSystem('bem-leve')
})
test.afterAll(() => system?.stop())

const LIA = { typed: '11 90000 0002', phone: '+5511900000002' }
const CARD = { number: '4235 6477 2802 5682', code: '123', document: '12345678909' }

/** Advances the provider's clock for this person's subscription. */
async function daysPass(days: number): Promise<void> {
  const db = connect(system.databaseUrl, { max: 1, name: 'e2e' })
  const [row] = await db`
    select s.provider_id as id from subscription s join account a on a.id = s.account_id
    where a.phone = ${LIA.phone} order by s.created_at desc limit 1`
  await db.end()
  const headers = { 'content-type': 'application/json' }
  const url = `${system.url}/simulators/mercadopago/preapproval/${row?.id}/clock`
  expect((await fetch(url, { method: 'POST', headers, body: JSON.stringify({ days }) })).ok).toBe(true)
}

/** Right after scrolling the browser sends a click to the frame that was there, so wait first. */
async function press(page: Page, name: RegExp | string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true })
  await button.scrollIntoViewIfNeeded()
  await page.waitForTimeout(300)
  await button.click()
}

test('a patient types the card of a plan in our form: a trial, a failed charge, another card, the end and its withdrawal [B2.9] [B2.24]', async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 390, height: 844 } })
  const lia = new Patient(await context.newPage(), messagesOf('pt-BR'), system.url, 'subscription-card')
  const { page, messages } = lia
  await signIn(lia, LIA)
  await lia.button('catalogue.home.subscribe').click()
  await expect(page).toHaveURL(/\/subscription-checkout$/)
  await lia.capture('01-offer')
  await page.getByRole('button', { name: 'Começar 7 dias grátis' }).click()
  await expect(page).toHaveURL(/\/subscription-card$/)
  await lia.typeCard({ ...CARD, holder: 'CALL' })
  await lia.capture('02-form')
  await captureAtWidths(page, 'subscription-card-02-form')
  await press(page, 'Começar 7 dias grátis')
  await lia.see('subscription.error.CARD_NOT_SAVED')
  await lia.capture('03-refused')
  // The form clears a card that the provider has, so it is typed anew. The bank accepts this one, and declines its later
  // charge.
  await lia.typeCard({ ...CARD, holder: 'FUND' })
  await press(page, 'Começar 7 dias grátis')
  await expect(page).toHaveURL(/\/subscription-checkout$/)
  await lia.see('subscription.done.trial')
  await lia.capture('04-done')

  await daysPass(7)
  await page.goto(`${system.url}/subscription-manager`)
  await lia.see('subscription.now.due')
  await lia.capture('05-due')
  await captureAtWidths(page, 'subscription-card-05-due')
  await press(page, messages.text('subscription.newCard'))
  await expect(page).toHaveURL(/\/subscription-card$/)
  await lia.typeCard({ ...CARD, holder: 'APRO' })
  await lia.capture('06-another')
  await press(page, messages.text('checkout.cards.save'))
  await expect(page).toHaveURL(/\/subscription-manager$/)
  await lia.see('subscription.card.saved')
  await daysPass(3)
  await lia.see('subscription.until.renews')
  await lia.see('subscription.payment.SUCCEEDED')
  await lia.capture('07-paid')

  await press(page, messages.text('subscription.giveUp'))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: messages.text('subscription.giveUp') }).click()
  await lia.see('subscription.now.ends')
  await lia.capture('08-ends')
  await lia.button('subscription.stay').click()
  await lia.see('subscription.until.renews')
  await context.close()
})
