import { confirmPhone, forceLogin, loginMfa, loginRecoveryCode, resendBySms } from '@cuida/core/access/api.ts'
import { confirmRecovery, resetPassword } from '@cuida/core/access/recovery/recovery-api.ts'
import {
  changePassword,
  confirmAuthenticator,
  endMySession,
  makeAuthenticatorSecret,
  mySessions,
  removeAuthenticator,
  security,
  unlinkGoogle,
} from '@cuida/core/access/security/security-api.ts'
import { passing, playServer, stopClock } from '@cuida/ui/client/session/test-living.ts'
import { address } from '@cuida/ui/client/session/test-page.ts'
import { t } from '@cuida/ui/words/words.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { emptyStorage } from '../../ui/client/session/test-storage.ts'
import { drawn, patient } from '../kit/test-shown.ts'
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

emptyStorage()
beforeEach(() => stopClock('2026-11-26T10:00:00Z'))

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
    playServer()
    const page = await drawn(<Screen />)
    expect(page.says('access.lost.message')).toBe(true)
    expect(page.fields()).toEqual([])
    expect(Object.values(page.links())).toEqual(['/welcome'])
  })
})

describe('the second factor', () => {
  async function factor(kind: 'sms' | 'totp') {
    const server = playServer()
    rememberStep({ at: 'mfa', token: 'mfa-token', maskedPhone: '•••678', factor: kind } as never)
    return { server, page: await drawn(<SignInMfaScreen />, { at: '/sign-in/mfa' }) }
  }
  test('of an app makes its own codes: none can be sent, a recovery code helps', async () => {
    const { page, server } = await factor('totp')
    await passing(60_000)
    expect(page.buttons()).not.toContain(t('access.code.sms'))
    await page.press(t('access.mfa.useRecovery'))
    await page.press(t('access.code.continue'))
    expect(server.heard(loginRecoveryCode)).toEqual([])
    expect(page.says('access.mfa.recovery.REQUIRED')).toBe(true)
  })
  test('of a phone sends another code after half a minute, and then twice as late', async () => {
    const { page, server } = await factor('sms')
    server.answer(resendBySms, {})
    expect(page.buttons()).not.toContain(t('access.mfa.useRecovery'))
    await passing(29_000)
    expect(page.buttons()).not.toContain(t('access.code.sms'))
    await passing(2_000)
    await page.press(t('access.code.sms'))
    expect(server.heard(resendBySms)).toHaveLength(1)
    await passing(31_000)
    expect(page.buttons()).not.toContain(t('access.code.sms'))
    await passing(31_000)
    expect(page.buttons()).toContain(t('access.code.sms'))
  })
  test('that is wrong says so, and is asked again; blocked says that', async () => {
    const { page, server } = await factor('sms')
    server.refuse(loginMfa, 'WRONG_CODE', 400)
    await page.type(t('access.code.label'), '123456')
    await page.press(t('access.code.continue'))
    expect(server.heard(loginMfa)).toMatchObject([{ body: { code: '123456' } }])
    expect(page.says('access.code.WRONG_CODE')).toBe(true)
  })
  test('is not sent with less than six digits', async () => {
    const { page, server } = await factor('sms')
    await page.type(t('access.code.label'), '12345')
    await page.press(t('access.code.continue'))
    expect(server.heard(loginMfa)).toEqual([])
  })
  test('that is right leads on', async () => {
    const { page, server } = await factor('sms')
    server.answer(loginMfa, SESSION)
    await page.type(t('access.code.label'), '123456')
    await page.press(t('access.code.continue'))
    expect(address()).toBe(pathOf('redirect'))
  })
})

describe('where too many are signed in', () => {
  async function force() {
    const server = playServer()
    const told: string[] = []
    const page = await drawn(
      <ForceLoginDialog token="max" onClose={() => told.push('closed')} onBlocked={() => told.push('blocked')} />,
    )
    return { server, page, told }
  }
  test('one may end the oldest, which is asked once', async () => {
    const { page, server } = await force()
    server.refuse(forceLogin, 'UNEXPECTED', 500)
    expect(server.heard(forceLogin)).toEqual([])
    await page.press(t('access.force.confirm'))
    expect(server.heard(forceLogin)).toHaveLength(1)
    expect(page.buttons()).toContain(t('access.force.retry.confirm'))
  })
  test('blocked meanwhile says so, and offers no other try', async () => {
    const { page, server, told } = await force()
    server.refuse(forceLogin, 'BLOCKED_USER', 403)
    await page.press(t('access.force.confirm'))
    expect(told).toEqual(['blocked'])
    expect(page.buttons()).not.toContain(t('access.force.retry.confirm'))
  })
  test('a second factor that is owed is asked for', async () => {
    const { page, server, told } = await force()
    server.answer(forceLogin, { accessToken: 'mfa', mfa: 'PENDING', maskedPhone: '•••678', factor: 'sms' })
    await page.press(t('access.force.confirm'))
    expect(address()).toBe(pathOf('signInMfa'))
    expect(told).toEqual([])
  })
  test('a question that waited too long is asked anew by signing in', async () => {
    const { page, server, told } = await force()
    server.refuse(forceLogin, 'UNAUTHORIZED', 401)
    await page.press(t('access.force.confirm'))
    expect(page.buttons()).not.toContain(t('access.force.retry.confirm'))
    await page.press(t('access.force.over.confirm'))
    expect(told).toEqual(['closed'])
  })
})

describe('recovery', () => {
  test('says the same whether there is an account, and goes on with the code', async () => {
    const server = playServer()
    server.answer(confirmRecovery, { accessToken: 'reset' })
    rememberStep({ at: 'recovery', phone, token: 'rec' } as never)
    const page = await drawn(<ForgotVerifyScreen />)
    await page.type(t('access.code.label'), '123456')
    await page.press(t('access.code.continue'))
    expect(address()).toBe(pathOf('forgotNewPassword'))
  })
  test('sets no weak password, and a proof that is too old says what to do', async () => {
    const server = playServer()
    rememberStep({ at: 'reset', token: 'reset' } as never)
    const page = await drawn(<ForgotNewPasswordScreen />)
    await page.type(t('access.password.new'), 'short')
    await page.press(t('access.forgot.save'))
    expect(server.heard(resetPassword)).toEqual([])
    server.refuse(resetPassword, 'UNAUTHORIZED', 401)
    await page.type(t('access.password.new'), PASSWORD)
    await page.press(t('access.forgot.save'))
    expect(server.heard(resetPassword)).toHaveLength(1)
    expect(page.says('access.forgot.tooLate')).toBe(true)
  })
})

test('a number that is another’s registers nothing: the way is to sign in', async () => {
  const server = playServer()
  rememberStep({ at: 'verify', phone, token: 'v' } as never)
  server.refuse(confirmPhone, 'PHONE_CONFLICT', 409)
  const page = await drawn(<VerifyPhoneScreen params={{}} />)
  await page.type(t('access.code.label'), '123456')
  await page.press(t('access.code.continue'))
  expect(page.says('access.conflict.PHONE_CONFLICT')).toBe(true)
  expect(page.fields()).toEqual([])
})

test.each([
  ['PHONE_CONFLICT', false, '/welcome'],
  ['SOCIAL_CONFLICT', false, '/welcome'],
  ['EMAIL_CONFLICT', true, '/welcome'],
  ['EMAIL_CONFLICT', false, 'mailto:'],
  ['CPF_DUPLICATED', false, 'mailto:'],
])('%s (with Google: %s) leads to %s', async (code, social, to) => {
  playServer()
  const page = await drawn(<ConflictAlert code={code} social={social} />)
  expect(Object.values(page.links())[0]).toMatch(new RegExp(`^${to}`))
})

describe('what guards the account', () => {
  const SECURITY = { hasPassword: true, secondFactor: 'none', recoveryCodesLeft: 0, google: 'off' }
  function account(more: object = {}) {
    const server = patient()
    server.answer(security, { ...SECURITY, ...more })
    server.answer(mySessions, { items: [] })
    return server
  }
  test('leads who has no password to choose one first', async () => {
    account({ hasPassword: false })
    const page = await drawn(<SecurityScreen />)
    expect(Object.values(page.links())).toContain(pathOf('firstPassword'))
    await page.leave()
    account({ hasPassword: false })
    const app = await drawn(<AuthenticatorScreen />)
    expect(app.fields()).toEqual([])
    expect(app.says('access.noPassword.title')).toBe(true)
  })
  test.each([
    ['off', 0],
    ['linked', 1],
    ['unlinked', 1],
  ])('speaks of Google where there is any: %s', async (google, rows) => {
    account({ google })
    const page = await drawn(<SecurityScreen />)
    expect(Object.keys(page.links()).filter((name) => name.startsWith('Google'))).toHaveLength(rows)
  })
  test('ends another session, and not this one', async () => {
    const server = account()
    const one = { device: null, createdAt: '2026-11-26T09:00:00Z', lastSeenAt: '2026-11-26T09:00:00Z' }
    server.answer(mySessions, {
      items: [
        { ...one, id: 'here', current: true },
        { ...one, id: 'there', current: false },
      ],
    })
    server.answer(endMySession, null)
    const page = await drawn(<SecurityScreen />)
    expect(page.buttons().filter((name) => name !== t('ui.back'))).toHaveLength(1)
    await page.press(page.buttons().find((name) => name !== t('ui.back')) as string)
    expect(server.heard(endMySession).map(({ path }) => path)).toEqual(['/v1/user/sessions/there'])
  })
  test('an authenticator is switched on by the password, then by its first code', async () => {
    const server = account()
    server.answer(makeAuthenticatorSecret, { secret: 'ABCDEFGH', uri: 'otpauth://totp/x' })
    server.answer(confirmAuthenticator, { recoveryCodes: ['one-two', 'three-four'] })
    const page = await drawn(<AuthenticatorScreen />)
    await page.press(t('access.totp.start'))
    expect(server.heard(makeAuthenticatorSecret)).toEqual([])
    await page.type(t('access.totp.password'), PASSWORD)
    await page.press(t('access.totp.start'))
    expect(page.text()).toContain('ABCD EFGH')
    await page.press(t('access.totp.confirm'))
    expect(server.heard(confirmAuthenticator)).toEqual([])
    await page.type(t('access.totp.code'), '123456')
    await page.press(t('access.totp.confirm'))
    expect(page.text()).toMatch(/one-two.*three-four/)
  })
  test('is switched off by both', async () => {
    const server = account({ secondFactor: 'totp', recoveryCodesLeft: 3 })
    server.answer(removeAuthenticator, null)
    const page = await drawn(<AuthenticatorScreen />)
    expect(page.says('access.totp.left', { count: 3 })).toBe(true)
    await page.press(t('access.totp.off'))
    await page.type(t('access.totp.password'), PASSWORD)
    await page.press(t('access.totp.off'))
    expect(server.heard(removeAuthenticator)).toEqual([])
    await page.type(t('access.totp.code'), '123456')
    await page.press(t('access.totp.off'))
    expect(server.heard(removeAuthenticator)).toMatchObject([{ body: { password: PASSWORD, code: '123456' } }])
  })
  test('a password is changed by who knows it', async () => {
    const server = account()
    const page = await drawn(<ChangePasswordScreen />)
    await page.type(t('access.password.new'), PASSWORD)
    await page.press(t('access.password.save'))
    expect(server.heard(changePassword)).toEqual([])
    server.refuse(changePassword, 'WRONG_PASSWORD', 400)
    await page.type(t('access.password.current'), 'old one')
    await page.press(t('access.password.save'))
    expect(server.heard(changePassword)).toHaveLength(1)
    expect(address()).not.toBe('/profile/security')
  })
  test('Google is taken off by the password', async () => {
    const server = account({ google: 'linked' })
    server.answer(unlinkGoogle, null)
    const page = await drawn(<GoogleScreen />)
    await page.press(t('access.google.unlink'))
    expect(server.heard(unlinkGoogle)).toEqual([])
    await page.type(t('access.totp.password'), PASSWORD)
    await page.press(t('access.google.unlink'))
    expect(server.heard(unlinkGoogle)).toHaveLength(1)
    await page.leave()
    account({ google: 'off' })
    expect((await drawn(<GoogleScreen />)).fields()).toEqual([])
  })
})
