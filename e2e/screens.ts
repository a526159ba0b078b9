import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { ROOT } from '../tools/run.ts'

const FOLDER = join(ROOT, 'e2e', '.screens')

/** Takes a picture of the screen in light and dark, and lets axe look for anything that shuts somebody out. */
export async function look(page: Page, name: string, { axe = true } = {}): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  await page.evaluate(() => document.fonts.ready)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Colours fade for 120 ms; a picture in between shows neither.
    await page.waitForTimeout(200)
    await picture(page, `${name}-${colorScheme}`)
    if (!axe) continue
    // Without frames of other origins axe needs no page of its own to put its findings together: three times as quick.
    const look = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1)
    // Only colours differ in the dark.
    if (colorScheme === 'dark') look.withRules(['color-contrast'])
    const { violations } = await look.analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  }
}

/** The same screen at the widths that people have: a small phone and a desktop. */
export async function lookAtWidths(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()
  for (const [width, height] of [
    [320, 640],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    await picture(page, `${name}-${width}`)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `${name} at ${width} px scrolls sideways`).toBeLessThanOrEqual(0)
  }
  if (before) await page.setViewportSize(before)
}

/** A busy machine may give the browser no frame for a while; a picture is for people, and may be asked for again. */
async function picture(page: Page, name: string): Promise<void> {
  const take = () => page.screenshot({ path: join(FOLDER, `${name}.png`), scale: 'css', timeout: 15_000 })
  await take().catch(take).catch(take)
}
