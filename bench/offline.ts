import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { chromiumPath, FLAGS } from './chromium.ts'
import { startBenchSystem } from './system.ts'

// npm run bench offline: how soon the app opens without a network, beside an opening with one in the same run.

/** The processor of a cheap phone. */
const SLOWDOWN = 4
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
  const withNetwork = await openings(context)
  await context.setOffline(true)
  const without = await openings(context)
  console.log(`\n${PATH}, processor ${SLOWDOWN} times slower, median of ${RUNS}     first paint   can be used`)
  print('with a network', withNetwork)
  print('without', without)
  if (without.paintMs > MAX_MS) {
    console.log(`FAILED  without a network the first paint comes after ${without.paintMs} ms, above ${MAX_MS}`)
    process.exitCode = 1
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

async function openings(context: BrowserContext): Promise<Opening> {
  const all: Opening[] = []
  for (let run = 0; run < RUNS; run++) all.push(await opening(await context.newPage()))
  return { paintMs: median(all.map(({ paintMs }) => paintMs)), readyMs: median(all.map(({ readyMs }) => readyMs)) }
}

async function opening(page: Page): Promise<Opening> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
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
