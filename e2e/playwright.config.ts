import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { presentChromium } from '../tools/chromium.ts'

const chromium = process.env.CHROMIUM_PATH ?? presentChromium()

/** With `E2E_TRACE=1` a trace includes snapshots of each step (decision 0161). */
const isTraced = Boolean(process.env.E2E_TRACE)

/** `npm test` runs the journeys tagged `@gate`, at one partner; otherwise all run. */
const gate = process.env.TEST_GATE ? { grep: /@gate/, grepInvert: /bem-leve/ } : {}

/**
 * Journeys of patient and clinician on the whole system. Each file has a system of its own; one more runs at a time
 * than there are cores.
 */
export default defineConfig({
  testDir: '.',
  ...gate,
  outputDir: '.results',
  // Made and compared within one run (first-paint.spec.ts).
  snapshotPathTemplate: '.results/pictures/{arg}{ext}',
  fullyParallel: false,
  // A journey mostly waits: two use 41 % of two cores. But a browser in a call is always busy: with four workers,
  // calls slow each other down.
  workers: Math.max(2, Math.min(4, availableParallelism() + 1)),
  // A retry is listed by name at the end of `npm test`: it is a finding, not a pass.
  retries: 1,
  globalSetup: './global-setup.ts',
  // Systems and browsers share two cores with other work: slow is not wrong.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: process.env.E2E_REPORT ? [['list'], ['json', { outputFile: process.env.E2E_REPORT }]] : [['list']],
  use: {
    // Requests of a service worker cannot be routed, and each context would load every file. Journeys that need it allow it.
    serviceWorkers: 'block',
    viewport: { width: 390, height: 844 },
    // Pictures are in CSS pixels; drawing four times as many took a third of the time.
    deviceScaleFactor: 1,
    hasTouch: true,
    isMobile: true,
    permissions: ['camera', 'microphone'],
    // The trace of the first failure, because a retry seldom shows the cause. Snapshots cost 6 to 8 % of processor
    // time and are opt-in; a screenshot on failure costs nothing before.
    trace: { mode: 'retain-on-first-failure', screenshots: false, sources: false, snapshots: isTraced },
    screenshot: 'only-on-failure',
    actionTimeout: 30_000,
    // Otherwise a page that never loads fails only after five minutes, without naming its step.
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
