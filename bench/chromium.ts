import { existsSync } from 'node:fs'

/** Given, installed, or Playwright's own. The one with windows first, as people have it; `npm test` prefers the other. */
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
