import { expect, type Page } from '@playwright/test'

const NONE = /^(no|não|ning|nenh|nada)/i

/** Answers each question with the fewest taps: "none" where there is one, else the first choice. */
export async function answerQuestions(page: Page, onQuestion?: () => Promise<void>): Promise<void> {
  await expect(page).toHaveURL(/\/questions|\/calendar|\/clinician\//)
  for (let index = 0; index < 12 && /\/questions/.test(page.url()); index++) {
    await page.locator('#question').waitFor()
    await onQuestion?.()
    const before = page.url()
    // A tap in the first half second could be meant for the question before and is ignored.
    await page.waitForTimeout(700)
    const main = page.getByRole('main')
    if ((await main.getByRole('slider').count()) > 0) {
      await main.getByRole('slider').press('ArrowRight')
      await page.getByRole('button', { name: /siguiente|próxima|continuar|avançar/i }).click()
    } else {
      const choices = main.getByRole('radio').or(main.getByRole('checkbox'))
      const none = main.getByRole('radio', { name: NONE }).or(main.getByRole('checkbox', { name: NONE }))
      await ((await none.count()) > 0 ? none : choices).first().click({ position: { x: 8, y: 8 } })
    }
    await expect.poll(() => page.url() !== before, { timeout: 5_000 }).toBe(true)
  }
}
