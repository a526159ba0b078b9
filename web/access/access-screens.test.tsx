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
import { mockPatientServer, renderPatientScreen } from '../kit/test-patient-screen.ts'
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

describe('a step opened directly by its URL', () => {
  test.each([
    ['second factor', SignInMfaScreen],
    ['new password', ForgotNewPasswordScreen],
    ['recovery code', ForgotVerifyScreen],
    ['profile', CreateProfileScreen],
  ])('the step (%s) redirects to Welcome and sends no request', async (_, Screen) => {
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
  test('an authenticator offers no resend, only a recovery code', async () => {
    const { page, server } = await factor('totp')
    await advanceTime(60_000)
    expect(page.buttons()).not.toContain(t('access.code.sms'))
    await page.click(t('access.mfa.useRecovery'))
    await page.click(t('access.code.continue'))
    expect(server.requestsTo(loginRecoveryCode)).toEqual([])
    expect(page.hasMessage('access.mfa.recovery.REQUIRED')).toBe(true)
  })
  test('a phone code can be resent after half a minute, then after twice as long', async () => {
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
  test('a wrong code shows an error and can be corrected; a blocked account shows a notice', async () => {
    const { page, server } = await factor('sms')
    server.refuse(loginMfa, 'WRONG_CODE', 400)
    await page.fill(t('access.code.label'), '123456')
    expect(server.requestsTo(loginMfa)).toMatchObject([{ body: { code: '123456' } }])
    expect(page.hasMessage('access.code.WRONG_CODE')).toBe(true)
  })
  test('a code with fewer than six digits is not sent', async () => {
    const { page, server } = await factor('sms')
    await page.fill(t('access.code.label'), '12345')
    await page.click(t('access.code.continue'))
    expect(server.requestsTo(loginMfa)).toEqual([])
  })
  test('a correct code signs in', async () => {
    const { page, server } = await factor('sms')
    server.reply(loginMfa, SESSION)
    await page.fill(t('access.code.label'), '123456')
    await page.click(t('access.code.continue'))
    expect(currentAddress()).toBe(pathOf('redirect'))
  })
})

describe('the error of a failed code check names the step', () => {
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

describe('too many sessions', () => {
  async function force() {
    const server = mockServer()
    const calls: string[] = []
    const page = await renderPatientScreen(
      <ForceLoginDialog token="max" onClose={() => calls.push('closed')} onBlocked={() => calls.push('blocked')} />,
    )
    return { server, page, calls }
  }
  test('the patient may end the oldest session, after one confirmation', async () => {
    const { page, server } = await force()
    server.refuse(forceLogin, 'UNEXPECTED', 500)
    expect(server.requestsTo(forceLogin)).toEqual([])
    await page.click(t('access.force.confirm'))
    expect(server.requestsTo(forceLogin)).toHaveLength(1)
    expect(page.buttons()).toContain(t('access.force.retry.confirm'))
  })
  test('an account blocked meanwhile shows a notice without a retry', async () => {
    const { page, server, calls } = await force()
    server.refuse(forceLogin, 'BLOCKED_USER', 403)
    await page.click(t('access.force.confirm'))
    expect(calls).toEqual(['blocked'])
    expect(page.buttons()).not.toContain(t('access.force.retry.confirm'))
  })
  test('a required second factor is requested after ending a session', async () => {
    const { page, server, calls } = await force()
    server.reply(forceLogin, { accessToken: 'mfa', mfa: 'PENDING', maskedPhone: '•••678', factor: 'sms' })
    await page.click(t('access.force.confirm'))
    expect(currentAddress()).toBe(pathOf('signInMfa'))
    expect(calls).toEqual([])
  })
  test('an expired question is repeated by signing in again', async () => {
    const { page, server, calls } = await force()
    server.refuse(forceLogin, 'UNAUTHORIZED', 401)
    await page.click(t('access.force.confirm'))
    expect(page.buttons()).not.toContain(t('access.force.retry.confirm'))
    await page.click(t('access.force.over.confirm'))
    expect(calls).toEqual(['closed'])
  })
})

describe('account recovery', () => {
  test('the screen is the same with and without an account and goes on to the code', async () => {
    const server = mockServer()
    server.reply(confirmRecovery, { accessToken: 'reset' })
    rememberStep({ at: 'recovery', phone, token: 'rec' } as never)
    const page = await renderPatientScreen(<ForgotVerifyScreen />)
    await page.fill(t('access.code.label'), '123456')
    await page.click(t('access.code.continue'))
    expect(currentAddress()).toBe(pathOf('forgotNewPassword'))
  })
  test('a weak password is refused, and an expired proof explains what to do', async () => {
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

test('a number of another account registers nothing and offers to sign in', async () => {
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

describe('account security', () => {
  const SECURITY = { hasPassword: true, hasPasskey: false, secondFactor: 'none', recoveryCodesLeft: 0, google: 'off' }
  function account(more: object = {}) {
    const server = mockPatientServer()
    server.reply(getSecurity, { ...SECURITY, ...more })
    server.reply(mySessions, { items: [] })
    return server
  }
  test('an account without a password is led to choose one first', async () => {
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
  ])('Google is shown where the partner has it: %s', async (google, rows) => {
    account({ google })
    const page = await renderPatientScreen(<SecurityScreen />)
    expect(Object.keys(page.links()).filter((name) => name.startsWith('Google'))).toHaveLength(rows)
  })
  test('another session can be ended, the current one cannot', async () => {
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
  test('the password, then the first code switch an authenticator on', async () => {
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
  test('the password and a code switch an authenticator off', async () => {
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
  test('the current password authorises a new one', async () => {
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
  test('the password authorises unlinking Google', async () => {
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
