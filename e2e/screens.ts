import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { ROOT } from '../tools/run.ts'
import { barriers } from './axe.ts'

const FOLDER = join(ROOT, 'e2e', '.screens')

/** Pictures are for people who look at them: with `E2E_PICTURES=1` a run leaves them there, and takes a third longer. */
const isDrawn = Boolean(process.env.E2E_PICTURES)

/** In the gate accessibility.spec.ts audits each address once; all other runs audit what journeys meet on their way too. */
const isAudited = !process.env.TEST_GATE

/** Lets axe look at the screen, light and dark, for anything that shuts somebody out, and takes a picture of each. */
export async function capture(page: Page, name: string, { axe = isAudited } = {}): Promise<void> {
  if (!axe && !isDrawn) return
  // What axe asks of every page is the sign that the screen has come; a dialog may come before it.
  if (axe) await page.waitForSelector('h1, dialog[open]', { state: 'attached' })
  await page.evaluate(() => document.fonts.ready)
  await standStill(page)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await picture(page, `${name}-${colorScheme}`)
    // Only colours differ in the dark.
    if (axe) await expectNoBarriers(page, colorScheme === 'dark' ? ['color-contrast'] : [])
  }
}

/** The same screen at the widths that people have: a small phone and a desktop. */
export async function captureAtWidths(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()
  for (const [width, height] of [
    [320, 640],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    await picture(page, `${name}-${width}`)
    // A screen that has just come moves in from the side for a moment; what stays is what counts.
    await expect.poll(() => page.evaluate(reachingOut), `${name} at ${width} px scrolls sideways`).toEqual([])
  }
  if (before) await page.setViewportSize(before)
}

/** Both. */
export async function captureEveryVariant(page: Page, name: string): Promise<void> {
  await capture(page, name)
  await captureAtWidths(page, name)
}

/** What shuts somebody out stays, however long a busy machine looks; what goes was a screen that had not come yet. */
async function expectNoBarriers(page: Page, rules: string[]): Promise<void> {
  await expect(async () => expect(await barriers(page, rules)).toEqual([])).toPass({ timeout: 60_000 })
}

/** A picture of a screen on its way, or its colours on theirs, shows neither; from its first look on a page stands still. */
export async function standStill(page: Page): Promise<void> {
  await Promise.all(page.frames().map((frame) => frame.evaluate(nothingMoves)))
}

/** In the page. A sheet that is made in place needs no leave of the page's policy, and outlives nothing but the page. */
function nothingMoves(): void {
  if ('standsStill' in window) return
  const still = new CSSStyleSheet()
  still.replaceSync('*, ::before, ::after, ::backdrop { animation: none !important; transition: none !important }')
  document.adoptedStyleSheets.push(still)
  Object.assign(window, { standsStill: true })
}

/** A busy machine may give the browser no frame for a while; a picture is for people, and may be asked for again. */
async function picture(page: Page, name: string): Promise<void> {
  if (!isDrawn) return
  mkdirSync(FOLDER, { recursive: true })
  const take = () => page.screenshot({ path: join(FOLDER, `${name}.png`), scale: 'css', timeout: 15_000 })
  // A frame of another origin paints by itself, and later: the first picture after another width may have half of it.
  if (page.frames().length > 1) await take().catch(() => {})
  await take().catch(take).catch(take)
}

/** If the page can be moved sideways: what stands in the way, with how far it reaches. */
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

/** A list may be read anew at this very moment, and another row is the last one then. */
export const expectInSight = (row: Locator, place: string) =>
  expect(async () => {
    await row.scrollIntoViewIfNeeded({ timeout: 5_000 })
    await expect(row, place).toBeInViewport({ timeout: 1_000 })
  }).toPass()
