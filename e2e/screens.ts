import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { ROOT } from '../tools/run.ts'
import { accessibilityViolations } from './axe.ts'

const FOLDER = join(ROOT, 'e2e', '.screens')

/** With `E2E_PICTURES=1` a run stores pictures for people to look at, and takes a third longer. */
const isDrawn = Boolean(process.env.E2E_PICTURES)

/** In the gate accessibility.spec.ts audits each address once; all other runs audit the screens of journeys too. */
const isAudited = !process.env.TEST_GATE

/** Audits the screen with axe, light and dark, and takes a picture of each. */
export async function capture(page: Page, name: string, { axe = isAudited } = {}): Promise<void> {
  if (!axe && !isDrawn) return
  // Every page has a heading, so its presence shows that the screen has rendered; a dialog may come before it.
  if (axe) await page.waitForSelector('h1, dialog[open]', { state: 'attached' })
  await page.evaluate(() => document.fonts.ready)
  await stopAnimations(page)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await picture(page, `${name}-${colorScheme}`)
    // Dark mode changes colours only.
    if (axe) await expectNoBarriers(page, colorScheme === 'dark' ? ['color-contrast'] : [])
  }
}

/** The same screen at common widths: a small phone and a desktop. */
export async function captureAtWidths(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()
  for (const [width, height] of [
    [320, 640],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    await picture(page, `${name}-${width}`)
    // A new screen slides in; only a lasting overflow counts.
    await expect.poll(() => page.evaluate(reachingOut), `${name} at ${width} px scrolls sideways`).toEqual([])
  }
  if (before) await page.setViewportSize(before)
}

export async function captureEveryVariant(page: Page, name: string): Promise<void> {
  await capture(page, name)
  await captureAtWidths(page, name)
}

/** Retried: a real violation persists on a busy machine, one of an unfinished screen goes away. */
async function expectNoBarriers(page: Page, rules: string[]): Promise<void> {
  await expect(async () => expect(await accessibilityViolations(page, rules)).toEqual([])).toPass({ timeout: 60_000 })
}

/** Stops animations and transitions, so that pictures do not show intermediate states. */
export async function stopAnimations(page: Page): Promise<void> {
  await Promise.all(page.frames().map((frame) => frame.evaluate(nothingMoves)))
}

/**
 * Runs in the page. A constructed style sheet is not subject to the content security policy, and ends with the page.
 */
function nothingMoves(): void {
  if ('standsStill' in window) return
  const still = new CSSStyleSheet()
  still.replaceSync('*, ::before, ::after, ::backdrop { animation: none !important; transition: none !important }')
  document.adoptedStyleSheets.push(still)
  Object.assign(window, { standsStill: true })
}

/** On a busy machine the browser may render no frame for a while, so a failed picture is retried. */
async function picture(page: Page, name: string): Promise<void> {
  if (!isDrawn) return
  mkdirSync(FOLDER, { recursive: true })
  const take = () => page.screenshot({ path: join(FOLDER, `${name}.png`), scale: 'css', timeout: 15_000 })
  // A cross-origin frame paints later: the first picture after a resize may be incomplete.
  if (page.frames().length > 1) await take().catch(() => {})
  await take().catch(take).catch(take)
}

/** If the page scrolls sideways: the overflowing elements and their right edge. */
function reachingOut(): string[] {
  const { scrollWidth } = document.documentElement
  if (scrollWidth <= innerWidth) return []
  const out = [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > innerWidth)
  return [
    `${scrollWidth} of ${innerWidth}`,
    ...out.map(
      (one) => `${one.tagName} ${one.className} ${one.getBoundingClientRect().right} ${one.textContent.slice(0, 30)}`,
    ),
  ]
}

/** The list may be refetched at this moment, so that another row is the last one. */
export const expectInSight = (row: Locator, pageName: string) =>
  expect(async () => {
    await row.scrollIntoViewIfNeeded({ timeout: 5_000 })
    await expect(row, pageName).toBeInViewport({ timeout: 1_000 })
  }).toPass()
