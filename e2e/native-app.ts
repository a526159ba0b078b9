import type { Browser } from '@playwright/test'
import { freePort } from '../tools/ports.ts'
import { FakePhone } from './fake-phone.ts'
import { type NativePages, type Reached, serveNativePages } from './native-pages.ts'
import { type RunningSystem, startSystem } from './system.ts'

/** A running system and the pages of its native app, from an origin that it allows. */
export interface NativeApp {
  system: RunningSystem
  pages: NativePages
  /** The settings for the next opened page. */
  reached: Reached
  stop(): Promise<void>
}

export async function startNativeApp(partner: string, env: Record<string, string> = {}): Promise<NativeApp> {
  const port = await freePort()
  const system = await startSystem(partner, { env: { APP_ORIGINS: `http://localhost:${port}`, ...env } })
  const app: Omit<NativeApp, 'pages'> = {
    system,
    reached: { apiUrl: system.url, environment: 'development' },
    async stop() {
      pages?.stop()
      await system.stop()
    },
  }
  const pages = await serveNativePages(() => app.reached, port)
  return Object.assign(app, { pages })
}

/** A phone with the app just opened. */
export async function openApp(
  browser: Browser,
  { pages }: NativeApp,
  settings: Partial<FakePhone['settings']> = {},
  phone = new FakePhone({ os: 'android', version: '1.4.0', ...settings }),
  locale = 'es-ES',
) {
  const context = await browser.newContext({ locale })
  const page = await phone.enter(context)
  const troubles: string[] = []
  page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()))
  page.on('pageerror', (error) => troubles.push(String(error)))
  await page.goto(`${pages.origin}/`)
  return { phone, page, context, troubles }
}
