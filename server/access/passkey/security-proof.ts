import type { OwnerProof } from '@cuida/core/access/passkey/passkey-api.ts'
import { FRESH_SIGN_IN_MINUTES } from '@cuida/core/kit/assumptions.ts'
import type { FastifyRequest } from 'fastify'
import { InvalidInput, Unauthorized } from '../../kit/http/refusal.ts'
import type { Services } from '../../services.ts'
import { type Account, findAccount } from '../account-store.ts'
import { findAuthenticator } from '../security/authenticator-store.ts'
import { isSignedInWithin } from '../session/session-store.ts'
import { tryTotp } from '../sign-in/second-factor.ts'
import { tryStaffPassword, tryStaffTotp } from '../sign-in/staff-sign-in.ts'
import { tryPassword } from '../sign-in/try-password.ts'
import { findStaff } from '../staff-store.ts'
import { provenOwner } from './proven-owner.ts'

type Wrong = 'WRONG_PASSWORD' | 'PASSKEY_REFUSED'

/** Re-authenticates the session's user by password. Wrong tries count like those of a sign-in. */
export async function confirmPassword(
  services: Services,
  request: FastifyRequest,
  accountId: string,
  password: string,
): Promise<Account | undefined> {
  const account = await findAccount(services.db, accountId)
  if (!account) throw new Unauthorized()
  const right = await tryPassword(services, request, { name: account.phone, password, owner: account })
  return right ? account : undefined
}

/** What is wrong with the password or passkey that shall prove that the account's owner is here. */
export async function ownerProofProblem(
  services: Services,
  request: FastifyRequest,
  accountId: string,
  { password, passkey }: OwnerProof,
): Promise<Wrong | undefined> {
  if (passkey) {
    const owner = await provenOwner(services, request, 'patient', passkey)
    return owner && 'accountId' in owner && owner.accountId === accountId ? undefined : 'PASSKEY_REFUSED'
  }
  if (password === undefined) throw new InvalidInput({ password: 'REQUIRED' })
  return (await confirmPassword(services, request, accountId, password)) ? undefined : 'WRONG_PASSWORD'
}

/** The same of a change that takes every factor: the password with the code of the authenticator, or a passkey. */
export async function fullProofProblem(
  services: Services,
  request: FastifyRequest,
  accountId: string,
  proof: OwnerProof,
): Promise<Wrong | 'WRONG_CODE' | undefined> {
  const { code, passkey } = proof
  if (!passkey && code === undefined) throw new InvalidInput({ code: 'REQUIRED' })
  const problem = await ownerProofProblem(services, request, accountId, proof)
  if (problem || passkey || code === undefined) return problem
  return (await tryTotp(services, request, accountId, code)) ? undefined : 'WRONG_CODE'
}

/**
 * What is wrong with the proof that the account's owner is here. A passkey signs in alone, so adding one takes every
 * factor, as the sign-in some minutes ago did, or another passkey.
 */
export async function patientProofProblem(
  services: Services,
  request: FastifyRequest,
  { accountId, sessionId }: { accountId: string; sessionId: string },
  proof: OwnerProof,
): Promise<'PROOF_REQUIRED' | Wrong | 'WRONG_CODE' | undefined> {
  if (await isSignedInWithin(services.db, sessionId, FRESH_SIGN_IN_MINUTES)) return undefined
  if (proof.passkey) return ownerProofProblem(services, request, accountId, proof)
  const hasAuthenticator = (await findAuthenticator(services.db, accountId)) !== undefined
  if (proof.password === undefined || (hasAuthenticator && proof.code === undefined)) return 'PROOF_REQUIRED'
  return (hasAuthenticator ? fullProofProblem : ownerProofProblem)(services, request, accountId, proof)
}

export async function staffProofProblem(
  services: Services,
  request: FastifyRequest,
  { staffId, sessionId }: { staffId: string; sessionId: string },
  { password, code, passkey }: OwnerProof,
): Promise<'PROOF_REQUIRED' | Wrong | 'WRONG_CODE' | undefined> {
  if (await isSignedInWithin(services.db, sessionId, FRESH_SIGN_IN_MINUTES)) return undefined
  if (passkey) {
    const owner = await provenOwner(services, request, 'desk', passkey)
    return owner && 'staffId' in owner && owner.staffId === staffId ? undefined : 'PASSKEY_REFUSED'
  }
  const staff = await findStaff(services.db, staffId)
  if (!staff || password === undefined || code === undefined) return 'PROOF_REQUIRED'
  if (!(await tryStaffPassword(services, request, { email: staff.email, password, staff }))) return 'WRONG_PASSWORD'
  return (await tryStaffTotp(services, request, staff, code)) ? undefined : 'WRONG_CODE'
}
