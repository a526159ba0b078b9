import { FRESH_SIGN_IN_MINUTES } from '@cuida/core/kit/assumptions.ts'
import type { FastifyRequest } from 'fastify'
import { isSignedInWithin } from '../../access/session/session-store.ts'
import { tryPassword } from '../../access/sign-in/try-password.ts'
import { Unauthorized } from '../../kit/http/refusal.ts'
import type { PatientCaller } from '../../kit/session/caller.ts'
import type { Services } from '../../services.ts'
import { findHolderAccount, type HolderAccount } from './account-store.ts'

/**
 * The account if the password is right, otherwise undefined. Required for actions that a borrowed device must not
 * perform; wrong passwords count in the rate limits of sign-in.
 */
export async function accountWithPassword(
  services: Services,
  request: FastifyRequest,
  { accountId, password }: { accountId: string; password: string },
): Promise<HolderAccount | undefined> {
  const account = await accountOf(services, accountId)
  const right = await tryPassword(services, request, { name: account.phone, password, owner: account })
  return right ? account : undefined
}

/**
 * The account if its holder signed in to this session within the last minutes; undefined: the password is required.
 */
export async function accountAfterSignIn(
  services: Services,
  { accountId, sessionId }: PatientCaller,
): Promise<HolderAccount | undefined> {
  const isFresh = await isSignedInWithin(services.db, sessionId, FRESH_SIGN_IN_MINUTES)
  return isFresh ? accountOf(services, accountId) : undefined
}

/** Throws Unauthorized when the account was deleted after the session was checked. */
async function accountOf({ db }: Services, accountId: string): Promise<HolderAccount> {
  const account = await findHolderAccount(db, accountId)
  if (!account) throw new Unauthorized()
  return account
}
