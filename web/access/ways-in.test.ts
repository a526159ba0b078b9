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
import { confirmRecovery, resetPassword } from '@cuida/core/access/recovery/recovery-api.ts'
import { linkGoogle, setFirstPassword } from '@cuida/core/access/security/security-api.ts'
import { logout } from '@cuida/core/access/session/session-api.ts'
import type { Call } from '@cuida/core/kit/call.ts'
import type { AccountProfile } from '@cuida/core/profile/account/profile.ts'
import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { currentAddress, openAddress } from '@cuida/ui/testing/query-client.ts'
import { signInTestUser } from '@cuida/ui/testing/sign-in.ts'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type AnonymousUser, storeAnonymousUser, storeReferral } from '../invite/invitation-store.ts'
import { session } from '../kit/api.ts'
import { signOut } from '../kit/session/session.tsx'
import { resendCodeByCall, resendCodeBySms } from './code/CodeForm.tsx'
import { passwordRules } from './recovery/password-rules.ts'
import { chooseNewPassword, confirmRecoveryCode } from './recovery/recovery-calls.ts'
import { enterNewAccount } from './registration/enter-new-account.ts'
import { asFieldProblem, fieldProblem } from './registration/field-problem.ts'
import {
  currentStep,
  forgetSteps,
  rememberSocial,
  rememberStep,
  socialStep,
  tokenOfPath,
} from './registration/registration.ts'
import { confirmPhoneCode, registerWithPhone } from './registration/registration-calls.ts'
import { chooseFirstPassword } from './security/security-queries.ts'
import { takeSignReason } from './session/sign-reason.ts'
import { rememberCheckoutExit, takeEntry } from './sign-in/entry.ts'
import { withInvitations } from './sign-in/invitations.ts'
import { knownPhone, rememberPhone } from './sign-in/known-phone.ts'
import {
  signInByForce,
  signInWithCode,
  signInWithGoogle,
  signInWithPassword,
  signInWithRecoveryCode,
} from './sign-in/sign-in.ts'
import { linkWith } from './social/GoogleLinkScreen.tsx'
import { continueWithProfile, finishWithPhone } from './social/social-registration.ts'

beforeEach(() => {
  openAddress('/')
  onTestFinished(() => session.signOut())
})

const phone = { number: '+34600000001', country: 'ES' } as const
const signedIn = {
  accessToken: `a.${btoa(JSON.stringify({ iat: 0, exp: 900 }))}.c`,
  refreshToken: 'r',
  sessionId: 's-1',
}

describe('a sign-in', () => {
  const WAYS: [string, () => Promise<unknown>, Call, object, string?][] = [
    [
      'with a password',
      () => signInWithPassword('+34600000001', 'x'),
      login,
      { identifier: '+34600000001', password: 'x' },
    ],
    ['with a code', () => signInWithCode('token', '123456'), loginMfa, { code: '123456' }, 'token'],
    ['with Google', () => signInWithGoogle('brought'), socialLogin, { provider: 'google', accessToken: 'brought' }],
    [
      'with a recovery code',
      () => signInWithRecoveryCode('token', 'ABCD'),
      loginRecoveryCode,
      { recoveryCode: 'ABCD' },
      'token',
    ],
    ['in the place of another session', () => signInByForce('token'), forceLogin, {}, 'token'],
  ]
  test.each(WAYS)('%s starts a session and marks it as new', async (_, startSignIn, call, body, token) => {
    const server = mockServer()
    server.reply(call, signedIn)
    expect(await startSignIn()).toEqual({ kind: 'in' })
    expect(server.requests).toMatchObject([{ body, token }])
    expect(server.requests[0]?.query.get('clientId')).toBe('web')
    expect(session.id()).toBe('s-1')
    expect([takeSignReason(), takeSignReason()]).toEqual(['signin', undefined])
  })

  test.each(WAYS)(
    '%s may require a second factor, which is remembered without a session',
    async (_, startSignIn, call) => {
      mockServer().reply(call, { mfa: 'PENDING', accessToken: 'owed', maskedPhone: '•• 01', factor: 'totp' })
      expect(await startSignIn()).toEqual({ kind: 'second-factor' })
      expect(currentStep('mfa')).toEqual({ at: 'mfa', maskedPhone: '•• 01', token: 'owed', factor: 'totp' })
      expect(session.isSignedIn()).toBe(false)
      expect(takeSignReason()).toBeUndefined()
    },
  )

  test('a Google sign-in without an account leads to the profile', async () => {
    const known = { email: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz' }
    mockServer().reply(socialLogin, { isNewUser: true, accessToken: 'introduced', socialAccountData: known })
    expect(await signInWithGoogle('brought')).toEqual({ kind: 'new' })
    expect(socialStep()).toEqual({ at: 'social', token: 'introduced', known })
  })

  test.each([
    ['WRONG_CREDENTIALS', 422, {}, { kind: 'wrong-credentials' }],
    ['BLOCKED_USER', 403, {}, { kind: 'blocked' }],
    ['MAX_SESSIONS', 429, { maxSessionsToken: 'one-use' }, { kind: 'sessions-full', maxSessionsToken: 'one-use' }],
  ])('a sign-in refused with %s ends there', async (code, status, more, outcome) => {
    mockServer().reply(login, { code, ...more }, status)
    expect(await signInWithPassword('+34600000001', 'x')).toEqual(outcome)
    expect(session.isSignedIn()).toBe(false)
  })

  test.each([
    ['RATE_LIMITED', 429],
    ['UNEXPECTED', 500],
  ])('a sign-in that failed with %s throws', async (code, status) => {
    mockServer().refuse(login, code, status)
    await expect(signInWithPassword('+34600000001', 'x')).rejects.toMatchObject({ code, status })
  })
})

describe('a step of the sign-in', () => {
  test('a step survives a reload for its own screen, until the sign-in ends', () => {
    rememberStep({ at: 'verify', token: 'one', phone })
    expect(currentStep('verify')).toEqual({ at: 'verify', token: 'one', phone })
    expect(currentStep('profile')).toBeUndefined()
    forgetSteps()
    expect(currentStep('verify')).toBeUndefined()
  })

  const known = { email: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz' }
  const profile = { firstName: 'Ana María', phone } as AccountProfile
  test.each([
    ["the same person's draft is kept", known, known, profile],
    ["another person's draft is dropped", known, { ...known, email: 'leo@example.com' }, undefined],
    ['without an e-mail address the draft is dropped', { ...known, email: null }, { ...known, email: null }, undefined],
  ])('a new Google token keeps the draft of the same person: %s', (_, before, after, expectedProfile) => {
    rememberStep({ at: 'social', token: 'old', known: before, profile })
    rememberSocial('fresh', after)
    expect(currentStep('social')).toEqual({
      at: 'social',
      token: 'fresh',
      known: after,
      ...(expectedProfile ? { profile: expectedProfile } : {}),
    })
  })

  test('a registration with Google stays in progress while it waits for the code', () => {
    const social = { at: 'social', token: 'introduced', known, profile } as const
    expect(socialStep()).toBeUndefined()
    rememberStep({ at: 'social-verify', phone, token: 'code', social })
    expect(socialStep()).toEqual(social)
  })

  test.each([
    ['@abc', 'abc'],
    ['abc', 'abc'],
    ['a@b', 'a@b'],
    ['@', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('a path with %s has the token %s', (segment, token) => expect(tokenOfPath(segment)).toBe(token))
})

describe('an account with Google', () => {
  const known = { email: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz' }
  const step = { at: 'social', token: 'introduced', known } as const
  const profile = { firstName: 'Ana', lastName: 'Ruiz', email: known.email, phone } as AccountProfile
  const proved = { phone, token: 'proved' }

  function serveRegistration() {
    const server = mockServer()
    server.reply(validateRegistration, null)
    server.reply(registerPhone, { accessToken: 'code' })
    server.reply(registerPatient, signedIn)
    return server
  }

  test("a valid profile sends the phone's code, which has its own screen", async () => {
    const server = serveRegistration()
    await continueWithProfile({ ...step, problem: 'EMAIL_CONFLICT' }, profile)
    expect(server.requests).toMatchObject([
      { path: '/v1/auth/register/patient/validate', body: { accountType: 'SOCIAL', profile }, token: 'introduced' },
      { path: '/v1/auth/register/phone', body: { phone } },
    ])
    expect(currentAddress()).toBe('/account/create/verify')
    expect(currentStep('social-verify')).toMatchObject({
      phone,
      token: 'code',
      social: { token: 'introduced', profile },
    })
    expect(socialStep()?.problem).toBeUndefined()
  })

  test('an invalid profile sends no code and is kept', async () => {
    const server = serveRegistration()
    server.refuse(validateRegistration, 'EMAIL_CONFLICT')
    await expect(continueWithProfile(step, profile)).rejects.toMatchObject({ code: 'EMAIL_CONFLICT' })
    expect(server.requestsTo(registerPhone)).toEqual([])
    expect(currentStep('social')).toEqual({ ...step, profile })
  })

  test('a verified phone registers at once; another phone needs a code', async () => {
    const server = serveRegistration()
    await continueWithProfile({ ...step, proved }, profile)
    expect(server.requestsTo(registerPatient)).toMatchObject([
      { body: { accountType: 'SOCIAL', profile, socialToken: 'introduced' }, token: 'proved' },
    ])
    expect(session.isSignedIn()).toBe(true)
    expect(server.requestsTo(registerPhone)).toEqual([])
    await continueWithProfile({ ...step, proved }, { ...profile, phone: { ...phone, number: '+34600000002' } })
    expect(server.requestsTo(registerPhone)).toHaveLength(1)
  })

  test('a registered account is signed in as new, and its steps are cleared', async () => {
    const server = serveRegistration()
    rememberPhone({ number: '600 000 001', country: 'ES' })
    rememberStep({ ...step, profile })
    rememberCheckoutExit()
    await finishWithPhone({ ...step, profile }, proved)
    expect(server.requestsTo(registerPatient)).toMatchObject([
      { body: { accountType: 'SOCIAL', profile, socialToken: 'introduced' }, token: 'proved' },
    ])
    expect(session.id()).toBe('s-1')
    expect([takeSignReason(), takeEntry(), knownPhone(), socialStep()]).toEqual([
      'signup',
      'newAccount',
      undefined,
      undefined,
    ])
    expect(currentAddress()).toBe('/redirect')
  })

  test.each([
    ['was refused', 409, 'CPF_DUPLICATED', 'CPF_DUPLICATED'],
    ['failed', 500, 'UNEXPECTED', 'UNEXPECTED'],
  ])(
    'a registration that %s returns to the form, which keeps its values and the verified phone',
    async (_, status, code, problem) => {
      const server = serveRegistration()
      server.refuse(registerPatient, code, status)
      await finishWithPhone({ ...step, profile }, proved)
      expect(currentAddress()).toBe('/account/create/profile')
      expect(currentStep('social')).toEqual({ ...step, profile, proved, problem })
      expect(session.isSignedIn()).toBe(false)
    },
  )

  test('a registration without a profile returns to the form', async () => {
    const server = serveRegistration()
    await finishWithPhone(step, proved)
    expect(currentAddress()).toBe('/account/create/profile')
    expect(server.requests).toEqual([])
  })
})

describe('a refusal', () => {
  test('a refusal about a field becomes a problem of that field', async () => {
    const found = fieldProblem('phone', 'INVALID')
    expect(found).toMatchObject({ status: 400, code: 'INVALID', fields: { phone: 'INVALID' } })
    expect(asFieldProblem(found, { INVALID: 'email' })).toMatchObject({ status: 400, fields: { email: 'INVALID' } })
    expect(asFieldProblem(found, { WRONG: 'email' })).toBe(found)
    const broken = new Error('broken')
    expect(asFieldProblem(broken, {})).toBe(broken)
  })
})

test('password rules are ticked as they are met', () => {
  loadMessages('en', { 'access.profile.rule.length': 'Eight at least', 'access.profile.rule.classes': 'Three kinds' })
  const ticks = (password: string) => passwordRules(password).map(({ met }) => met)
  expect(passwordRules('').map(({ label }) => label)).toEqual(['Eight at least', 'Three kinds'])
  expect([ticks('Ab1'), ticks('abcdefg'), ticks('abcdefgh'), ticks('Abcdef12')]).toEqual([
    ...[
      [false, true],
      [false, false],
      [true, false],
      [true, true],
    ],
  ])
})

const account = { firstName: 'Ana', lastName: 'Ruiz', phone, termsAccepted: true, password: 'x' } as AccountProfile
test.each<[string, () => Promise<unknown>, Call, object | undefined, string?]>([
  ['the code of a new phone', () => confirmPhoneCode('step', '123456'), confirmPhone, { code: '123456' }, 'step'],
  ['another text message', () => resendCodeBySms('step'), resendBySms, {}, 'step'],
  ['a phone call instead', () => resendCodeByCall('step'), resendByCall, {}, 'step'],
  ['the code of a recovery', () => confirmRecoveryCode('step', '123456'), confirmRecovery, { code: '123456' }, 'step'],
  ['a new password', () => chooseNewPassword('step', 'x'), resetPassword, { password: 'x' }, 'step'],
  [
    'a first password',
    () => chooseFirstPassword('reset', 'x'),
    setFirstPassword,
    { resetToken: 'reset', password: 'x' },
  ],
  ['a Google link', () => linkWith('once'), linkGoogle, { code: 'once' }],
  [
    'a new account',
    () => registerWithPhone('step', account),
    registerPatient,
    { accountType: 'PHONE', profile: account },
    'step',
  ],
])('%s is sent with the token of its step', async (_, send, call, body, token) => {
  const server = mockServer()
  await send().catch(() => {})
  expect(server.requests).toEqual(server.requestsTo(call))
  expect(server.requests.map((request) => [request.body, request.token])).toEqual([[body, token]])
})

test('a reply to a registration without a token is a failure that clears nothing [A5.4]', () => {
  storeReferral('ana-x1', '1')
  expect(() => enterNewAccount({} as never)).toThrow(TypeError)
  expect([session.id(), takeSignReason(), withInvitations(account)]).toMatchObject([
    undefined,
    undefined,
    { referralSlug: 'ana-x1' },
  ])
})

test("a new account names the friend's referral and the company link", async () => {
  const server = mockServer()
  storeReferral('ana-x1', '1')
  storeAnonymousUser({ companySlug: 'acme', landingPageToken: 'of-ana' } as AnonymousUser)
  await registerWithPhone('step', account).catch(() => {})
  expect(server.requestsTo(registerPatient)[0]?.body).toEqual({
    accountType: 'PHONE',
    profile: { ...account, b2bCompanySlug: 'acme', b2bToken: 'of-ana' },
    referralSlug: 'ana-x1',
  })
})

test('a sign-out sends the token of the session that ends', async () => {
  signInTestUser(session)
  const token = await session.token()
  const server = mockServer()
  await signOut('left')
  expect(server.requestsTo(logout).map((request) => request.token)).toEqual([token])
})
