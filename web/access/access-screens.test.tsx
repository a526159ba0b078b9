import { confirmPhone, forceLogin, loginMfa, loginRecoveryCode, resendBySms } from '@cuida/core/access/api.ts'
import { confirmRecovery, resetPassword } from '@cuida/core/access/recovery/recovery-api.ts'
import {
  changePassword,
  confirmAuthenticator,
  endMySession,
  getSecurity,
  makeAuthenticatorSecret,
  mySessions,
  removeAuthenticator,
  unlinkGoogle,
} from '@cuida/core/access/security/security-api.ts'
import type { Call } from '@cuida/core/kit/call.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { currentAddress } from '@cuida/ui/testing/query-client.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { patient, renderPatientScreen } from '../kit/test-patient-screen.ts'
import { pathOf } from '../routes.ts'
import { ForgotNewPasswordScreen } from './recovery/ForgotNewPasswordScreen.tsx'
import { ForgotVerifyScreen } from './recovery/ForgotVerifyScreen.tsx'
import { CreateProfileScreen } from './registration/CreateProfileScreen.tsx'
import { rememberStep } from './registration/registration.ts'
import { VerifyPhoneScreen } from './registration/VerifyPhoneScreen.tsx'
import { AuthenticatorScreen } from './security/AuthenticatorScreen.tsx'
import { ChangePasswordScreen } from './security/ChangePasswordScreen.tsx'
import { SecurityScreen } from './security/SecurityScreen.tsx'
import { ConflictAlert } from './session/ConflictAlert.tsx'
import { ForceLoginDialog } from './session/ForceLoginDialog.tsx'
import { SignInMfaScreen } from './sign-in/SignInMfaScreen.tsx'
import { GoogleScreen } from './social/GoogleScreen.tsx'

beforeEach(() => freezeTime('2026-11-26T10:00:00Z'))

const PASSWORD = 'correct horse battery Staple 9'
const SESSION = {
  accessToken: `a.${btoa(JSON.stringify({ iat: 0, exp: 86_400 }))}.c`,
  refreshToken: 'r',
  sessionId: 's',
}
const phone = { number: '+34612345678', country: 'ES' }

describe('a step that was opened by its address alone', () => {
  test.each([
    ['the code of a sign-in', SignInMfaScreen],
    ['a new password', ForgotNewPasswordScreen],
    ['the code of a recovery', ForgotVerifyScreen],
    ['a profile', CreateProfileScreen],
  ])('(%s) leads back to the door, and asks for nothing', async (_, Screen) => {
    mockServer()
    const page = await renderPatientScreen(<Screen />)
    expect(page.hasMessage('access.lost.message')).toBe(true)
    expect(page.fields()).toEqual([])
    expect(Object.values(page.links())).toEqual(['/welcome'])
  })
})

describe('the second factor', () => {
  async function factor(kind: 'sms' | 'totp') {
    const server = mockServer()
    rememberStep({ at: 'mfa', token: 'mfa-token', maskedPhone: '•••678', factor: kind } as never)
    return { server, page: await renderPatientScreen(<SignInMfaScreen />, { at: '/sign-in/mfa' }) }
  }
  test('of an app makes its own codes: none can be sent, a recovery code helps', async () => {
    const { page, server } = await factor('totp')
    await advanceTime(60_000)
    expect(page.buttons()).not.toContain(t('access.code.sms'))
    await page.click(t('access.mfa.useRecovery'))
    await page.click(t('access.code.continue'))
    expect(server.requestsTo(loginRecoveryCode)).toEqual([])
    expect(page.hasMessage('access.mfa.recovery.REQUIRED')).toBe(true)
  })
  test('of a phone sends another code after half a minute, and then twice as late', async () => {
    const { page, server } = await factor('sms')
    server.reply(resendBySms, {})
    expect(page.buttons()).not.toContain(t('access.mfa.useRecovery'))
    await advanceTime(29_000)
    expect(page.buttons()).not.toContain(t('access.code.sms'))
    await advanceTime(2_000)
    await page.click(t('access.code.sms'))
    expect(server.requestsTo(resendBySms)).toHaveLength(1)
    await advanceTime(31_000)
    expect(page.buttons()).not.toContain(t('access.code.sms'))
    await advanceTime(31_000)
    expect(page.buttons()).toContain(t('access.code.sms'))
  })
  test('that is wrong says so, and is asked again; blocked says that', async () => {
    const { page, server } = await factor('sms')
    server.refuse(loginMfa, 'WRONG_CODE', 400)
    await page.fill(t('access.code.label'), '123456')
    expect(server.requestsTo(loginMfa)).toMatchObject([{ body: { code: '123456' } }])
    expect(page.hasMessage('access.code.WRONG_CODE')).toBe(true)
  })
  test('is not sent with less than six digits', async () => {
    const { page, server } = await factor('sms')
    await page.fill(t('access.code.label'), '12345')
    await page.click(t('access.code.continue'))
    expect(server.requestsTo(loginMfa)).toEqual([])
  })
  test('that is right leads on', async () => {
    const { page, server } = await factor('sms')
    server.reply(loginMfa, SESSION)
    await page.fill(t('access.code.label'), '123456')
    await page.click(t('access.code.continue'))
    expect(currentAddress()).toBe(pathOf('redirect'))
  })
})

describe('a code that could not be checked is named by what it was for', () => {
  const failures = [
    ['the server fails', (server: ReturnType<typeof mockServer>, call: Call) => server.refuse(call, 'UNEXPECTED', 500)],
    ['the reply has no token', (server: ReturnType<typeof mockServer>, call: Call) => server.reply(call, {})],
  ] as const
  test.each(failures)('phone verification: %s [A5.4]', async (_, fail) => {
    const server = mockServer()
    fail(server, confirmPhone)
    rememberStep({ at: 'verify', token: 'verify', phone })
    const page = await renderPatientScreen(<VerifyPhoneScreen params={{}} />)
    await page.fill(t('access.code.label'), '123456')
    expect(page.hasMessage('access.failed.phone')).toBe(true)
  })
  test.each(failures)('the second factor: %s [A5.4]', async (_, fail) => {
    const server = mockServer()
    fail(server, loginMfa)
    rememberStep({ at: 'mfa', token: 'mfa-token', maskedPhone: '•••678', factor: 'sms' } as never)
    const page = await renderPatientScreen(<SignInMfaScreen />)
    await page.fill(t('access.code.label'), '123456')
    expect(page.hasMessage('access.failed.mfa')).toBe(true)
  })
})

describe('where too many are signed in', () => {
  async function force() {
    const server = mockServer()
    const told: string[] = []
    const page = await renderPatientScreen(
      <ForceLoginDialog token="max" onClose={() => told.push('closed')} onBlocked={() => told.push('blocked')} />,
    )
    return { server, page, told }
  }
  test('one may end the oldest, which is asked once', async () => {
    const { page, server } = await force()
    server.refuse(forceLogin, 'UNEXPECTED', 500)
    expect(server.requestsTo(forceLogin)).toEqual([])
    await page.click(t('access.force.confirm'))
    expect(server.requestsTo(forceLogin)).toHaveLength(1)
    expect(page.buttons()).toContain(t('access.force.retry.confirm'))
  })
  test('blocked meanwhile says so, and offers no other try', async () => {
    const { page, server, told } = await force()
    server.refuse(forceLogin, 'BLOCKED_USER', 403)
    await page.click(t('access.force.confirm'))
    expect(told).toEqual(['blocked'])
    expect(page.buttons()).not.toContain(t('access.force.retry.confirm'))
  })
  test('a second factor that is owed is asked for', async () => {
    const { page, server, told } = await force()
    server.reply(forceLogin, { accessToken: 'mfa', mfa: 'PENDING', maskedPhone: '•••678', factor: 'sms' })
    await page.click(t('access.force.confirm'))
    expect(currentAddress()).toBe(pathOf('signInMfa'))
    expect(told).toEqual([])
  })
  test('a question that waited too long is asked anew by signing in', async () => {
    const { page, server, told } = await force()
    server.refuse(forceLogin, 'UNAUTHORIZED', 401)
    await page.click(t('access.force.confirm'))
    expect(page.buttons()).not.toContain(t('access.force.retry.confirm'))
    await page.click(t('access.force.over.confirm'))
    expect(told).toEqual(['closed'])
  })
})

describe('recovery', () => {
  test('says the same whether there is an account, and goes on with the code', async () => {
    const server = mockServer()
    server.reply(confirmRecovery, { accessToken: 'reset' })
    rememberStep({ at: 'recovery', phone, token: 'rec' } as never)
    const page = await renderPatientScreen(<ForgotVerifyScreen />)
    await page.fill(t('access.code.label'), '123456')
    await page.click(t('access.code.continue'))
    expect(currentAddress()).toBe(pathOf('forgotNewPassword'))
  })
  test('sets no weak password, and a proof that is too old says what to do', async () => {
    const server = mockServer()
    rememberStep({ at: 'reset', token: 'reset' } as never)
    const page = await renderPatientScreen(<ForgotNewPasswordScreen />)
    await page.fill(t('access.password.new'), 'short')
    await page.click(t('access.forgot.save'))
    expect(server.requestsTo(resetPassword)).toEqual([])
    server.refuse(resetPassword, 'UNAUTHORIZED', 401)
    await page.fill(t('access.password.new'), PASSWORD)
    await page.click(t('access.forgot.save'))
    expect(server.requestsTo(resetPassword)).toHaveLength(1)
    expect(page.hasMessage('access.forgot.tooLate')).toBe(true)
  })
})

test('a number that is another’s registers nothing: the way is to sign in', async () => {
  const server = mockServer()
  rememberStep({ at: 'verify', phone, token: 'v' } as never)
  server.refuse(confirmPhone, 'PHONE_CONFLICT', 409)
  const page = await renderPatientScreen(<VerifyPhoneScreen params={{}} />)
  await page.fill(t('access.code.label'), '123456')
  expect(page.hasMessage('access.conflict.PHONE_CONFLICT')).toBe(true)
  expect(page.fields()).toEqual([])
})

test.each([
  ['PHONE_CONFLICT', false, '/welcome'],
  ['SOCIAL_CONFLICT', false, '/welcome'],
  ['EMAIL_CONFLICT', true, '/welcome'],
  ['EMAIL_CONFLICT', false, 'mailto:'],
  ['CPF_DUPLICATED', false, 'mailto:'],
])('%s (with Google: %s) leads to %s', async (code, social, to) => {
  mockServer()
  const page = await renderPatientScreen(<ConflictAlert code={code} social={social} />)
  expect(Object.values(page.links())[0]).toMatch(new RegExp(`^${to}`))
})

describe('what guards the account', () => {
  const SECURITY = { hasPassword: true, secondFactor: 'none', recoveryCodesLeft: 0, google: 'off' }
  function account(more: object = {}) {
    const server = patient()
    server.reply(getSecurity, { ...SECURITY, ...more })
    server.reply(mySessions, { items: [] })
    return server
  }
  test('leads who has no password to choose one first', async () => {
    account({ hasPassword: false })
    const page = await renderPatientScreen(<SecurityScreen />)
    expect(Object.values(page.links())).toContain(pathOf('firstPassword'))
    await page.unmount()
    account({ hasPassword: false })
    const app = await renderPatientScreen(<AuthenticatorScreen />)
    expect(app.fields()).toEqual([])
    expect(app.hasMessage('access.noPassword.title')).toBe(true)
  })
  test.each([
    ['off', 0],
    ['linked', 1],
    ['unlinked', 1],
  ])('speaks of Google where there is any: %s', async (google, rows) => {
    account({ google })
    const page = await renderPatientScreen(<SecurityScreen />)
    expect(Object.keys(page.links()).filter((name) => name.startsWith('Google'))).toHaveLength(rows)
  })
  test('ends another session, and not this one', async () => {
    const server = account()
    const one = { device: null, createdAt: '2026-11-26T09:00:00Z', lastSeenAt: '2026-11-26T09:00:00Z' }
    server.reply(mySessions, {
      items: [
        { ...one, id: 'here', current: true },
        { ...one, id: 'there', current: false },
      ],
    })
    server.reply(endMySession, null)
    const page = await renderPatientScreen(<SecurityScreen />)
    expect(page.buttons().filter((name) => name !== t('ui.back'))).toHaveLength(1)
    await page.click(page.buttons().find((name) => name !== t('ui.back')) as string)
    expect(server.requestsTo(endMySession).map(({ path }) => path)).toEqual(['/v1/user/sessions/there'])
  })
  test('an authenticator is switched on by the password, then by its first code', async () => {
    const server = account()
    server.reply(makeAuthenticatorSecret, { secret: 'ABCDEFGH', uri: 'otpauth://totp/x' })
    server.reply(confirmAuthenticator, { recoveryCodes: ['one-two', 'three-four'] })
    const page = await renderPatientScreen(<AuthenticatorScreen />)
    await page.click(t('access.totp.start'))
    expect(server.requestsTo(makeAuthenticatorSecret)).toEqual([])
    await page.fill(t('access.totp.password'), PASSWORD)
    await page.click(t('access.totp.start'))
    expect(page.text()).toContain('ABCD EFGH')
    await page.click(t('access.totp.confirm'))
    expect(server.requestsTo(confirmAuthenticator)).toEqual([])
    await page.fill(t('access.totp.code'), '123456')
    expect(page.text()).toMatch(/one-two.*three-four/)
  })
  test('is switched off by both', async () => {
    const server = account({ secondFactor: 'totp', recoveryCodesLeft: 3 })
    server.reply(removeAuthenticator, null)
    const page = await renderPatientScreen(<AuthenticatorScreen />)
    expect(page.hasMessage('access.totp.left', { count: 3 })).toBe(true)
    await page.click(t('access.totp.off'))
    await page.fill(t('access.totp.password'), PASSWORD)
    await page.click(t('access.totp.off'))
    expect(server.requestsTo(removeAuthenticator)).toEqual([])
    await page.fill(t('access.totp.code'), '123456')
    expect(server.requestsTo(removeAuthenticator)).toMatchObject([{ body: { password: PASSWORD, code: '123456' } }])
  })
  test('a password is changed by who knows it', async () => {
    const server = account()
    const page = await renderPatientScreen(<ChangePasswordScreen />)
    await page.fill(t('access.password.new'), PASSWORD)
    await page.click(t('access.password.save'))
    expect(server.requestsTo(changePassword)).toEqual([])
    server.refuse(changePassword, 'WRONG_PASSWORD', 400)
    await page.fill(t('access.password.current'), 'old one')
    await page.click(t('access.password.save'))
    expect(server.requestsTo(changePassword)).toHaveLength(1)
    expect(currentAddress()).not.toBe('/profile/security')
  })
  test('Google is taken off by the password', async () => {
    const server = account({ google: 'linked' })
    server.reply(unlinkGoogle, null)
    const page = await renderPatientScreen(<GoogleScreen />)
    await page.click(t('access.google.unlink'))
    expect(server.requestsTo(unlinkGoogle)).toEqual([])
    await page.fill(t('access.totp.password'), PASSWORD)
    await page.click(t('access.google.unlink'))
    expect(server.requestsTo(unlinkGoogle)).toHaveLength(1)
    await page.unmount()
    account({ google: 'off' })
    expect((await renderPatientScreen(<GoogleScreen />)).fields()).toEqual([])
  })
})
