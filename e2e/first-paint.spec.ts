import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { refuseCookies } from './cookies.ts'
import { type RunningSystem, startSystem } from './system.ts'

const SIZES = [
  ['a phone', { width: 390, height: 844 }],
  ['a small phone', { width: 320, height: 640 }],
  ['a desktop', { width: 1280, height: 800 }],
] as const
const SCHEMES = ['light', 'dark'] as const
/** Where people arrive: what comes with its HTML (server/pages/shell.ts). */
const ARRIVALS = ['/', '/welcome', '/welcome?lang=en']

/** The edges of letters may be drawn a shade apart; a style that is missing moves everything. */
const SAME = { maxDiffPixelRatio: 0.002, threshold: 0.1 }

// Sizes and schemes are the product's; of the other partner its words and colours are looked at.
for (const partner of ['vida-ligera', 'bem-leve']) {
  test.describe(partner, () => {
    let system: RunningSystem
    test.beforeAll(async () => {
      system = await startSystem(partner)
    })
    test.afterAll(() => system.stop())

    for (const [name, viewport] of partner === 'vida-ligera' ? SIZES : SIZES.slice(0, 1))
      for (const colorScheme of SCHEMES)
        test(`on ${name}, ${colorScheme}, who arrives sees the finished screen before any script has run`, async ({
          browser,
        }, info) => {
          for (const [place, path] of ARRIVALS.entries()) {
            const url = system.url + path
            const file = `${partner}-${name}-${colorScheme}-${place}.png`.replaceAll(' ', '-')
            const bare = await pictureOf(browser, url, { viewport, colorScheme, javaScriptEnabled: false })
            const awake = await pictureOf(browser, url, { viewport, colorScheme, javaScriptEnabled: true })
            await keep(info.snapshotPath(file), bare)
            expect(awake, `${path} with scripts, beside the same without`).toMatchSnapshot(file, SAME)
          }
        })
  })
}

type Look = {
  viewport: { width: number; height: number }
  colorScheme: (typeof SCHEMES)[number]
  javaScriptEnabled: boolean
}

async function pictureOf(browser: Browser, url: string, capture: Look): Promise<Buffer> {
  const context = await browser.newContext({ ...capture, reducedMotion: 'reduce', locale: 'es' })
  // The question about cookies comes after the first picture, and only once.
  refuseCookies(context)
  const page = await context.newPage()
  const missing: string[] = []
  page.on('response', (answer) => void (answer.status() >= 400 && missing.push(answer.url())))
  await page.goto(url)
  await settled(page, capture.javaScriptEnabled)
  // A caret blinks; Playwright hides it.
  const style = 'noscript { display: none !important }'
  const picture = await page.screenshot({ scale: 'css', animations: 'disabled', style })
  // What stands above the picture, for who will never have scripts, in the languages of the partner.
  const sentences = await page.locator('noscript > p').filter({ hasText: 'JavaScript', visible: true }).count()
  expect(sentences > 1).toBe(!capture.javaScriptEnabled)
  await context.close()
  expect(missing).toEqual([])
  return picture
}

/** Fonts are there, and React has taken the page over: until then both pictures would be of the same HTML. */
async function settled(page: Page, scripts: boolean): Promise<void> {
  await page.waitForLoadState('networkidle')
  if (!scripts) return
  await page.evaluate(() => document.fonts.ready)
  await page.waitForFunction(() => {
    const root = document.getElementById('root') ?? {}
    return Object.keys(root).some((key) => key.startsWith('__reactContainer'))
  })
}

/** What Playwright compares with, made anew each time: nothing is kept from one run to the next. */
async function keep(path: string, picture: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, picture)
}
