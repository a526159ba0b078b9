import {
  confirmPhone,
  forceLogin,
  login,
  loginMfa,
  loginRecoveryCode,
  registerPatient,
  registerPhone,
  resendByCall,
  resendBySms,
  socialLogin,
  validateRegistration,
} from '@cuida/core/access/api.ts'
import { confirmRecovery, recover, resetPassword } from '@cuida/core/access/recovery/recovery-api.ts'
import { phoneExists } from '@cuida/core/access/registration/look-up-api.ts'
import {
  changePassword,
  confirmAuthenticator,
  departToGoogle,
  endMySession,
  linkGoogle,
  makeAuthenticatorSecret,
  removeAuthenticator,
  renewRecoveryCodes,
  setFirstPassword,
  unlinkGoogle,
} from '@cuida/core/access/security/security-api.ts'
import { heartbeat, logout } from '@cuida/core/access/session/session-api.ts'
import type { AccountProfile } from '@cuida/core/profile/account/profile.ts'
import { asks, given, leaving } from '@cuida/ui/client/session/test-leaving.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type AnonymousUser, keepAnonymousUser, keepReferral } from '../invite/kept.ts'
import { session } from '../kit/api.ts'
import { signOut } from '../kit/session/session.tsx'
import { callAgain, sendTextAgain } from './code/resend.ts'
import { askRecovery, chooseNewPassword, proveRecovery } from './recovery/recovery-calls.ts'
import { provePhone, registerWithPhone } from './registration/registration-calls.ts'
import {
  chooseFirstPassword,
  confirmNewSecret,
  goLinkGoogle,
  makeSecret,
  removeGoogle,
  renewCodes,
  savePassword,
  switchOff,
  useEndSession,
} from './security/security-queries.ts'
import { beat } from './session/beat.ts'
import {
  signInByForce,
  signInWithCode,
  signInWithGoogle,
  signInWithPassword,
  signInWithRecoveryCode,
} from './sign-in/sign-in.ts'
import { hasAccount, startRegistration } from './sign-in/welcome-calls.ts'
import { linkWith } from './social/link-google.ts'
import { continueWithProfile, finishWithPhone } from './social/social-registration.ts'

beforeEach(() => {
  for (const storage of ['localStorage', 'sessionStorage']) {
    const stored = new Map<string, string>()
    vi.stubGlobal(storage, {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    })
  }
})

const password = 'Correct-horse-1'
const token = 'token-of-the-step'
const code = '123456'
const phone = { number: '+34600000001', country: 'ES' }
const profile = { firstName: 'Lucía', lastName: 'Martín', phone, termsAccepted: true, password } as AccountProfile
const social = { at: 'social', token: 'introduced', known: { email: null, firstName: '', lastName: '' } } as const

afterEach(() => void vi.unstubAllGlobals())

test.each([
  ['whose number it is', () => hasAccount(phone), asks(phoneExists, { phone })],
  ['a code to a new number', () => startRegistration(phone), asks(registerPhone, { phone })],
  ['the number is theirs', () => provePhone(token, code), asks(confirmPhone, { code }, { token })],
  [
    'an account with what was typed, for the number that was proved',
    () => registerWithPhone(token, profile),
    asks(registerPatient, { accountType: 'PHONE', profile, clientId: 'web' }, { token }),
  ],
  ['another text', () => sendTextAgain(token), asks(resendBySms, undefined, { token })],
  ['a call in its place', () => callAgain(token), asks(resendByCall, undefined, { token })],
  [
    'a sign-in',
    () => signInWithPassword(phone.number, password),
    asks(login, { identifier: phone.number, password, clientId: 'web' }),
  ],
  [
    'a second factor, by the token that owes it',
    () => signInWithCode(token, code),
    asks(loginMfa, { code, clientId: 'web' }, { token }),
  ],
  [
    'a recovery code, by the token that owes a factor',
    () => signInWithRecoveryCode(token, 'ABCD-EFGH'),
    asks(loginRecoveryCode, { recoveryCode: 'ABCD-EFGH', clientId: 'web' }, { token }),
  ],
  [
    'what came back from Google',
    () => signInWithGoogle('brought'),
    asks(socialLogin, { provider: 'google', accessToken: 'brought', clientId: 'web' }),
  ],
  ['a sign-in that ends another session', () => signInByForce(token), asks(forceLogin, { clientId: 'web' }, { token })],
  ['a code to a number whose password is forgotten', () => askRecovery(phone), asks(recover, { phone })],
  ['the forgetful one has that phone', () => proveRecovery(token, code), asks(confirmRecovery, { code }, { token })],
  [
    'a new password',
    () => chooseNewPassword(token, password),
    asks(resetPassword, { password, clientId: 'web' }, { token }),
  ],
  [
    'a first password for who came by Google',
    () => chooseFirstPassword('reset', password),
    asks(setFirstPassword, { resetToken: 'reset', password }),
  ],
  [
    'another password, with the one of now',
    () => savePassword({ currentPassword: password, password: 'Another-horse-2' }),
    asks(changePassword, { currentPassword: password, password: 'Another-horse-2' }),
  ],
  [
    'an authenticator is asked for with the password',
    () => makeSecret(password),
    asks(makeAuthenticatorSecret, { password }),
  ],
  ['it is on', () => confirmNewSecret(code), asks(confirmAuthenticator, { code })],
  ['new recovery codes', () => renewCodes({ password, code }), asks(renewRecoveryCodes, { password, code })],
  ['it is off', () => switchOff({ password, code }), asks(removeAuthenticator, { password, code })],
  ['Google is left for with the password', () => goLinkGoogle(password), asks(departToGoogle, { password })],
  ['who comes back from Google', () => linkWith('once'), asks(linkGoogle, { code: 'once' })],
  ['Google no more', () => removeGoogle(password), asks(unlinkGoogle, { password })],
  ['the session that was meant ends', () => given(useEndSession).mutateAsync('s-1'), asks(endMySession, { id: 's-1' })],
  ['somebody is still there', beat, asks(heartbeat)],
])('%s', async (_, deed, expected) => expect(await leaving(deed)).toEqual([expected]))

test('who came by Google: the profile is looked at, then their number gets a code', async () => {
  expect(await leaving(() => continueWithProfile(social, profile))).toEqual([
    asks(validateRegistration, { accountType: 'SOCIAL', profile }, { token: 'introduced' }),
    asks(registerPhone, { phone }),
  ])
})

test('and the account is made by the token of the number, for whom Google introduced', async () => {
  const proved = { phone, token }
  expect(await leaving(() => finishWithPhone({ ...social, profile }, proved))).toEqual([
    asks(registerPatient, { accountType: 'SOCIAL', profile, socialToken: 'introduced', clientId: 'web' }, { token }),
  ])
})

test('a number that was proved already gets no second code', async () => {
  const proved = { phone, token }
  expect(await leaving(() => continueWithProfile({ ...social, proved }, profile))).toEqual([
    asks(registerPatient, { accountType: 'SOCIAL', profile, socialToken: 'introduced', clientId: 'web' }, { token }),
  ])
})

test('whoever sent them here is told: a friend by their link, a company by its own', async () => {
  keepReferral('ana-x1', '1')
  keepAnonymousUser({ companySlug: 'acme', landingPageToken: 'of-lucia' } as AnonymousUser)
  expect(await leaving(() => registerWithPhone(token, profile))).toEqual([
    asks(
      registerPatient,
      {
        accountType: 'PHONE',
        profile: { ...profile, b2bCompanySlug: 'acme', b2bToken: 'of-lucia' },
        referralSlug: 'ana-x1',
        clientId: 'web',
      },
      { token },
    ),
  ])
})

test('who signs out tells the server of the session that they leave', async () => {
  const known = vi.spyOn(session, 'token').mockResolvedValue('of-the-session')
  expect(await leaving(() => signOut('left'))).toEqual([asks(logout, undefined, { token: 'of-the-session' })])
  known.mockRestore()
})
