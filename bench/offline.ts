import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { chromiumPath, FLAGS } from './chromium.ts'
import { startBenchSystem } from './system.ts'

// npm run bench offline: how soon the app opens without a network, beside an opening with one in the same run.

/** This machine's processor, and one as slow as a cheap phone's. */
const SLOWDOWNS = [1, 4]
const RUNS = 7
const PATH = '/welcome'
const MAX_MS = 1_000

interface Opening {
  paintMs: number
  readyMs: number
}

const system = await startBenchSystem('vida-ligera')
const browser = await chromium.launch({ executablePath: chromiumPath(), args: FLAGS })
try {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'es-ES' })
  await installWorker(context, system.api.url + PATH)
  console.log(`\n${PATH}, median of ${RUNS}`.padEnd(50), ' first paint  can be used')
  for (const slowdown of SLOWDOWNS) {
    await context.setOffline(false)
    print(`with a network, processor slowed ${slowdown} times`, await openings(context, slowdown))
    await context.setOffline(true)
    const without = await openings(context, slowdown)
    print(`without, processor slowed ${slowdown} times`, without)
    if (slowdown === 1 && without.readyMs > MAX_MS) {
      console.log(`FAILED  without a network the app can be used after ${without.readyMs} ms, above ${MAX_MS}`)
      process.exitCode = 1
    }
  }
} finally {
  await browser.close()
  await system.stop()
}

async function installWorker(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(url)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 60_000 })
  // The picture and messages of the first visit are kept as well.
  await page.waitForTimeout(2_000)
  await page.close()
}

async function openings(context: BrowserContext, slowdown: number): Promise<Opening> {
  const all: Opening[] = []
  for (let run = 0; run < RUNS; run++) all.push(await opening(await context.newPage(), slowdown))
  return { paintMs: median(all.map(({ paintMs }) => paintMs)), readyMs: median(all.map(({ readyMs }) => readyMs)) }
}

async function opening(page: Page, slowdown: number): Promise<Opening> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.goto(system.api.url + PATH)
  await page.waitForSelector('html[data-ready]')
  const readyMs = await page.evaluate(() => performance.now())
  await page.waitForSelector('h1')
  const paintMs = await page.evaluate(async () => {
    const paint = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime
    while (paint() === undefined) await new Promise((resolve) => setTimeout(resolve, 20))
    return paint() ?? 0
  })
  await page.close()
  return { paintMs, readyMs }
}

function median(values: number[]): number {
  return Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0)
}

function print(name: string, { paintMs, readyMs }: Opening): void {
  console.log(name.padEnd(50), `${paintMs} ms`.padStart(12), `${readyMs} ms`.padStart(12))
}
