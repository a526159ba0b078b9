import * as v from 'valibot'
import { call } from '../kit/call.ts'
import { Code, Password, PastedText, Phone, Text } from '../kit/shapes.ts'
import { VENDORS } from '../kit/vendors/vendors.ts'
import { AccountProfile } from './account-profile.ts'
import { SignedIn } from './session/session-api.ts'
import { ClientQuery } from './sign-in/client.ts'
import { Verifier } from './social/app-journey.ts'

/** A sign-in that needs a second factor: the pending token, the factor, and where a code was sent. */
export const SecondFactorDue = v.object({
  accessToken: v.string(),
  mfa: v.literal('PENDING'),
  maskedPhone: v.string(),
  factor: v.picklist(['sms', 'totp']),
})
export const SignIn = v.union([SignedIn, SecondFactorDue])
export const PurposeToken = v.object({ accessToken: v.string() })
/** `passwordProblem` in core/profile/account/password.ts has the rules. */
export const NewPassword = Password
export const RATE_LIMIT_REFUSAL = { RATE_LIMITED: 429 } as const
export const CODE_REFUSALS = { WRONG_CODE: 400, CODE_EXPIRED: 400, ...RATE_LIMIT_REFUSAL } as const

/** Sends a verification code. Only a caller who has entered it learns whether the phone already has an account. */
export const registerPhone = call({
  method: 'POST',
  path: '/auth/register/phone',
  repeat: 'safe',
  access: 'public',
  needs: 'messages',
  body: v.object({ phone: Phone }),
  reply: PurposeToken,
  refusals: { PHONE_NOT_ALLOWED: 400, ...RATE_LIMIT_REFUSAL },
})

export const confirmPhone = call({
  method: 'POST',
  path: '/auth/register/confirmation',
  repeat: 'safe',
  access: 'phone',
  body: v.object({ code: Code }),
  reply: PurposeToken,
  refusals: { PHONE_CONFLICT: 409, ...CODE_REFUSALS },
})

const Registration = v.object({
  accountType: v.picklist(['SOCIAL', 'PHONE']),
  profile: AccountProfile,
  referralSlug: v.optional(PastedText(1, 80)),
  /** For SOCIAL: the token of `socialLogin`, in addition to the bearer token that proves the phone. */
  socialToken: v.optional(Text(1, 2_000)),
})
const REGISTRATION_REFUSALS = {
  EMAIL_CONFLICT: 409,
  PHONE_CONFLICT: 409,
  CPF_DUPLICATED: 409,
  DOCUMENT_DUPLICATED: 409,
  CPF_GET_DATA_ERROR: 409,
  CREATE_PROFILE_ERROR: 400,
  /** This Google account already belongs to another account. */
  SOCIAL_CONFLICT: 409,
  ...RATE_LIMIT_REFUSAL,
} as const

export const validateRegistration = call({
  method: 'POST',
  path: '/auth/register/patient/validate',
  repeat: 'safe',
  // A person who comes from Google learns of a conflict before a code is sent to their phone.
  access: ['registration', 'social'],
  body: Registration,
  refusals: REGISTRATION_REFUSALS,
})

export const registerPatient = call({
  method: 'POST',
  path: '/auth/register/patient',
  repeat: 'handler',
  access: 'registration',
  query: ClientQuery,
  body: Registration,
  reply: SignedIn,
  status: 201,
  refusals: REGISTRATION_REFUSALS,
})

/** A7.18 names it in addition to `registerPatient`; body, token and result are the same. */
export const createPatient = call({ ...registerPatient, path: '/patients' })

export const login = call({
  method: 'POST',
  path: '/auth/login',
  repeat: 'safe',
  access: 'public',
  query: ClientQuery,
  body: v.object({ identifier: Phone.entries.number, password: Password }),
  reply: SignIn,
  refusals: { WRONG_CREDENTIALS: 400, BLOCKED_USER: 403, MAX_SESSIONS: 429, ...RATE_LIMIT_REFUSAL },
})

/**
 * A3.8: `isNewUser` and the provider's data to pre-fill the form. `email` is null when the provider has not verified
 * it.
 */
export const SocialIntroduction = v.object({
  isNewUser: v.literal(true),
  socialAccountData: v.object({ email: v.nullable(v.string()), firstName: v.string(), lastName: v.string() }),
  accessToken: v.string(),
})

/** `accessToken` is the one-time code of our own redirect, or an access token that the provider issued to us. */
export const socialLogin = call({
  method: 'POST',
  path: '/auth/social-login',
  repeat: 'safe',
  access: 'public',
  query: ClientQuery,
  body: v.object({
    provider: v.picklist(VENDORS.identities),
    accessToken: Text(1, 4_096),
    /** For sign-ins of an app (app-journey.ts). */
    verifier: v.optional(Verifier),
  }),
  reply: v.union([SignedIn, SecondFactorDue, SocialIntroduction]),
  refusals: {
    SOCIAL_LOGIN_REFUSED: 400,
    SOCIAL_LOGIN_OFF: 403,
    BLOCKED_USER: 403,
    MAX_SESSIONS: 429,
    ...RATE_LIMIT_REFUSAL,
  },
})

export const loginMfa = call({
  method: 'POST',
  path: '/auth/login/mfa',
  repeat: 'safe',
  access: ['mfa', 'totp'],
  query: ClientQuery,
  body: v.object({ code: Code }),
  reply: SignedIn,
  refusals: { MAX_SESSIONS: 429, BLOCKED_USER: 403, ...CODE_REFUSALS },
})

/** For an account whose authenticator is lost: a recovery code, which works once. */
export const loginRecoveryCode = call({
  method: 'POST',
  path: '/auth/login/mfa/recovery-code',
  repeat: 'safe',
  access: 'totp',
  query: ClientQuery,
  body: v.object({ recoveryCode: PastedText(8, 40) }),
  reply: SignedIn,
  refusals: { MAX_SESSIONS: 429, BLOCKED_USER: 403, WRONG_CODE: 400, ...RATE_LIMIT_REFUSAL },
})

/** Ends the least recently used session and signs in; a due second factor is still required. */
export const forceLogin = call({
  method: 'POST',
  path: '/auth/login/force',
  repeat: 'safe',
  access: 'max-sessions',
  query: ClientQuery,
  reply: SignIn,
  refusals: { BLOCKED_USER: 403, ...RATE_LIMIT_REFUSAL },
})

export const resendBySms = call({
  method: 'POST',
  path: '/auth/mfa/resend-via-sms',
  repeat: 'safe',
  access: ['phone', 'mfa', 'recovery'],
  needs: 'messages',
  refusals: RATE_LIMIT_REFUSAL,
})

export const resendByCall = call({
  method: 'POST',
  path: '/auth/mfa/resend-via-phone-call',
  repeat: 'safe',
  access: ['phone', 'mfa', 'recovery'],
  needs: 'messages',
  refusals: RATE_LIMIT_REFUSAL,
})
