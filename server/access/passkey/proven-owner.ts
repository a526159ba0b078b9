import type { Assertion } from '@cuida/core/access/passkey/passkey-api.ts'
import type { FastifyRequest } from 'fastify'
import { audit } from '../../kit/audit.ts'
import type { Tx } from '../../kit/db/db.ts'
import { restoreUse } from '../../kit/limit/rate-limit.ts'
import { consumePerAddress } from '../../kit/proof-of-work/proof-of-work.ts'
import type { Services } from '../../services.ts'
import { enqueueSecurityNotice } from '../notifications.ts'
import { clientAddressOf, WRONG_PASSKEYS_PER_ADDRESS } from '../rate-limits.ts'
import { insertFailure, originOf } from '../session/origin-store.ts'
import type { Owner } from '../session/session-store.ts'
import { type PasskeyAudience, verifyAssertion } from './passkey.ts'
import { blockPasskey, findPasskey, recordUse } from './passkey-store.ts'

export const idOf = (owner: Owner): string => ('accountId' in owner ? owner.accountId : owner.staffId)

/** The owner of the passkey that signed; undefined for every reason alike. Each try counts, a right one is restored. */
export async function provenOwner(
  services: Services,
  request: FastifyRequest,
  audience: PasskeyAudience,
  credential: Assertion,
): Promise<Owner | undefined> {
  const { db, secrets } = services
  await consumePerAddress(services, request, WRONG_PASSKEYS_PER_ADDRESS)
  const passkey = await findPasskey(db, audience, Buffer.from(credential.id, 'base64url'))
  const use = await verifyAssertion(services, audience, { credential, passkey })
  if (!passkey || !use) {
    await insertFailure(db, passkey && idOf(passkey.owner), originOf(secrets, request))
    return undefined
  }
  const isAdvanced = await db.begin(async (tx) => {
    if (await recordUse(tx, passkey.id, use)) return true
    await block(services, tx, passkey)
    return false
  })
  if (!isAdvanced) return undefined
  await restoreUse(db, secrets, WRONG_PASSKEYS_PER_ADDRESS, clientAddressOf(request))
  return passkey.owner
}

/** Two devices hold the key: which of them is the owner's cannot be told, so neither signs in any more. */
async function block({ secrets }: Services, tx: Tx, { id, owner }: { id: string; owner: Owner }): Promise<void> {
  if (!(await blockPasskey(tx, id))) return
  if ('accountId' in owner) await enqueueSecurityNotice(tx, owner.accountId, 'passkeyBlocked')
  else await audit(tx, secrets, { staffId: owner.staffId, act: 'block-passkey', detail: { passkey: id } })
}
