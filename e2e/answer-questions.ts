import { expect, type Locator, type Page } from '@playwright/test'

const NONE = /^(no|não|ning|nenh|nada)/i

/** Answers each question with the fewest taps: "none" where there is one, else the first choice. */
export async function answerQuestions(page: Page, onPage?: () => Promise<void>): Promise<void> {
  await expect(page).toHaveURL(/\/questions|\/calendar|\/clinician\//)
  for (let index = 0; index < 12 && /\/questions/.test(page.url()); index++) {
    await page.locator('#question').waitFor()
    await onPage?.()
    const before = page.url()
    // A tap in the first half second could be meant for the page before and is ignored.
    await page.waitForTimeout(700)
    const groups = page.locator('#question').getByRole('group').or(page.locator('#question').getByRole('radiogroup'))
    const count = await groups.count()
    for (let at = 0; at < count; at++) await answer(groups.nth(at))
    // The last choice goes on by itself, a number does not.
    if ((await groups.last().getByRole('slider').count()) > 0)
      await page.getByRole('button', { name: /siguiente|próxima|continuar|avançar/i }).click()
    await expect.poll(() => page.url() !== before, { timeout: 5_000 }).toBe(true)
  }
}

async function answer(question: Locator): Promise<void> {
  if ((await question.getByRole('slider').count()) > 0) return question.getByRole('slider').press('ArrowRight')
  const choices = question.getByRole('radio').or(question.getByRole('checkbox'))
  const none = question.getByRole('radio', { name: NONE }).or(question.getByRole('checkbox', { name: NONE }))
  await ((await none.count()) > 0 ? none : choices).first().click({ position: { x: 8, y: 8 } })
}
