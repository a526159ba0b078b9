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
/** The prerendered entry addresses (server/pages/shell.ts). */
const ENTRIES = ['/', '/welcome', '/welcome?lang=en']
/** Other prerendered screens, which the app replaces by its own drawing. */
const SCREENS = [
  '/how-can-we-help',
  '/products/general-consultation',
  '/products/general-consultation/calendar',
  '/clinicians',
]

/** Antialiasing may differ slightly; a missing style moves everything. */
const SAME = { maxDiffPixelRatio: 0.002, threshold: 0.1 }

// All sizes and schemes at one partner; the other one for its texts and colours.
for (const partner of ['vida-ligera', 'bem-leve']) {
  test.describe(partner, () => {
    let system: RunningSystem
    test.beforeAll(async () => {
      system = await startSystem(partner)
    })
    test.afterAll(() => system.stop())

    for (const [name, viewport] of partner === 'vida-ligera' ? SIZES : SIZES.slice(0, 1))
      for (const colorScheme of SCHEMES)
        test(`on ${name}, ${colorScheme}, the first paint shows the finished screen before any script runs`, async ({
          browser,
        }, info) => {
          const isPhone = viewport.width === 390
          for (const [index, path] of [...ENTRIES, ...(isPhone ? SCREENS : [])].entries()) {
            const url = system.url + path
            const file = `${partner}-${name}-${colorScheme}-${index}.png`.replaceAll(' ', '-')
            const bare = await pictureOf(browser, url, { viewport, colorScheme, javaScriptEnabled: false })
            const awake = await pictureOf(browser, url, { viewport, colorScheme, javaScriptEnabled: true })
            await savePicture(info.snapshotPath(file), bare)
            expect(awake, `${path} with scripts, beside the same without`).toMatchSnapshot(file, SAME)
          }
        })
  })
}

test('a person with a session does not see the page of a guest', async ({ browser }) => {
  const system = await startSystem('vida-ligera')
  const context = await browser.newContext()
  await context.addInitScript(() => localStorage.setItem('token', '{}'))
  await context.route('**/assets/*.js', (route) => route.abort())
  const page = await context.newPage()
  await page.goto(`${system.url}/how-can-we-help`)
  await expect(page.locator('h1')).toBeAttached()
  await expect(page.locator('h1')).toBeHidden()
  await context.close()
  await system.stop()
})

type Look = {
  viewport: { width: number; height: number }
  colorScheme: (typeof SCHEMES)[number]
  javaScriptEnabled: boolean
}

async function pictureOf(browser: Browser, url: string, capture: Look): Promise<Buffer> {
  const context = await browser.newContext({ ...capture, reducedMotion: 'reduce', locale: 'es' })
  // The cookie banner comes after the first paint, and only once.
  refuseCookies(context)
  const page = await context.newPage()
  const missing: string[] = []
  page.on('response', (answer) => void (answer.status() >= 400 && missing.push(answer.url())))
  await page.goto(url)
  await waitUntilSettled(page, capture.javaScriptEnabled)
  // Playwright hides the blinking caret.
  const style = 'noscript { display: none !important }'
  const picture = await page.screenshot({ scale: 'css', animations: 'disabled', style })
  // The noscript text, in the partner's languages.
  const sentences = await page.locator('noscript > p').filter({ hasText: 'JavaScript', visible: true }).count()
  expect(sentences > 1).toBe(!capture.javaScriptEnabled)
  await context.close()
  expect(missing).toEqual([])
  return picture
}

/**
 * Waits for fonts, pictures and React: until then both pictures would show the same HTML. Not until the network is
 * idle, because a calendar keeps a stream open.
 */
async function waitUntilSettled(page: Page, scripts: boolean): Promise<void> {
  if (!scripts) return page.waitForLoadState('networkidle')
  await page.waitForSelector('html[data-ready]')
  // React renders in small steps after it has started: it is done when the screen's elements are its own.
  await page.waitForFunction(() => {
    const screen = document.getElementById('root')?.firstElementChild ?? {}
    return Object.keys(screen).some((key) => key.startsWith('__reactFiber'))
  })
  await page.evaluate(() => document.fonts.ready)
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'),
  )
}

/** Playwright's reference picture, made anew in each run. */
async function savePicture(path: string, picture: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, picture)
}
