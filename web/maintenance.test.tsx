import type { Config } from '@cuida/core/brand/config.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { useUninterruptible } from '@cuida/ui/presence/uninterruptible.ts'
import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { openAddress } from '@cuida/ui/testing/query-client.ts'
import { renderScreen } from '@cuida/ui/testing/render-screen.ts'
import { type Dispatch, type SetStateAction, useState } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { App } from './app.tsx'
import type { InitialState } from './kit/content/initial-state.ts'
import { changePartner } from './kit/content/partner.tsx'

const fetchInitialState = vi.hoisted(() => vi.fn())
const screen = vi.hoisted(() => ({ setBusy: undefined as unknown }))
vi.mock('./platform/fetch-initial-state.ts', () => ({ fetchInitialState }))
// A stub of the signed-in app: an input, and possibly an activity in progress.
vi.mock('./AuthenticatedApp.tsx', () => ({ AuthenticatedApp }))

function AuthenticatedApp() {
  const [isBusy, setBusy] = useState(false)
  screen.setBusy = setBusy
  useUninterruptible(isBusy)
  return <input aria-label="Typed" />
}
const setBusy = (isBusy: boolean) => actAndFlush(() => (screen.setBusy as Dispatch<SetStateAction<boolean>>)(isBusy))

const config = {
  partnerName: 'Vida Ligera',
  emergencyPhoneNumber: '112',
  maintenanceMode: false,
  enableCookieConsent: false,
  countryCodes: ['ES'],
  dateFormats: {},
  brand: { logo: '/logo.svg', logoDark: '/logo-dark.svg' },
} as unknown as Config
const during = { ...config, maintenanceMode: true }

async function app(path: string) {
  openAddress(path)
  const page = await renderScreen(
    <App initialState={{ locale: 'en', config, demo: false, live: false } as InitialState} />,
  )
  return {
    page,
    isAway: () => page.hasMessage('brand.maintenance.title'),
    publish: async (next: Config) => {
      await actAndFlush(() => changePartner(next))
      await actAndFlush(() => vi.dynamicImportSettled())
    },
  }
}

beforeEach(() => {
  freezeTime()
  fetchInitialState.mockResolvedValue({ config: during })
  changePartner(config)
})

describe('maintenance', () => {
  test('the screen covers an open page and returns it with the typed input [A8.6]', async () => {
    const { page, isAway, publish } = await app('/profile/edit')
    await page.fill('Typed', 'Half a sentence')
    await publish(during)
    expect(isAway()).toBe(true)
    expect(page.container.querySelector('input')?.closest('[inert][hidden]')).not.toBeNull()
    expect(page.text()).toContain(t('brand.maintenance.emergency', { number: '112' }))
    await publish(config)
    expect(isAway()).toBe(false)
    expect(page.container.querySelector('input')?.value).toBe('Half a sentence')
  })

  test('the end of maintenance is noticed by polling', async () => {
    const { isAway, publish } = await app('/profile/edit')
    await publish(during)
    await advanceTime(15_000)
    expect(isAway()).toBe(true)
    fetchInitialState.mockResolvedValue({ config })
    await advanceTime(15_000)
    expect(isAway()).toBe(false)
  })

  test('a call or a payment is not interrupted', async () => {
    const { isAway, publish } = await app('/profile/edit')
    await setBusy(true)
    await publish(during)
    expect(isAway()).toBe(false)
    await setBusy(false)
    expect(isAway()).toBe(true)
  })

  test.each(['/orders/1', '/consultations/1', '/guest'])(
    'the screen %s stays open, where a payment or a call may be in progress',
    async (path) => {
      const { isAway, publish } = await app(path)
      await publish(during)
      expect(isAway()).toBe(false)
    },
  )
})
