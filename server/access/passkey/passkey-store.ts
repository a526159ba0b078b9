import type { Passkey } from '@cuida/core/access/passkey/passkey-api.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'
import type { Owner } from '../session/session-store.ts'

/** What a signature is verified with. */
export interface StoredPasskey {
  id: string
  owner: Owner
  credentialId: Buffer
  publicKey: Buffer
  userHandle: Buffer
}

export interface NewPasskey {
  credentialId: Buffer
  publicKey: Buffer
  counter: number
  userHandle: Buffer
  transports: readonly string[]
  canBeBackedUp: boolean
  isBackedUp: boolean
  name: string
}

const isOf = (sql: Sql, owner: Owner) =>
  'accountId' in owner ? sql`account_id = ${owner.accountId}` : sql`staff_id = ${owner.staffId}`

export async function listPasskeys(sql: Sql, owner: Owner): Promise<Passkey[]> {
  const rows = await sql<{ id: string; name: string; createdAt: Date; lastUsedAt: Date | null; isBlocked: boolean }[]>`
    select id, name, created_at as "createdAt", last_used_at as "lastUsedAt", blocked_at is not null as "isBlocked"
    from passkey where ${isOf(sql, owner)} order by created_at, id`
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  }))
}

export const findCredentials = (sql: Sql, owner: Owner) =>
  sql<{ credentialId: Buffer; userHandle: Buffer }[]>`
    select credential_id as "credentialId", user_handle as "userHandle" from passkey
    where ${isOf(sql, owner)} order by created_at, id`

/** A passkey of patients or of staff, whichever is asked for. A blocked one is not found. */
export async function findPasskey(
  sql: Sql,
  audience: 'patient' | 'desk',
  credentialId: Buffer,
): Promise<StoredPasskey | undefined> {
  const [row] = await sql<
    { id: string; accountId: string | null; staffId: string | null; publicKey: Buffer; userHandle: Buffer }[]
  >`
    select id, account_id as "accountId", staff_id as "staffId", public_key as "publicKey", user_handle as "userHandle"
    from passkey
    where credential_id = ${credentialId} and blocked_at is null
      and ${audience === 'patient' ? sql`account_id is not null` : sql`staff_id is not null`}`
  if (!row) return undefined
  const { id, accountId, staffId, publicKey, userHandle } = row
  const owner = accountId === null ? { staffId: staffId ?? '' } : { accountId }
  return { id, owner, credentialId, publicKey, userHandle }
}

/** Undefined when the passkey is registered already. */
export async function insertPasskey(tx: Tx, owner: Owner, passkey: NewPasskey): Promise<string | undefined> {
  const [row] = await tx<{ id: string }[]>`
    insert into passkey ${tx({
      account_id: 'accountId' in owner ? owner.accountId : null,
      staff_id: 'staffId' in owner ? owner.staffId : null,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      user_handle: passkey.userHandle,
      transports: [...passkey.transports],
      can_be_backed_up: passkey.canBeBackedUp,
      is_backed_up: passkey.isBackedUp,
      name: passkey.name,
    })} on conflict (credential_id) do nothing returning id`
  return row?.id
}

/**
 * Records a sign-in; false when the counter did not advance, so that of two copies of a key one is found out. A
 * counter of 0 twice belongs to an authenticator that does not count.
 */
export async function recordUse(
  tx: Tx,
  id: string,
  { counter, isBackedUp }: { counter: number; isBackedUp: boolean },
): Promise<boolean> {
  const done = await tx`
    update passkey set counter = ${counter}, is_backed_up = ${isBackedUp}, last_used_at = clock_timestamp()
    where id = ${id} and blocked_at is null and (counter < ${counter} or (counter = 0 and ${counter} = 0))`
  return done.count === 1
}

/** False when the passkey is blocked or removed already. */
export async function blockPasskey(tx: Tx, id: string): Promise<boolean> {
  const done = await tx`update passkey set blocked_at = clock_timestamp() where id = ${id} and blocked_at is null`
  return done.count === 1
}

export async function setPasskeyName(sql: Sql, owner: Owner, id: string, name: string): Promise<boolean> {
  const done = await sql`update passkey set name = ${name} where id = ${id} and ${isOf(sql, owner)}`
  return done.count === 1
}

export async function deletePasskey(sql: Sql, owner: Owner, id: string): Promise<boolean> {
  const done = await sql`delete from passkey where id = ${id} and ${isOf(sql, owner)}`
  return done.count === 1
}

export async function deletePasskeysOf(sql: Sql, owner: Owner): Promise<number> {
  const done = await sql`delete from passkey where ${isOf(sql, owner)}`
  return done.count
}

/** Removes those that were added during the last `days`. */
export async function deleteNewPasskeys(sql: Sql, owner: Owner, days: number): Promise<number> {
  const done = await sql`
    delete from passkey
    where ${isOf(sql, owner)} and created_at > clock_timestamp() - make_interval(days => ${days})`
  return done.count
}

/** Serialises additions of one owner, so that concurrent ones keep to the limit. */
export async function lockOwner(tx: Tx, owner: Owner): Promise<void> {
  if ('accountId' in owner) await tx`select 1 from account where id = ${owner.accountId} for update`
  else await tx`select 1 from staff where id = ${owner.staffId} for update`
}
