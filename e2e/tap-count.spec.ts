import { expect, test } from '@playwright/test'
import { answerQuestions } from './answer-questions.ts'
import { withDatabase } from './google.ts'
import { messagesOf } from './messages.ts'
import { codeSentTo } from './outbox.ts'
import { Patient } from './patient.ts'
import { type Cast, PEOPLE } from './people.ts'
import { type RunningSystem, startSystem } from './system.ts'
import { countTaps, countText, resetCount, settle, type TapCount } from './tap-count.ts'

/**
 * The most that a booking may cost a person, from the open page to the paid order. A new patient registers and passes
 * the bank's challenge where the partner has one; a returning one pays with the kept card.
 */
const LIMIT = {
  'vida-ligera': { taps: 14, typed: 12, screens: 10 },
  // No challenge by the bank, and its provider wants the document of the card's holder.
  'bem-leve': { taps: 13, typed: 14, screens: 10 },
} as const
/** Again, none of the warning signs, reserve, pay: and one tap at the bank where it asks. */
const LIMIT_OF_RETURN = { taps: 5, typed: 1, screens: 5 }

for (const cast of PEOPLE) {
  test.describe(`${cast.partner}: the way to a paid consultation`, () => {
    test.describe.configure({ mode: 'serial' })
    let system: RunningSystem
    let patient: Patient
    let count: TapCount

    test.beforeAll(async ({ browser }) => {
      system = await startSystem(cast.partner)
      const context = await browser.newContext({ locale: cast.locale })
      count = await countTaps(context)
      patient = new Patient(await context.newPage(), messagesOf(cast.language), system.url, `taps-${cast.partner}`)
    })
    test.afterAll(async () => {
      await patient?.page.context().close()
      await system?.stop()
    })

    test('a new patient books and pays within the limit', async () => {
      await bookAsNewPatient(patient, cast)
      test.info().annotations.push({ type: 'new patient', description: countText(count) })
      const { taps, typed, screens } = LIMIT[cast.partner as keyof typeof LIMIT]
      expect.soft(count.taps.length, count.taps.join('\n')).toBeLessThanOrEqual(taps)
      expect.soft(count.typed.size, [...count.typed].join('\n')).toBeLessThanOrEqual(typed)
      expect.soft(count.screens.length, count.screens.join('\n')).toBeLessThanOrEqual(screens)
    })

    test('a returning patient books the same professional again within the limit', async () => {
      await withDatabase(
        system,
        (db) => db`update consultation set status = 'CLOSED', held_by = null where status = 'QUEUED'`,
      )
      const { page } = patient
      await page.goto(`${system.url}/how-can-we-help`)
      const again = page.getByRole('list', { name: patient.messages.text('catalogue.sameProfessional.title') })
      await expect(again).toBeVisible()
      resetCount(count)
      await again.getByRole('button').click()
      await answerQuestions(page)
      await patient.button('booking.calendar.reserve').click()
      await expect(page).toHaveURL(/\/checkout/)
      // Brazil's provider wants the code of a kept card each time, and this Spanish card's bank asks each time.
      if (cast.partner === 'bem-leve')
        await patient.cardForm().getByLabel(patient.messages.text('checkout.card.securityCode')).fill('123')
      await patient.button('checkout.pay').click()
      if (cast.cards.challenged) await patient.convinceTheBank()
      await patient.see('checkout.order.active.title')
      await settle(page)
      test.info().annotations.push({ type: 'returning patient', description: countText(count) })
      expect.soft(count.taps.length, count.taps.join('\n')).toBeLessThanOrEqual(LIMIT_OF_RETURN.taps)
      expect.soft(count.typed.size, [...count.typed].join('\n')).toBeLessThanOrEqual(LIMIT_OF_RETURN.typed)
      expect.soft(count.screens.length, count.screens.join('\n')).toBeLessThanOrEqual(LIMIT_OF_RETURN.screens)
    })
  })
}

async function bookAsNewPatient(patient: Patient, { person, cards }: Cast): Promise<void> {
  const { page, messages, url } = patient
  await page.goto(`${url}/welcome`)
  await page.waitForSelector('html[data-ready]')
  await page.getByRole('link', { name: messages.pattern('catalogue.choice.time') }).click()
  await answerQuestions(page)
  // The answers describe the reason, so the patient's own words are optional.
  await expect(page).toHaveURL(/\/summary/)
  // An early tap could be meant for the previous question.
  await page.waitForTimeout(700)
  await patient.button('booking.summary.continue').click()
  await patient.button('booking.calendar.reserve').click()
  await expect(page).toHaveURL(/\/checkout/)
  const since = new Date()
  await page.getByLabel(messages.text('access.welcome.phone'), { exact: true }).fill(person.typedPhone)
  await patient.see('access.welcome.new')
  await patient.button('access.welcome.continue').click()
  await expect(page).toHaveURL(/\/account\/create\/verify/)
  await page.getByLabel(messages.text('access.code.label')).fill(await codeSentTo(url, person.phone, since))
  await expect(page).toHaveURL(/\/account\/create\/profile/)
  await patient.fillProfile(person)
  await page.getByRole('button', { name: messages.text('access.profile.submit') }).click()
  await expect(page).toHaveURL(/\/checkout/)
  // Checkout fills in the holder's name.
  await patient.typeCard({ ...(cards.challenged ?? cards.good), holder: undefined })
  // Keeping the card is optional, so it is chosen without a tap.
  await page.getByRole('checkbox', { name: messages.pattern('checkout.cards.keep') }).press('Space')
  await patient.button('checkout.pay').click()
  if (cards.challenged) await patient.convinceTheBank()
  await patient.see('checkout.order.active.title')
  await settle(page)
}
