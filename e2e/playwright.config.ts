import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { presentChromium } from '../tools/chromium.ts'

const chromium = process.env.CHROMIUM_PATH ?? presentChromium()

/** With `E2E_TRACE=1` a trace shows the page as it was at each step (decision 0161). */
const isTraced = Boolean(process.env.E2E_TRACE)

/** `npm test` plays the journeys tagged `@gate`, at one partner; otherwise all of them are played. */
const gate = process.env.TEST_GATE ? { grep: /@gate/, grepInvert: /bem-leve/ } : {}

/** Journeys of patient and clinician on the whole system; each file has a system of its own, one more at a time than there are cores. */
export default defineConfig({
  testDir: '.',
  ...gate,
  outputDir: '.results',
  // Made during a run and compared within it (first-paint.spec.ts).
  snapshotPathTemplate: '.results/pictures/{arg}{ext}',
  fullyParallel: false,
  // A journey waits more than it works: two of them keep two cores busy for 41 % of the time. But a browser in a call works
  // all the time: with four, calls make each other slow.
  workers: Math.max(2, Math.min(4, availableParallelism() + 1)),
  // A second try is told at the end of `npm test`, by name: it is a finding, not a pass like any other.
  retries: 1,
  globalSetup: './global-setup.ts',
  // Systems and their browsers share two cores with whatever else the machine does: slow is not wrong.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: process.env.E2E_REPORT ? [['list'], ['json', { outputFile: process.env.E2E_REPORT }]] : [['list']],
  use: {
    viewport: { width: 390, height: 844 },
    // Pictures are taken in CSS pixels; drawing four times as many was a third of the work.
    deviceScaleFactor: 1,
    hasTouch: true,
    isMobile: true,
    permissions: ['camera', 'microphone'],
    // Of the try that failed: a second one seldom shows what was wrong with the first. What the page looked like at each step
    // costs 6 to 8 % of the processor time, and is kept by who asks for it; a picture of the end costs nothing until then.
    trace: { mode: 'retain-on-first-failure', screenshots: false, sources: false, snapshots: isTraced },
    screenshot: 'only-on-failure',
    actionTimeout: 30_000,
    // Without it a page that never loads is told five minutes later, and not by its step.
    navigationTimeout: 60_000,
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--use-fake-device-for-media-stream=fps=10',
        '--use-fake-ui-for-media-stream',
        '--autoplay-policy=no-user-gesture-required',
      ],
    },
  },
})
