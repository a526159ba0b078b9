import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { installFromDebian } from './debian.ts'
import { Problem } from './preflight.mjs'
import { lastLines, ROOT, run } from './run.ts'

// The headless shell first: the same engine for a sixth less processor time.
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
] as const

/** Path of a Chromium for the browser tests: an installed one, or one that this function installs. */
export async function findChromium(env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const named = env.CHROMIUM_PATH
  if (named) {
    if (existsSync(named)) return named
    throw new Problem(`CHROMIUM_PATH is ${named}, but no such file exists.`)
  }
  const present = presentChromium()
  if (present) return present
  return (await installFromDebian('chromium-headless-shell', PLACES[0])) ? PLACES[0] : installFromPlaywright()
}

/** Path of the first installed one. */
export const presentChromium = (): string | undefined =>
  [...PLACES, chromium.executablePath()].find((path) => existsSync(path))

async function installFromPlaywright(): Promise<string> {
  console.log('Downloading Chromium for the browser tests, once …')
  const { output } = await run(join(ROOT, 'node_modules', '.bin', 'playwright'), ['install', 'chromium'])
  const path = chromium.executablePath()
  if (existsSync(path)) return path
  throw new Problem(
    `Chromium for the browser tests could not be downloaded; install it and set CHROMIUM_PATH to its path.\n${lastLines(output)}`,
  )
}
