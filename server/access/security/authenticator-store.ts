import type { Sql, Tx } from '../../kit/db/db.ts'

/** The patient's enabled authenticator. */
export async function findAuthenticator(sql: Sql, accountId: string): Promise<{ secret: Buffer } | undefined> {
  const [row] = await sql<{ secret: Buffer }[]>`
    select secret from authenticator where account_id = ${accountId} and confirmed_at is not null`
  return row
}

/** An authenticator that waits for its first code. */
export async function findNewSecret(sql: Sql, accountId: string): Promise<{ secret: Buffer } | undefined> {
  const [row] = await sql<{ secret: Buffer }[]>`
    select secret from authenticator where account_id = ${accountId} and confirmed_at is null`
  return row
}

/** Stores a new secret in place of an earlier pending one; false when an authenticator is enabled. */
export async function keepNewSecret(sql: Sql, accountId: string, secret: Buffer): Promise<boolean> {
  const done = await sql`
    insert into authenticator (account_id, secret) values (${accountId}, ${secret})
    on conflict (account_id) do update set secret = excluded.secret, step = 0, created_at = now()
    where authenticator.confirmed_at is null`
  return done.count === 1
}

/** Enables the pending secret that produced this code; false when another tab was faster. */
export async function acceptNewSecret(tx: Tx, accountId: string, secret: Buffer, step: number): Promise<boolean> {
  const done = await tx`
    update authenticator set confirmed_at = clock_timestamp(), step = ${step}
    where account_id = ${accountId} and secret = ${secret} and confirmed_at is null`
  return done.count === 1
}

/** Uses a TOTP step once; false when it or a later one was used. */
export async function takeStep(sql: Sql, accountId: string, step: number): Promise<boolean> {
  const done = await sql`
    update authenticator set step = ${step}
    where account_id = ${accountId} and confirmed_at is not null and step < ${step}`
  return done.count === 1
}

export async function deleteAuthenticator(tx: Tx, accountId: string): Promise<void> {
  await tx`delete from authenticator where account_id = ${accountId}`
}

export async function replaceRecoveryCodes(tx: Tx, accountId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx`delete from recovery_code where account_id = ${accountId}`
  await tx`insert into recovery_code ${tx(hashes.map((hash) => ({ account_id: accountId, hash })))}`
}

export async function takeRecoveryCode(sql: Sql, accountId: string, hashes: readonly Buffer[]): Promise<boolean> {
  const done = await sql`
    update recovery_code set used_at = clock_timestamp()
    where account_id = ${accountId} and hash in ${sql([...hashes])} and used_at is null`
  return done.count === 1
}

export async function countRecoveryCodes(sql: Sql, accountId: string): Promise<number> {
  const [row] = await sql<{ left: number }[]>`
    select count(*)::int as left from recovery_code where account_id = ${accountId} and used_at is null`
  return row?.left ?? 0
}
