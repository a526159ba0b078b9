import '@cuida/ui/client/session/test-window.ts'
import { login, registerPhone } from '@cuida/core/access/api.ts'
import { phoneExists } from '@cuida/core/access/registration/look-up-api.ts'
import { passing, playServer, settled, stopClock } from '@cuida/ui/client/session/test-living.ts'
import { address } from '@cuida/ui/client/session/test-page.ts'
import { t } from '@cuida/ui/words/words.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { emptyStorage } from '../../ui/client/session/test-storage.ts'
import { drawn } from '../kit/test-shown.ts'
import { pathOf } from '../routes.ts'
import { WelcomeScreen } from './sign-in/WelcomeScreen.tsx'

// What a page brings of numbers; which are whose is told apart elsewhere.
vi.mock('./sign-in/phone.ts', async (original) => ({
  ...(await original<object>()),
  phoneCountries: () => [{ country: 'ES', callingCode: '34', name: 'Spain' }],
  countryName: () => 'Spain',
  readPhone: async (number: string) => (number.length < 9 ? undefined : { number: `+34${number}`, country: 'ES' }),
}))
emptyStorage()
beforeEach(() => stopClock('2026-11-26T10:00:00Z'))

async function welcome({ at = '/welcome', partner = {} }: { at?: string; partner?: object } = {}) {
  const server = playServer()
  server.answer(registerPhone, { accessToken: 'verify' })
  return { server, page: await drawn(<WelcomeScreen />, { at, partner }) }
}
const PHONE = () => t('access.welcome.phone')

describe('the door', () => {
  test('asks for a number first, and says when it is none', async () => {
    const { page, server } = await welcome()
    await page.press(t('access.welcome.continue'))
    expect(page.says('access.welcome.phone.REQUIRED')).toBe(true)
    expect(server.heard(phoneExists)).toEqual([])
  })
  test('a number that has an account is asked for its password; a wrong one says so', async () => {
    const { page, server } = await welcome()
    server.answer(phoneExists, { phoneExists: true })
    server.refuse(login, 'WRONG_CREDENTIALS', 400)
    await page.type(PHONE(), '612345678')
    await passing(1_000)
    await settled(() => vi.dynamicImportSettled())
    await page.type(t('access.welcome.password'), 'not it')
    await page.press(t('access.welcome.signIn'))
    expect(server.heard(login)).toMatchObject([{ body: { identifier: '+34612345678' } }])
    expect(page.says('access.welcome.password.WRONG')).toBe(true)
    expect(server.heard(registerPhone)).toEqual([])
  })
  test('a new number is sent a code', async () => {
    const { page, server } = await welcome()
    server.answer(phoneExists, { phoneExists: false })
    await page.type(PHONE(), '612345678')
    await passing(1_000)
    await settled(() => vi.dynamicImportSettled())
    await page.press(t('access.welcome.continue'))
    expect(server.heard(registerPhone)).toHaveLength(1)
    expect(address()).toBe(pathOf('verifyPhone', {}))
    expect(server.heard(login)).toEqual([])
  })
  test.each([
    ['inactivity', 'access.welcome.inactivity'],
    ['unauthorized', 'access.welcome.unauthorized'],
    ['referral-error', 'access.welcome.referralError'],
  ])('says why somebody is here: %s', async (reason, words) => {
    const { page } = await welcome({ at: `/welcome?reason=${reason}` })
    expect(page.says(words)).toBe(true)
  })
  test('offers Google, and a code for who forgot, only where there are', async () => {
    const { page } = await welcome({ partner: { socialLoginEnabled: false, without: ['messages'] } })
    expect(page.links()).not.toHaveProperty([t('access.welcome.google')])
    expect(page.links()).not.toHaveProperty([t('access.welcome.forgot')])
    await page.leave()
    const { page: all } = await welcome()
    expect(all.links()).toHaveProperty([t('access.welcome.google')])
    expect(all.links()).toHaveProperty([t('access.welcome.forgot')])
    expect(all.buttons()).toContain(t('access.welcome.guest'))
  })
})
