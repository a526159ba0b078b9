import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Code, Id, Password, Text } from '../../kit/shapes.ts'
import { NewPassword, RATE_LIMITED } from '../api.ts'
import { OwnSession } from '../session/session-api.ts'
import { Challenge, Verifier } from '../social/app-journey.ts'

// Not in the specification: what a patient does about the security of their own account. Whoever changes something
// gives the password again: an unlocked phone on a table is not its owner.
const PASSWORD_REFUSALS = { WRONG_PASSWORD: 400, ...RATE_LIMITED } as const

export const security = call({
  method: 'GET',
  path: '/user/security',
  access: 'access',
  reply: v.object({
    /** What a sign-in owes after the password. */
    secondFactor: v.picklist(['none', 'sms', 'totp']),
    recoveryCodesLeft: v.number(),
    /** False for who came by a provider of identities and has not chosen one. */
    hasPassword: v.boolean(),
    /** Whether Google opens the account; `off` where it does not and cannot be made to. */
    google: v.picklist(['linked', 'unlinked', 'off']),
  }),
})

export const changePassword = call({
  method: 'PUT',
  path: '/user/password',
  access: 'access',
  body: v.object({ currentPassword: Password, password: NewPassword }),
  refusals: PASSWORD_REFUSALS,
})

/** A first password, for who has none: a recovery by their own phone (`confirmRecovery`) says that it is theirs. */
export const setFirstPassword = call({
  method: 'POST',
  path: '/user/password',
  access: 'access',
  body: v.object({ resetToken: Text(20, 2_000), password: NewPassword }),
  refusals: { CODE_EXPIRED: 400, ALREADY_SET: 409, ...RATE_LIMITED },
})

const SOCIAL_OFF = { SOCIAL_LOGIN_OFF: 403 } as const

/**
 * The way to Google for who is signed in: `address` is good for ten minutes, for this browser's journey or for that of the
 * app whose challenge it is.
 */
export const departToGoogle = call({
  method: 'POST',
  path: '/user/google/departure',
  access: 'access',
  body: v.object({ password: Password, challenge: v.optional(Challenge) }),
  reply: v.object({ address: v.string() }),
  refusals: { ALREADY_LINKED: 409, ...SOCIAL_OFF, ...PASSWORD_REFUSALS },
})

/** From now on this person of Google opens the account. `code` is the one-time code of the way back. */
export const linkGoogle = call({
  method: 'PUT',
  path: '/user/google',
  access: 'access',
  body: v.object({ code: Text(1, 200), verifier: v.optional(Verifier) }),
  refusals: { SOCIAL_LOGIN_REFUSED: 400, ALREADY_LINKED: 409, SOCIAL_CONFLICT: 409, ...SOCIAL_OFF, ...RATE_LIMITED },
})

/** Google opens the account no longer. Refused while it is the only way in. */
export const unlinkGoogle = call({
  method: 'POST',
  path: '/user/google/removal',
  access: 'access',
  body: v.object({ password: Password }),
  refusals: { NOT_LINKED: 409, ONLY_WAY_IN: 409, ...PASSWORD_REFUSALS },
})

/** A fresh secret; it guards nothing before `confirmAuthenticator`. */
export const makeAuthenticatorSecret = call({
  method: 'POST',
  path: '/user/authenticator',
  access: 'access',
  body: v.object({ password: Password }),
  reply: v.object({ secret: v.string(), uri: v.string() }),
  refusals: { ALREADY_ON: 409, ...PASSWORD_REFUSALS },
})

const RecoveryCodes = v.object({ recoveryCodes: v.array(v.string()) })

/** Switches the authenticator on. The recovery codes are in this answer and nowhere else. */
export const confirmAuthenticator = call({
  method: 'POST',
  path: '/user/authenticator/confirmation',
  access: 'access',
  body: v.object({ code: Code }),
  reply: RecoveryCodes,
  refusals: { WRONG_CODE: 400, NOT_OFFERED: 409, ALREADY_ON: 409, ...RATE_LIMITED },
})

/** Ten new ones; the old ones are void. */
export const renewRecoveryCodes = call({
  method: 'POST',
  path: '/user/authenticator/recovery-codes',
  access: 'access',
  body: v.object({ password: Password, code: Code }),
  reply: RecoveryCodes,
  refusals: { WRONG_CODE: 400, NOT_ON: 409, ...PASSWORD_REFUSALS },
})

export const removeAuthenticator = call({
  method: 'POST',
  path: '/user/authenticator/removal',
  access: 'access',
  body: v.object({ password: Password, code: Code }),
  refusals: { WRONG_CODE: 400, NOT_ON: 409, ...PASSWORD_REFUSALS },
})

export const mySessions = call({
  method: 'GET',
  path: '/user/sessions',
  access: 'access',
  reply: v.object({ items: v.array(OwnSession) }),
})

/** Ends another session of mine; leaving this one is `logout`. */
export const endMySession = call({
  method: 'DELETE',
  path: '/user/sessions/:id',
  access: 'access',
  params: v.object({ id: Id }),
  refusals: { SESSION_NOT_FOUND: 404 },
})
