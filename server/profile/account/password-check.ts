import type { FastifyRequest } from 'fastify'
import { tryPassword } from '../../access/sign-in/attempts.ts'
import { Unauthorized } from '../../kit/http/refusal.ts'
import type { Services } from '../../services.ts'
import { findHolderAccount, type HolderAccount } from './account-store.ts'

/**
 * The account, if this is its password: asked again before anything that a borrowed device must not do. undefined when
 * it is wrong; wrong ones cost the same rate limits as at the door.
 */
export async function accountWithPassword(
  services: Services,
  request: FastifyRequest,
  { accountId, password }: { accountId: string; password: string },
): Promise<HolderAccount | undefined> {
  const account = await findHolderAccount(services.db, accountId)
  // The session outlived its account by a moment.
  if (!account) throw new Unauthorized()
  const right = await tryPassword(services, request, { name: account.phone, password, owner: account })
  return right ? account : undefined
}
