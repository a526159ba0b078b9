import { forceLogin, login, loginMfa } from '@cuida/core/access/api.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Unauthorized } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import type { Services } from '../services.ts'
import { type Account, findAccount, findAccountByPhone, spendToken } from './account-store.ts'
import { knowSource, tryPassword } from './attempts.ts'
import { maskedPhone } from './phone.ts'
import { lockAccount } from './session-store.ts'
import { type OpenedSession, openPatientSession } from './sessions.ts'
import { deliver } from './token-delivery.ts'
import { confirmCode, startVerification } from './verification.ts'

/** Signing in: password, second factor when the partner wants one, then a place among the account's sessions. */
export function loginRoutes(app: FastifyInstance, services: Services): void {
  const { db, config } = services

  serve(app, services, login, async ({ identifier, password }, { request, reply, locale, refuse }) => {
    const account = await findAccountByPhone(db, identifier)
    const right = await tryPassword(services, request, { name: identifier, password, owner: account })
    if (!account || !right) return refuse('WRONG_CREDENTIALS')
    return passFirstFactor(services, account, { request, reply, locale, refuse })
  })

  serve(app, services, loginMfa, async ({ code }, { caller, request, reply, refuse }) => {
    const proof = await confirmCode(services, caller.claims.subject, 'mfa', code)
    if (typeof proof === 'string') return refuse(proof)
    const session = await signIn(services, proof.accountId ?? '', request)
    if (session === 'BLOCKED_USER') return refuse(session)
    if (session === 'MAX_SESSIONS') return refuse(session, await forcing(services, proof.accountId ?? ''))
    return deliver(services, 'patient', session, { request, reply })
  })

  serve(app, services, forceLogin, async (_, { caller: { claims }, request, reply, locale, refuse }) => {
    const account = (await findAccount(db, claims.subject)) ?? refuseDeleted()
    if (config.enableMfa && claims.mfa !== 'DONE') {
      if (!(await spendToken(db, claims.id, claims.expiresAt))) throw new Unauthorized()
      return secondFactorDue(services, account, locale)
    }
    const session = await signIn(services, account.id, request, claims)
    if (typeof session === 'string') return refuse('BLOCKED_USER')
    return deliver(services, 'patient', session, { request, reply })
  })
}

interface Entering {
  request: FastifyRequest
  reply: FastifyReply
  locale: string
  refuse: (code: 'BLOCKED_USER' | 'MAX_SESSIONS', details?: { extra: Record<string, unknown> }) => never
}

/** What follows a good first factor, a password or a provider of identities: the second one when due, then a session. */
export async function passFirstFactor(services: Services, account: Account, entering: Entering) {
  const { request, reply, locale, refuse } = entering
  if (account.status === 'blocked') return refuse('BLOCKED_USER')
  if (services.config.enableMfa) return secondFactorDue(services, account, locale)
  const session = await signIn(services, account.id, request)
  if (session === 'BLOCKED_USER') return refuse(session)
  if (session === 'MAX_SESSIONS') return refuse(session, await forcing(services, account.id))
  return deliver(services, 'patient', session, { request, reply })
}

/** What a refused sign-in needs to insist. It says whether the second factor was given, so that force cannot skip it. */
async function forcing({ config, tokens }: Services, accountId: string) {
  const mfa = config.enableMfa ? 'DONE' : undefined
  return { extra: { maxSessionsToken: await tokens.sign('max-sessions', { subject: accountId, mfa }) } }
}

/** Sends the code and hands out a token that is good for entering it, and for nothing else. */
async function secondFactorDue(services: Services, account: { id: string; phone: string }, locale: string) {
  const wanted = { purpose: 'mfa', phone: account.phone, accountId: account.id, locale } as const
  const subject = await startVerification(services, wanted)
  const accessToken = await services.tokens.sign('mfa', { subject, mfa: 'PENDING' })
  return { accessToken, mfa: 'PENDING' as const, maskedPhone: maskedPhone(account.phone) }
}

/** Opens a session; with a max-sessions token, which that uses up, in the place of the least recently used one. */
function signIn(
  services: Services,
  accountId: string,
  request: FastifyRequest,
  force?: { id: string; expiresAt: Date },
): Promise<OpenedSession | 'BLOCKED_USER' | 'MAX_SESSIONS'> {
  const { db, config } = services
  return db.begin(async (tx) => {
    if ((await lockAccount(tx, accountId)) !== 'active') return 'BLOCKED_USER'
    if (force && !(await spendToken(tx, force.id, force.expiresAt))) throw new Unauthorized()
    const limits = { most: config.maxSessions, idleMinutes: config.patientSessionLengthInMins }
    const session = await openPatientSession(tx, accountId, { ...limits, makeRoom: force !== undefined })
    if (!session) return 'MAX_SESSIONS'
    await knowSource({ db: tx, secrets: services.secrets }, accountId, request)
    return session
  })
}

function refuseDeleted(): never {
  throw new Unauthorized()
}
