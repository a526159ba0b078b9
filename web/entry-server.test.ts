import type { Config } from '@cuida/core/brand/config.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from './entry-server.tsx'

const config = {
  partnerName: 'Vida Ligera',
  maintenanceMode: false,
  emergencyPhoneNumber: '112',
  socialLoginEnabled: false,
  disabledCapabilities: [],
  countryCodes: ['ES'],
  brand: { brand: '#0F5B50', accent: '#F2B33D', shape: 1, logo: '/logo.svg', logoDark: '/logo-dark.svg' },
  partnerConfig: { showRegistrationOnboarding: false },
} as unknown as Config
const debug = { info: false, languages: false }
/** Without a catalogue every message is its key. */
const page = (path: string, change: Partial<Config> = {}) =>
  render({
    ...{ path, prerenders: path !== '/app', locale: 'en', config: { ...config, ...change }, catalogue: {} },
    ...{ debug, demo: false, live: false },
  })

afterEach(() => void vi.unstubAllGlobals())

test.each(['/welcome', '/app'])('in maintenance %s is a page without scripts [A2.44] [A8.6]', async (path) => {
  const { root } = await page(path, { maintenanceMode: true })
  expect(root).toContain('brand.maintenance.title')
  expect(root).toContain('brand.maintenance.text')
  expect(root).toMatch(/<a [^>]*href="">.*brand\.maintenance\.reload/)
  expect(root).toContain('href="tel:112"')
  expect(root).not.toContain('access.welcome')
})

test('Welcome is prerendered, and the page for every screen is not', async () => {
  expect((await page('/welcome')).root).toContain('access.welcome.phone')
  expect((await page('/app')).root).toBe('')
})

test.each([true, false])("the Google button follows the partner's setting: %s [A2.33]", async (socialLoginEnabled) => {
  const { root } = await page('/welcome', { socialLoginEnabled })
  expect(root.includes('href="/api/connect/google"')).toBe(socialLoginEnabled)
})

test("a guest's Welcome offers browsing, password recovery, terms and privacy; no notice, no way back [A2.3] [A2.34] [A2.35]", async () => {
  const { root } = await page('/welcome')
  expect(root).toContain('access.welcome.guest')
  expect(root).toContain('href="/account/forgot"')
  expect(root).toContain('href="/terms-and-conditions"')
  expect(root).toContain('href="/privacy-policy"')
  expect(root).not.toContain('role="alert"')
  expect(root).not.toContain('access.welcome.inactivity')
  expect(root).not.toContain('ui.back')
})

test('without SMS Welcome offers neither codes nor password recovery', async () => {
  const { root } = await page('/welcome', { disabledCapabilities: ['messages'] })
  expect(root).toContain('access.welcome.introClosed')
  expect(root).not.toContain('href="/account/forgot"')
  expect(root).toContain('access.welcome.guest')
})

test('a person who has typed a number is not offered to browse without one [A2.34]', async () => {
  const typed = JSON.stringify({ number: '600 000 001', country: 'ES' })
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => (key === 'phone' ? typed : null) })
  const { root } = await page('/welcome')
  expect(root).toContain('600 000 001')
  expect(root).not.toContain('access.welcome.guest')
})

test('the page lists the active debugging aids', async () => {
  const { initialState } = await render({
    path: '/app',
    prerenders: false,
    locale: 'en',
    config,
    catalogue: {},
    debug: { info: true, languages: false },
    demo: false,
    live: false,
  })
  expect(initialState.debug).toEqual({ info: true, languages: false })
})

test('Welcome has a toast region for the proof of work', async () => {
  expect((await page('/welcome')).root).toContain('role="status"')
})

test.each([true, false])('a public demo says so before anything is typed: %s', async (demo) => {
  const { root, initialState } = await render({
    path: '/welcome',
    prerenders: true,
    locale: 'en',
    config,
    catalogue: {},
    debug,
    demo,
    live: false,
  })
  expect(root.includes('brand.demo')).toBe(demo)
  expect(initialState.demo).toBe(demo)
})
