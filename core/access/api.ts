import * as v from 'valibot'
import { call } from '../kit/call.ts'
import { Code, Password, PastedText, Phone, Text } from '../kit/shapes.ts'
import { VENDORS } from '../kit/vendors/vendors.ts'
import { AccountProfile } from './account-profile.ts'
import { SignedIn } from './session/session-api.ts'
import { ClientQuery } from './sign-in/client.ts'
import { Verifier } from './social/app-journey.ts'

/** A sign-in that still owes a second factor: only the pending token, which factor, and where a code went. */
export const SecondFactorDue = v.object({
  accessToken: v.string(),
  mfa: v.literal('PENDING'),
  maskedPhone: v.string(),
  factor: v.picklist(['sms', 'totp']),
})
export const SignIn = v.union([SignedIn, SecondFactorDue])
export const ForPurpose = v.object({ accessToken: v.string() })
/** Its rule is `passwordProblem` in core/profile/account/password.ts. */
export const NewPassword = Password
export const RATE_LIMITED = { RATE_LIMITED: 429 } as const
export const CODE_REFUSALS = { WRONG_CODE: 400, CODE_EXPIRED: 400, ...RATE_LIMITED } as const

/** Sends a code. Whether the phone has an account already is told to who has entered it, and to nobody else. */
export const registerPhone = call({
  method: 'POST',
  path: '/auth/register/phone',
  access: 'public',
  needs: 'messages',
  body: v.object({ phone: Phone }),
  reply: ForPurpose,
  refusals: { PHONE_NOT_ALLOWED: 400, ...RATE_LIMITED },
})

export const confirmPhone = call({
  method: 'POST',
  path: '/auth/register/confirmation',
  access: 'phone',
  body: v.object({ code: Code }),
  reply: ForPurpose,
  refusals: { PHONE_CONFLICT: 409, ...CODE_REFUSALS },
})

const Registration = v.object({
  accountType: v.picklist(['SOCIAL', 'PHONE']),
  profile: AccountProfile,
  referralSlug: v.optional(PastedText(1, 80)),
  /** With SOCIAL: the token that `socialLogin` gave, beside the bearer that proves the phone. */
  socialToken: v.optional(Text(1, 2_000)),
})
const REGISTRATION_REFUSALS = {
  EMAIL_CONFLICT: 409,
  PHONE_CONFLICT: 409,
  CPF_DUPLICATED: 409,
  DOCUMENT_DUPLICATED: 409,
  CPF_GET_DATA_ERROR: 409,
  CREATE_PROFILE_ERROR: 400,
  /** This person of the provider opens an account already. */
  SOCIAL_CONFLICT: 409,
  ...RATE_LIMITED,
} as const

export const validateRegistration = call({
  method: 'POST',
  path: '/auth/register/patient/validate',
  // Somebody whom Google introduced learns of a conflict before a code is sent to their phone.
  access: ['registration', 'social'],
  body: Registration,
  refusals: REGISTRATION_REFUSALS,
})

export const registerPatient = call({
  method: 'POST',
  path: '/auth/register/patient',
  access: 'registration',
  query: ClientQuery,
  body: Registration,
  reply: SignedIn,
  status: 201,
  refusals: REGISTRATION_REFUSALS,
})

/** A7.18 names it beside the call above: the same body by the same token makes the same account. */
export const createPatient = call({ ...registerPatient, path: '/patients' })

export const login = call({
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  query: ClientQuery,
  body: v.object({ identifier: Phone.entries.number, password: Password }),
  reply: SignIn,
  refusals: { WRONG_CREDENTIALS: 400, BLOCKED_USER: 403, MAX_SESSIONS: 429, ...RATE_LIMITED },
})

/** A3.8: `isNewUser`, and what the provider told, to begin a form with. A null e-mail is one it has not verified. */
export const Introduced = v.object({
  isNewUser: v.literal(true),
  socialAccountData: v.object({ email: v.nullable(v.string()), firstName: v.string(), lastName: v.string() }),
  accessToken: v.string(),
})

/** `accessToken` is the one-time code of our own way back, or an access token of the provider, issued to us. */
export const socialLogin = call({
  method: 'POST',
  path: '/auth/social-login',
  access: 'public',
  query: ClientQuery,
  body: v.object({
    provider: v.picklist(VENDORS.identities),
    accessToken: Text(1, 4_096),
    /** Of an app's journey (app-journey.ts). */
    verifier: v.optional(Verifier),
  }),
  reply: v.union([SignedIn, SecondFactorDue, Introduced]),
  refusals: {
    SOCIAL_LOGIN_REFUSED: 400,
    SOCIAL_LOGIN_OFF: 403,
    BLOCKED_USER: 403,
    MAX_SESSIONS: 429,
    ...RATE_LIMITED,
  },
})

export const loginMfa = call({
  method: 'POST',
  path: '/auth/login/mfa',
  access: ['mfa', 'totp'],
  query: ClientQuery,
  body: v.object({ code: Code }),
  reply: SignedIn,
  refusals: { MAX_SESSIONS: 429, BLOCKED_USER: 403, ...CODE_REFUSALS },
})

/** For who has lost the authenticator: one of the codes that came with it, once. */
export const loginRecoveryCode = call({
  method: 'POST',
  path: '/auth/login/mfa/recovery-code',
  access: 'totp',
  query: ClientQuery,
  body: v.object({ recoveryCode: PastedText(8, 40) }),
  reply: SignedIn,
  refusals: { MAX_SESSIONS: 429, BLOCKED_USER: 403, WRONG_CODE: 400, ...RATE_LIMITED },
})

/** Ends the least recently used session and signs in; never skips a second factor that is due. */
export const forceLogin = call({
  method: 'POST',
  path: '/auth/login/force',
  access: 'max-sessions',
  query: ClientQuery,
  reply: SignIn,
  refusals: { BLOCKED_USER: 403, ...RATE_LIMITED },
})

export const resendBySms = call({
  method: 'POST',
  path: '/auth/mfa/resend-via-sms',
  access: ['phone', 'mfa', 'recovery'],
  needs: 'messages',
  refusals: RATE_LIMITED,
})

export const resendByCall = call({
  method: 'POST',
  path: '/auth/mfa/resend-via-phone-call',
  access: ['phone', 'mfa', 'recovery'],
  needs: 'messages',
  refusals: RATE_LIMITED,
})
