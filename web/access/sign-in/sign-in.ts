import {
  forceLogin,
  login,
  loginMfa,
  loginRecoveryCode,
  type SecondFactorDue,
  type SocialIntroduction,
  socialLogin,
} from '@cuida/core/access/api.ts'
import type { SignedIn } from '@cuida/core/access/session/session-api.ts'
import { VENDOR } from '@cuida/core/kit/vendors/vendors.ts'
import { CallFailed, refusedWith } from '@cuida/ui/client/call-failed.ts'
import type * as v from 'valibot'
import { api, session } from '../../kit/api.ts'
import { clientId } from '../../platform/platform.ts'
import { requestPasskeyOffer } from '../passkey/passkey-offer.ts'
import { rememberSocial, rememberStep } from '../registration/registration.ts'
import { requireToken } from '../session/require-token.ts'
import { rememberSignReason } from '../session/sign-reason.ts'
import { takeVerifier } from '../social/app-journey.ts'

/** Possible results of a sign-in (A4.7). Other failures are thrown. */
export type Outcome =
  | { kind: 'in' }
  | { kind: 'second-factor' }
  /** Google knows the person, but there is no account: a profile comes first. */
  | { kind: 'new' }
  | { kind: 'sessions-full'; maxSessionsToken: string }
  | { kind: 'blocked' }
  | { kind: 'wrong-credentials' }

type Reply =
  | v.InferOutput<typeof SignedIn>
  | v.InferOutput<typeof SocialIntroduction>
  | v.InferOutput<typeof SecondFactorDue>

export const signInWithPassword = (identifier: string, password: string): Promise<Outcome> =>
  thenOfferPasskey(outcomeOf(() => api(login, { identifier, password, clientId: clientId() })))

export const signInWithCode = (token: string, code: string): Promise<Outcome> =>
  thenOfferPasskey(outcomeOf(() => api(loginMfa, { code, clientId: clientId() }, { token })))

async function thenOfferPasskey(signingIn: Promise<Outcome>): Promise<Outcome> {
  const outcome = await signingIn
  if (outcome.kind === 'in') requestPasskeyOffer()
  return outcome
}

/** `brought` comes from Google: our one-time code, or a Google token. */
export const signInWithGoogle = (accessToken: string): Promise<Outcome> =>
  outcomeOf(() => api(socialLogin, { provider: VENDOR.google, accessToken, clientId: clientId(), ...takeVerifier() }))

export const signInWithRecoveryCode = (token: string, recoveryCode: string): Promise<Outcome> =>
  outcomeOf(() => api(loginRecoveryCode, { recoveryCode, clientId: clientId() }, { token }))

/** Ends the least recently used session and signs in here. */
export const signInByForce = (maxSessionsToken: string): Promise<Outcome> =>
  outcomeOf(() => api(forceLogin, { clientId: clientId() }, { token: maxSessionsToken }))

/** Turns a sign-in reply into an outcome; stores the session or the next step. */
export async function outcomeOf(request: () => Promise<Reply>): Promise<Outcome> {
  try {
    return accept(await request())
  } catch (error) {
    const outcome = refusal(error)
    if (outcome) return outcome
    throw error
  }
}

function accept(reply: Reply): Outcome {
  requireToken(reply)
  if ('mfa' in reply) {
    const { accessToken: token, maskedPhone, factor } = reply
    rememberStep({ at: 'mfa', maskedPhone, token, factor })
    return { kind: 'second-factor' }
  }
  if ('isNewUser' in reply) {
    rememberSocial(reply.accessToken, reply.socialAccountData)
    return { kind: 'new' }
  }
  rememberSignReason('signin')
  session.signIn(reply)
  return { kind: 'in' }
}

function refusal(error: unknown): Outcome | undefined {
  if (refusedWith(login, error, 'WRONG_CREDENTIALS')) return { kind: 'wrong-credentials' }
  if (refusedWith(login, error, 'BLOCKED_USER')) return { kind: 'blocked' }
  // A 429 with a token means too many sessions; one without is a rate limit and is thrown.
  if (!(error instanceof CallFailed) || error.code !== 'MAX_SESSIONS') return undefined
  return { kind: 'sessions-full', maxSessionsToken: String(error.data.maxSessionsToken) }
}
