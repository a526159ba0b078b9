import * as v from 'valibot'
import { call } from '../kit/call.ts'
import { Code, Id, Moment, Text } from '../kit/shapes.ts'
import { NewPassword, RATE_LIMITED } from './api.ts'

// Not in the specification: what a patient does about the security of their own account. Whoever changes something
// gives the password again (quality §5.5): an unlocked phone on a table is not its owner.
const Password = Text(1, 128)
const PASSWORD_REFUSALS = { WRONG_PASSWORD: 400, ...RATE_LIMITED } as const

export const security = call({
  method: 'GET',
  path: '/user/security',
  access: 'access',
  reply: v.object({
    /** What a sign-in owes after the password. */
    secondFactor: v.picklist(['none', 'sms', 'totp']),
    recoveryCodesLeft: v.number(),
  }),
})

export const changePassword = call({
  method: 'PUT',
  path: '/user/password',
  access: 'access',
  body: v.object({ currentPassword: Password, password: NewPassword }),
  refusals: PASSWORD_REFUSALS,
})

/** A fresh secret; it guards nothing before `confirmAuthenticator`. */
export const offerAuthenticator = call({
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
  reply: v.object({
    items: v.array(
      v.object({
        id: Id,
        /** "Chrome, Android"; null when the app did not say. */
        device: v.nullable(v.string()),
        createdAt: Moment,
        lastSeenAt: Moment,
        current: v.boolean(),
      }),
    ),
  }),
})

/** Ends another session of mine; leaving this one is `logout`. */
export const endMySession = call({
  method: 'DELETE',
  path: '/user/sessions/:id',
  access: 'access',
  params: v.object({ id: Id }),
  refusals: { SESSION_NOT_FOUND: 404 },
})
