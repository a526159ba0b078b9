import { expect, test } from '@playwright/test'
import { Patient } from './patient.ts'
import { PEOPLE } from './people.ts'
import { type RunningSystem, startSystem } from './system.ts'
import { wordsOf } from './words.ts'

for (const { partner, language, locale, person, cards, video } of PEOPLE) {
  test.describe(partner, () => {
    test.describe.configure({ mode: 'serial' })
    test.use({ locale })
    let system: RunningSystem
    test.beforeAll(async () => {
      system = await startSystem(partner)
    })
    test.afterAll(async () => system?.stop())

    test('a guest books a video consultation, registers, pays and sees it', async ({ page }) => {
      const patient = new Patient(page, wordsOf(language), system.url, `${partner}-${language}`)
      await patient.enterAsGuest()
      await patient.openProduct(video)
      await patient.button('catalogue.product.chooseTime').click()
      await patient.answerQuestions()
      await patient.writeSummary('video')
      await patient.holdFirstHour()

      await patient.see('checkout.guest.title')
      await patient.look('07-checkout-guest')
      await patient.button('checkout.guest.enter').click()
      await patient.register(person)
      await expect(page).toHaveURL(/\/checkout/)
      await patient.see('checkout.card')
      await patient.look('11-checkout')

      await patient.typeCard(cards.declined)
      await patient.button('checkout.pay').click()
      await patient.see('checkout.order.failed.title')
      await patient.look('12-declined')
      await patient.button('checkout.order.retry.card').click()
      await expect(page).toHaveURL(/\/checkout/)
      await patient.typeCard(cards.challenged ?? cards.good)
      await patient.button('checkout.pay').click()
      if (cards.challenged) {
        await page.waitForURL(/\/3ds\//)
        await page.getByRole('button', { name: /autorizar|authorise/i }).click()
      }
      await patient.see('checkout.order.active.title')
      await patient.look('13-order')
      await patient.button('checkout.order.toConsultation').click()
      await expect(page).toHaveURL(/\/consultations\//)
      await patient.see('care.one.startsIn')
      await patient.look('14-consultation')
    })
  })
}
