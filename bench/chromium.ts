import { existsSync } from 'node:fs'

/**
 * Path from the setting, an installed browser, or Playwright's own. Prefers the headed build, as people use; `npm
 * test` prefers the headless one.
 */
export function chromiumPath(): string | undefined {
  const installed = ['chromium', 'google-chrome', 'chromium-headless-shell'].map((name) => `/usr/bin/${name}`)
  const candidates = [process.env.CHROMIUM_PATH, ...installed]
  return candidates.find((path) => path && existsSync(path))
}

export const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
