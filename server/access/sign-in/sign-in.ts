import type { FastifyRequest } from 'fastify'
import { Unauthorized } from '../../kit/refusal.ts'
import type { Claims } from '../../kit/tokens.ts'
import type { Services } from '../../services.ts'
import { type Account, findAccount, spendToken } from '../account-store.ts'
import { deviceOf } from '../session/device.ts'
import { lockAccount } from '../session/session-store.ts'
import { type OpenedSession, openPatientSession } from '../session/sessions.ts'
import { knowSource } from './attempts.ts'

interface How {
  /** A max-sessions token, which this uses up: the session takes the place of the least recently used one. */
  force?: Claims
  /** Takes that place without one. */
  makeRoom?: boolean
}

/** Opens a session for somebody who has given every factor that was due. */
export function signIn(
  services: Services,
  accountId: string,
  request: FastifyRequest,
  { force, makeRoom = force !== undefined }: How = {},
): Promise<OpenedSession | 'BLOCKED_USER' | 'MAX_SESSIONS'> {
  const { db, config, secrets } = services
  return db.begin(async (tx) => {
    if ((await lockAccount(tx, accountId)) !== 'active') return 'BLOCKED_USER'
    if (force && !(await spendToken(tx, force.id, force.expiresAt))) throw new Unauthorized()
    const limits = { most: config.maxSessions, idleMinutes: config.patientSessionLengthInMins }
    const session = await openPatientSession(tx, accountId, { ...limits, makeRoom, device: deviceOf(request) })
    if (!session) return 'MAX_SESSIONS'
    await knowSource({ db: tx, secrets }, accountId, request)
    return session
  })
}

/** The account of a token on the way to a session; 401 when it is gone, or the token was earned with an old password. */
export async function accountOf(services: Services, { subject, issuedAt }: Claims): Promise<Account> {
  const account = await findAccount(services.db, subject)
  // Tokens count in whole seconds.
  const changedAt = Math.floor((account?.passwordChangedAt?.getTime() ?? 0) / 1_000)
  if (!account || issuedAt.getTime() / 1_000 < changedAt) throw new Unauthorized()
  return account
}
