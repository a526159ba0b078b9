import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumPath, FLAGS } from './chromium.ts'

/** What a person presses or types first on a page, and the slowest response to it in milliseconds. */
export interface Interaction {
  page: string
  slowestMs: number
}

/** The processor of a cheap phone. */
const SLOWDOWN = 4

const ACTIONS: Record<string, (page: Page) => Promise<void>> = {
  '/welcome': (page) => page.locator('input[type=tel]').pressSequentially('611987654', { delay: 80 }),
  async '/how-can-we-help'(page) {
    await page.getByRole('main').getByRole('button').last().click()
    await page.getByRole('searchbox').pressSequentially('tos', { delay: 80 })
  },
  '/products/general-consultation': (page) => page.locator('header button').last().click(),
  async '/products/general-consultation/calendar'(page) {
    await page
      .getByRole('main')
      .getByRole('button', { name: /^\d\d:\d\d/ })
      .nth(1)
      .click()
    await page.getByRole('radio').nth(2).click({ force: true })
  },
}

/** The browser's own event timing on a processor four times slower: what a person waits for after a press. */
export async function measureInteractions(url: string): Promise<Interaction[]> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: FLAGS })
  try {
    const found: Interaction[] = []
    for (const [path, act] of Object.entries(ACTIONS)) found.push(await measure(browser, url + path, act))
    return found
  } finally {
    await browser.close()
  }
}

async function measure(browser: Browser, url: string, act: (page: Page) => Promise<void>): Promise<Interaction> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'es-ES' })
  const page = await context.newPage()
  await page.addInitScript(() => {
    const slow = Object.assign(window, { slowestMs: 0 })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) slow.slowestMs = Math.max(slow.slowestMs, duration)
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  })
  const devTools = await context.newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await page.goto(url)
  await page.waitForSelector('html[data-ready]')
  await page.waitForTimeout(3_000)
  await act(page)
  await page.waitForTimeout(500)
  const slowestMs = await page.evaluate(() => (window as unknown as { slowestMs: number }).slowestMs)
  await context.close()
  return { page: new URL(url).pathname, slowestMs: Math.round(slowestMs) }
}
