import { COOKIES_VERSION } from '@cuida/core/brand/consent/consent.ts'
import type { BrowserContext } from '@playwright/test'

/** Refuses cookies at the demo partner that asks (bem-leve), so that journeys meet no banner. */
export function refuseCookies(context: BrowserContext): void {
  const choice = JSON.stringify({ version: `${COOKIES_VERSION} ga4`, groups: [], at: new Date(0).toISOString() })
  void context.addInitScript((refused) => {
    try {
      if (localStorage.getItem('cookies') === null) localStorage.setItem('cookies', refused)
    } catch {
      // A browser without storage shows the banner.
    }
  }, choice)
}
