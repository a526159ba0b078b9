import { forceLogin, login, loginMfa, loginRecoveryCode } from '@cuida/core/access/api.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Claims } from '../../kit/crypto/tokens.ts'
import { Unauthorized } from '../../kit/http/refusal.ts'
import { serve } from '../../kit/http/serve.ts'
import type { Services } from '../../services.ts'
import { type Account, findAccountByPhone } from '../account-store.ts'
import { confirmCode } from '../code/confirm-code.ts'
import { findAuthenticator } from '../security/authenticator-store.ts'
import { completeSignIn } from '../session/known-device.ts'
import { requiredSecondFactor, requireSecondFactor, tryRecoveryCode, tryTotp } from './second-factor.ts'
import { accountOf, signIn } from './sign-in.ts'
import { tryPassword } from './try-password.ts'

/** Patient sign-in: password, second factor when required, then the limit of sessions. */
export function loginRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services

  serve(app, services, login, async ({ identifier, password }, { request, reply, locale, refuse }) => {
    const account = await findAccountByPhone(db, identifier)
    const right = await tryPassword(services, request, { name: identifier, password, owner: account })
    if (!account || !right) return refuse('WRONG_CREDENTIALS')
    return passFirstFactor(services, account, { ...right, request, reply, locale, refuse })
  })

  serve(app, services, loginMfa, async ({ code }, { caller: { claims }, request, reply, refuse }) => {
    const result =
      claims.purpose === 'totp' ? await byApp(services, request, claims, code) : await byPhone(services, claims, code)
    if ('refused' in result) return refuse(result.refused)
    return enter(services, result.accountId, 'DONE', { request, reply, refuse })
  })

  serve(app, services, loginRecoveryCode, async ({ recoveryCode }, { caller, request, reply, refuse }) => {
    const { id } = await accountOf(services, caller.claims)
    if (!(await tryRecoveryCode(services, request, id, recoveryCode))) return refuse('WRONG_CODE')
    return enter(services, id, 'DONE', { request, reply, refuse })
  })

  serve(app, services, forceLogin, async (_, { caller: { claims }, request, reply, locale, refuse }) => {
    const account = await accountOf(services, claims)
    const factor = await requiredSecondFactor(services, account.id)
    // Can be repeated: no session is open yet, and codes have their own rate limits.
    if (factor && claims.mfa !== 'DONE') return requireSecondFactor(services, account, factor, { request, locale })
    const session = await signIn(services, account.id, request, { force: claims })
    if (typeof session === 'string') return refuse('BLOCKED_USER')
    return completeSignIn(services, 'patient', session, { request, reply })
  })
}

interface Entering {
  request: FastifyRequest
  reply: FastifyReply
  refuse: (code: 'BLOCKED_USER' | 'MAX_SESSIONS', details?: { extra: Record<string, unknown> }) => never
}

/**
 * After a first factor, a password or an identity provider: requires the second factor if there is one, then opens a
 * session.
 */
export async function passFirstFactor(
  services: Services,
  account: Account,
  { locale, requiresStepUp = false, ...entering }: Entering & { locale: string; requiresStepUp?: boolean },
) {
  if (account.status === 'blocked') return entering.refuse('BLOCKED_USER')
  const factor = await requiredSecondFactor(services, account.id, { requiresStepUp })
  const { request } = entering
  return factor
    ? requireSecondFactor(services, account, factor, { request, locale })
    : enter(services, account.id, undefined, entering)
}

/**
 * Opens a session, or refuses with a token to repeat the sign-in by `force`. The token records whether a second
 * factor was given, so `force` skips none.
 */
export async function enter(
  services: Services,
  accountId: string,
  mfa: 'DONE' | undefined,
  { request, reply, refuse }: Entering,
) {
  const session = await signIn(services, accountId, request)
  if (session === 'BLOCKED_USER') return refuse(session)
  if (session !== 'MAX_SESSIONS') return completeSignIn(services, 'patient', session, { request, reply })
  const maxSessionsToken = await services.tokens.sign('max-sessions', { subject: accountId, mfa })
  return refuse(session, { extra: { maxSessionsToken } })
}

type Given = { accountId: string } | { refused: 'WRONG_CODE' | 'CODE_EXPIRED' }

async function byApp(services: Services, request: FastifyRequest, claims: Claims, code: string): Promise<Given> {
  const { id } = await accountOf(services, claims)
  return (await tryTotp(services, request, id, code)) ? { accountId: id } : { refused: 'WRONG_CODE' }
}

async function byPhone(services: Services, claims: Claims, code: string): Promise<Given> {
  const proof = await confirmCode(services, claims.subject, 'mfa', code)
  if (typeof proof === 'string') return { refused: proof }
  if (proof.isUsed) return { refused: 'CODE_EXPIRED' }
  const accountId = proof.accountId ?? ''
  // The account enabled an authenticator after the password was checked, so the authenticator is required now.
  if (await findAuthenticator(services.db, accountId)) throw new Unauthorized()
  return { accountId }
}
