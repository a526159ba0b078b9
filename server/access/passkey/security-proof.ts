import { FRESH_SIGN_IN_MINUTES } from '@cuida/core/kit/assumptions.ts'
import type { FastifyRequest } from 'fastify'
import type { Services } from '../../services.ts'
import { findAuthenticator } from '../security/authenticator-store.ts'
import { confirmPassword } from '../security/security-routes.ts'
import { isSignedInWithin } from '../session/session-store.ts'
import { tryTotp } from '../sign-in/second-factor.ts'
import { tryStaffPassword, tryStaffTotp } from '../sign-in/staff-sign-in.ts'
import { findStaff } from '../staff-store.ts'

interface Proof {
  password?: string | undefined
  code?: string | undefined
}
type Missing = 'PROOF_REQUIRED' | 'WRONG_PASSWORD' | 'WRONG_CODE'

/**
 * What is wrong with the proof that the account's owner is here. A passkey signs in alone, so adding one takes every
 * factor, as the sign-in some minutes ago did.
 */
export async function patientProofProblem(
  services: Services,
  request: FastifyRequest,
  { accountId, sessionId }: { accountId: string; sessionId: string },
  { password, code }: Proof,
): Promise<Missing | undefined> {
  if (await isSignedInWithin(services.db, sessionId, FRESH_SIGN_IN_MINUTES)) return undefined
  const hasAuthenticator = (await findAuthenticator(services.db, accountId)) !== undefined
  if (password === undefined || (hasAuthenticator && code === undefined)) return 'PROOF_REQUIRED'
  if (!(await confirmPassword(services, request, accountId, password))) return 'WRONG_PASSWORD'
  const isRight = !hasAuthenticator || (await tryTotp(services, request, accountId, code ?? ''))
  return isRight ? undefined : 'WRONG_CODE'
}

export async function staffProofProblem(
  services: Services,
  request: FastifyRequest,
  { staffId, sessionId }: { staffId: string; sessionId: string },
  { password, code }: Proof,
): Promise<Missing | undefined> {
  if (await isSignedInWithin(services.db, sessionId, FRESH_SIGN_IN_MINUTES)) return undefined
  const staff = await findStaff(services.db, staffId)
  if (!staff || password === undefined || code === undefined) return 'PROOF_REQUIRED'
  if (!(await tryStaffPassword(services, request, { email: staff.email, password, staff }))) return 'WRONG_PASSWORD'
  return (await tryStaffTotp(services, request, staff, code)) ? undefined : 'WRONG_CODE'
}
