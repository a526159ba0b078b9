import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Code, Id, Password, Text } from '../../kit/shapes.ts'
import { NewPassword, RATE_LIMIT_REFUSAL } from '../api.ts'
import { FULL_PROOF, OWNER_PROOF } from '../passkey/passkey-api.ts'
import { OwnSession } from '../session/session-api.ts'
import { Challenge, Verifier } from '../social/app-journey.ts'

// Security settings of a patient's own account; not in the specification. Each change needs the password or a passkey
// again, because an unlocked phone may be in another person's hands.
const PASSWORD_REFUSALS = { WRONG_PASSWORD: 400, ...RATE_LIMIT_REFUSAL } as const
const PROOF_REFUSALS = { PASSKEY_REFUSED: 400, ...PASSWORD_REFUSALS } as const

export const getSecurity = call({
  method: 'GET',
  path: '/user/security',
  access: 'access',
  reply: v.object({
    /** The second factor that a sign-in needs. */
    secondFactor: v.picklist(['none', 'sms', 'totp']),
    recoveryCodesLeft: v.number(),
    /** False for an account from an identity provider that has not set one. */
    hasPassword: v.boolean(),
    /** Whether a passkey can confirm a change instead of the password. */
    hasPasskey: v.boolean(),
    /** Whether Google can sign in to the account; `off` where it cannot and cannot be linked. */
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

/** Sets the first password. A recovery with the account's own phone (`confirmRecovery`) authorises it. */
export const setFirstPassword = call({
  method: 'POST',
  path: '/user/password',
  repeat: 'safe',
  access: 'access',
  body: v.object({ resetToken: Text(20, 2_000), password: NewPassword }),
  refusals: { CODE_EXPIRED: 400, ALREADY_SET: 409, ...RATE_LIMIT_REFUSAL },
})

const SOCIAL_OFF = { SOCIAL_LOGIN_OFF: 403 } as const

/**
 * The URL that starts linking Google to the signed-in account. `address` is valid for ten minutes, and only for this
 * browser, or for the app that sent the challenge.
 */
export const startGoogleLink = call({
  method: 'POST',
  path: '/user/google/departure',
  repeat: 'safe',
  access: 'access',
  body: v.object({ ...OWNER_PROOF, challenge: v.optional(Challenge) }),
  reply: v.object({ address: v.string() }),
  refusals: { ALREADY_LINKED: 409, ...SOCIAL_OFF, ...PROOF_REFUSALS },
})

/** Links the Google account, which can sign in from then on. `code` is the one-time code of the redirect. */
export const linkGoogle = call({
  method: 'PUT',
  path: '/user/google',
  access: 'access',
  body: v.object({ code: Text(1, 200), verifier: v.optional(Verifier) }),
  refusals: {
    SOCIAL_LOGIN_REFUSED: 400,
    ALREADY_LINKED: 409,
    SOCIAL_CONFLICT: 409,
    ...SOCIAL_OFF,
    ...RATE_LIMIT_REFUSAL,
  },
})

/** Unlinks Google. Refused while it is the only way to sign in. */
export const unlinkGoogle = call({
  method: 'POST',
  path: '/user/google/removal',
  repeat: 'safe',
  access: 'access',
  body: v.object(OWNER_PROOF),
  refusals: { NOT_LINKED: 409, ONLY_WAY_IN: 409, ...PROOF_REFUSALS },
})

/** Creates a secret, which is inactive until `confirmAuthenticator`. */
export const makeAuthenticatorSecret = call({
  method: 'POST',
  path: '/user/authenticator',
  repeat: 'safe',
  access: 'access',
  body: v.object(OWNER_PROOF),
  reply: v.object({ secret: v.string(), uri: v.string() }),
  refusals: { ALREADY_ON: 409, ...PROOF_REFUSALS },
})

const RecoveryCodes = v.object({ recoveryCodes: v.array(v.string()) })

/** Activates the authenticator. The recovery codes are returned only here. */
export const confirmAuthenticator = call({
  method: 'POST',
  path: '/user/authenticator/confirmation',
  repeat: 'safe',
  access: 'access',
  body: v.object({ code: Code }),
  reply: RecoveryCodes,
  refusals: { WRONG_CODE: 400, NOT_OFFERED: 409, ALREADY_ON: 409, ...RATE_LIMIT_REFUSAL },
})

/** Creates ten new recovery codes; the old ones become void. */
export const renewRecoveryCodes = call({
  method: 'POST',
  path: '/user/authenticator/recovery-codes',
  repeat: 'safe',
  access: 'access',
  body: v.object(FULL_PROOF),
  reply: RecoveryCodes,
  refusals: { WRONG_CODE: 400, NOT_ON: 409, ...PROOF_REFUSALS },
})

export const removeAuthenticator = call({
  method: 'POST',
  path: '/user/authenticator/removal',
  repeat: 'safe',
  access: 'access',
  body: v.object(FULL_PROOF),
  refusals: { WRONG_CODE: 400, NOT_ON: 409, ...PROOF_REFUSALS },
})

export const mySessions = call({
  method: 'GET',
  path: '/user/sessions',
  list: { boundedBy: 'the open sessions of one person' },
  access: 'access',
  reply: v.object({ items: v.array(OwnSession) }),
})

/** Ends another session of the caller; `logout` ends the present one. */
export const endMySession = call({
  method: 'DELETE',
  path: '/user/sessions/:id',
  access: 'access',
  params: v.object({ id: Id }),
  refusals: { SESSION_NOT_FOUND: 404 },
})
