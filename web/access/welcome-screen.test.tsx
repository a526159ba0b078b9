import { login, registerPhone } from '@cuida/core/access/api.ts'
import { phoneExists } from '@cuida/core/access/registration/look-up-api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { currentAddress } from '@cuida/ui/testing/query-client.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { renderPatientScreen } from '../kit/test-patient-screen.ts'
import { pathOf } from '../routes.ts'
import { WelcomeScreen } from './sign-in/WelcomeScreen.tsx'

// The number look-up is replaced; other tests cover it.
vi.mock('./sign-in/phone.ts', async (original) => ({
  ...(await original<object>()),
  phoneCountries: () => [{ country: 'ES', callingCode: '34', name: 'Spain' }],
  readPhone: async (number: string) => (number.length < 9 ? undefined : { number: `+34${number}`, country: 'ES' }),
}))
beforeEach(() => freezeTime('2026-11-26T10:00:00Z'))

async function welcome({ at = '/welcome', partner = {} }: { at?: string; partner?: object } = {}) {
  const server = mockServer()
  server.reply(registerPhone, { accessToken: 'verify' })
  return { server, page: await renderPatientScreen(<WelcomeScreen />, { at, partner }) }
}
const PHONE = () => t('access.welcome.phone')

describe('the Welcome screen', () => {
  test('the form asks for a number first and refuses an invalid one', async () => {
    const { page, server } = await welcome()
    await page.click(t('access.welcome.continue'))
    expect(page.hasMessage('access.welcome.phone.REQUIRED')).toBe(true)
    expect(server.requestsTo(phoneExists)).toEqual([])
  })
  test('a number with an account is asked for its password, and a wrong one shows an error', async () => {
    const { page, server } = await welcome()
    server.reply(phoneExists, { phoneExists: true })
    server.refuse(login, 'WRONG_CREDENTIALS', 400)
    await page.fill(PHONE(), '612345678')
    await advanceTime(1_000)
    await actAndFlush(() => vi.dynamicImportSettled())
    await page.fill(t('access.welcome.password'), 'not it')
    await page.click(t('access.welcome.signIn'))
    expect(server.requestsTo(login)).toMatchObject([{ body: { identifier: '+34612345678' } }])
    expect(page.hasMessage('access.welcome.password.WRONG')).toBe(true)
    expect(server.requestsTo(registerPhone)).toEqual([])
  })
  test('a number autofilled without an event is read on submit', async () => {
    const { page, server } = await welcome()
    server.reply(phoneExists, { phoneExists: false })
    const field = page.container.querySelector<HTMLInputElement>('input[type=tel]')
    if (field) field.value = '612345678'
    await page.submit()
    expect(page.hasMessage('access.welcome.phone.REQUIRED')).toBe(false)
    expect(server.requestsTo(registerPhone)).toHaveLength(1)
  })
  test.each([
    ['the server fails', true, login, 'login'],
    ['the server fails', false, registerPhone, 'register'],
    ['the reply has no token', true, login, 'login'],
    ['the reply has no token', false, registerPhone, 'register'],
  ])('an error names the failed step: %s (known: %s) [A5.3] [A8.11]', async (why, known, call, step) => {
    const { page, server } = await welcome()
    server.reply(phoneExists, { phoneExists: known })
    const isReplied = why === 'the reply has no token'
    if (isReplied) server.reply(call, {})
    else server.refuse(call, 'UNEXPECTED', 500)
    await page.fill(PHONE(), '612345678')
    await advanceTime(1_000)
    await actAndFlush(() => vi.dynamicImportSettled())
    if (known) await page.fill(t('access.welcome.password'), 'Cuida-demo-1')
    await page.click(t(known ? 'access.welcome.signIn' : 'access.welcome.continue'))
    expect(page.hasMessage(`access.failed.${step}`)).toBe(true)
    expect(page.hasMessage(`brand.error.${isReplied ? 'generic' : 'unavailable'}`)).toBe(true)
  })
  test('a new number is sent a code', async () => {
    const { page, server } = await welcome()
    server.reply(phoneExists, { phoneExists: false })
    await page.fill(PHONE(), '612345678')
    await advanceTime(1_000)
    await actAndFlush(() => vi.dynamicImportSettled())
    await page.click(t('access.welcome.continue'))
    expect(server.requestsTo(registerPhone)).toHaveLength(1)
    expect(currentAddress()).toBe(pathOf('verifyPhone', {}))
    expect(server.requestsTo(login)).toEqual([])
  })
  test.each([
    ['inactivity', 'access.welcome.inactivity'],
    ['unauthorized', 'access.welcome.unauthorized'],
    ['referral-error', 'access.welcome.referralError'],
  ])('the screen explains the redirect: %s', async (reason, text) => {
    const { page } = await welcome({ at: `/welcome?reason=${reason}` })
    expect(page.hasMessage(text)).toBe(true)
  })
  test('Google and password recovery are offered only where they exist', async () => {
    const { page } = await welcome({ partner: { socialLoginEnabled: false, disabledCapabilities: ['messages'] } })
    expect(page.links()).not.toHaveProperty([t('access.welcome.google')])
    expect(page.links()).not.toHaveProperty([t('access.welcome.forgot')])
    await page.unmount()
    const { page: all } = await welcome()
    expect(all.links()).toHaveProperty([t('access.welcome.google')])
    expect(all.links()).toHaveProperty([t('access.welcome.forgot')])
    expect(all.buttons()).toContain(t('access.welcome.guest'))
  })
})
