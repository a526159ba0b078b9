import type { FastifyRequest } from 'fastify'
import { consumeToken } from '../../kit/crypto/single-use-token.ts'
import type { Claims } from '../../kit/crypto/tokens.ts'
import { Unauthorized } from '../../kit/http/refusal.ts'
import type { Services } from '../../services.ts'
import { type Account, findAccount } from '../account-store.ts'
import { originOf } from '../session/origin-store.ts'
import { lockAccount } from '../session/session-store.ts'
import { findRepeatedSession, type OpenedSession, openPatientSession, refreshKeysFor } from '../session/sessions.ts'
import { clientOf } from '../session/token-delivery.ts'

interface How {
  /**
   * A max-sessions token, which this call uses up: the session replaces the least recently used one. A client that
   * lost the response repeats the token a moment later and receives the same session.
   */
  force?: Claims
  /** Replaces the least recently used session without such a token. */
  makeRoom?: boolean
}

/** Opens a session for a person who has given every required factor. */
export function signIn(
  services: Services,
  accountId: string,
  request: FastifyRequest,
  { force, makeRoom = force !== undefined }: How = {},
): Promise<OpenedSession | 'BLOCKED_USER' | 'MAX_SESSIONS'> {
  const { db, config, secrets } = services
  const client = clientOf(request)
  const keys = force && refreshKeysFor(secrets, `force ${force.id}`)
  return db.begin(async (tx) => {
    if ((await lockAccount(tx, accountId)) !== 'active') return 'BLOCKED_USER'
    if (force && keys && !(await consumeToken(tx, force.id, force.expiresAt))) {
      const again = await findRepeatedSession(tx, { accountId }, { keys, client, origin: originOf(secrets, request) })
      if (!again) throw new Unauthorized()
      return again
    }
    const limits = { most: config.maxSessions, idleMinutes: config.patientSessionLengthInMins }
    const how = { ...limits, makeRoom, client, key: keys?.[0] }
    return (await openPatientSession(tx, accountId, how)) ?? 'MAX_SESSIONS'
  })
}

/** The account behind a sign-in token; 401 when it is gone, or its password changed after the token was issued. */
export async function accountOf(services: Services, { subject, issuedAt }: Claims): Promise<Account> {
  const account = await findAccount(services.db, subject)
  // Token times are whole seconds.
  const changedAt = Math.floor((account?.passwordChangedAt?.getTime() ?? 0) / 1_000)
  if (!account || issuedAt.getTime() / 1_000 < changedAt) throw new Unauthorized()
  return account
}
