import type { OwnerProof } from '@cuida/core/access/passkey/passkey-api.ts'
import { FRESH_SIGN_IN_MINUTES } from '@cuida/core/kit/assumptions.ts'
import type { FastifyRequest } from 'fastify'
import { ownerProofProblem } from '../../access/passkey/security-proof.ts'
import { isSignedInWithin } from '../../access/session/session-store.ts'
import { Unauthorized } from '../../kit/http/refusal.ts'
import type { PatientCaller } from '../../kit/session/caller.ts'
import type { Services } from '../../services.ts'
import { findHolderAccount, type HolderAccount } from './account-store.ts'

/**
 * The account if the password or passkey is its owner's, otherwise the refusal. Required for actions that a borrowed
 * device must not perform; wrong tries count in the rate limits of sign-in.
 */
export async function accountWithProof(
  services: Services,
  request: FastifyRequest,
  { accountId, proof }: { accountId: string; proof: OwnerProof },
): Promise<HolderAccount | 'WRONG_CREDENTIALS' | 'PASSKEY_REFUSED'> {
  const problem = await ownerProofProblem(services, request, accountId, proof)
  if (problem) return problem === 'WRONG_PASSWORD' ? 'WRONG_CREDENTIALS' : problem
  return accountOf(services, accountId)
}

/**
 * The account if its holder signed in to this session within the last minutes; undefined: a proof is required.
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
