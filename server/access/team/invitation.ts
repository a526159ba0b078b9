import { randomUUID } from 'node:crypto'
import { hashOf, mapKeys, type PerKey, type Secrets } from '../../kit/crypto/secrets.ts'
import type { Tx } from '../../kit/db/db.ts'
import { enqueueNotification } from '../../notifications/outbox-store.ts'
import type { Services } from '../../services.ts'
import { encryptSecret, newSecret } from '../security/totp.ts'
import {
  deleteDeclinedProfiles,
  endInvitation,
  findApprovers,
  findReplacedInvitations,
  type InvitedPerson,
  insertInvitation,
} from './invitation-store.ts'

/**
 * The link's secret: 256 bits computed from the invitation's id and a key outside the database, so that a retry can
 * write the e-mail again, and neither table nor queue holds the secret.
 */
const secretsOf = (secrets: Secrets, id: string): PerKey<string> =>
  mapKeys(secrets.derive('invitation', id), (secret) => secret.toString('base64url'))

/** The link of a new invitation. The secret is in the fragment, which no server logs. */
export const linkOf = ({ env, secrets }: Pick<Services, 'env' | 'secrets'>, id: string): string =>
  linkWith(env, secretsOf(secrets, id)[0])

/** The link of a stored invitation; undefined when the key that made it is no longer known. */
export function findLink(
  { env, secrets }: Pick<Services, 'env' | 'secrets'>,
  { id, secretHash }: { id: string; secretHash: Buffer },
): string | undefined {
  const secret = secretsOf(secrets, id).find((each) => secretHash.equals(hashOf(each)))
  return secret && linkWith(env, secret)
}

const linkWith = ({ DESK_URL }: Services['env'], secret: string): string => `${DESK_URL}/desk/join#${secret}`

/** Creates an invitation and ends those that it replaces; undefined when the address is taken. */
export async function invite({ secrets }: Pick<Services, 'secrets'>, tx: Tx, invited: InvitedPerson) {
  await deleteDeclinedProfiles(tx, invited.email)
  for (const old of await findReplacedInvitations(tx, invited.email, invited.memberId))
    await endInvitation(tx, old, { is: 'replaced' })
  const id = randomUUID()
  const totpSecret = encryptSecret(secrets, newSecret())
  const done = await insertInvitation(tx, invited, { id, secret: secretsOf(secrets, id)[0], totpSecret })
  return done ? id : undefined
}

export const sendLink = (tx: Tx, invitationId: string): Promise<void> =>
  enqueueNotification(tx, { type: 'invitation', subjectId: invitationId })

/** Notifies every manager who can approve; one approval suffices. */
export async function requestApproval(tx: Tx, invitationId: string, invitedBy: string): Promise<void> {
  for (const staffId of await findApprovers(tx, invitedBy))
    await enqueueNotification(tx, { type: 'invitation-question', staffId, subjectId: invitationId })
}
