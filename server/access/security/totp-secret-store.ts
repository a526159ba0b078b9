import { markOf } from '../../kit/crypto/encryption.ts'
import type { Sql } from '../../kit/db/db.ts'

/** An authenticator that waits for its first code is replaced or confirmed within this time. */
const PENDING_HOURS = 24

/** Every column with an encrypted secret. */
export const SECRET_COLUMNS = [
  { table: 'authenticator', id: 'account_id', column: 'secret' },
  { table: 'staff', id: 'id', column: 'totp_secret' },
  { table: 'staff_invitation', id: 'id', column: 'totp_secret' },
] as const
export type SecretColumn = (typeof SECRET_COLUMNS)[number]

export interface StoredSecret {
  id: string
  secret: Buffer
}

/** Secrets that another key encrypts, in the order of their ids. */
export const findSecretsToRotate = (
  sql: Sql,
  column: SecretColumn,
  { keyId, after, limit }: { keyId: string; after: string; limit: number },
) =>
  sql<StoredSecret[]>`
    select ${sql(column.id)} as id, ${sql(column.column)} as secret from ${sql(column.table)}
    where ${isDue(sql, column, keyId)} and ${sql(column.id)} > ${after} order by 1 limit ${limit}`

export async function countSecretsToRotate(sql: Sql, column: SecretColumn, keyId: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from ${sql(column.table)} where ${isDue(sql, column, keyId)}`
  return row?.count ?? 0
}

function isDue(sql: Sql, { table, column }: SecretColumn, keyId: string) {
  const mark = markOf(keyId)
  const isSettled =
    table === 'authenticator'
      ? sql`(confirmed_at is not null or created_at < clock_timestamp() - make_interval(hours => ${PENDING_HOURS}))`
      : sql`true`
  return sql`(${sql(column)} is not null and substring(${sql(column)} from 1 for ${mark.length}::int) <> ${mark}
    and ${isSettled})`
}

/** A secret that changed meanwhile stays as it is. */
export async function replaceSecrets(
  sql: Sql,
  { table, id, column }: SecretColumn,
  changes: readonly { id: string; from: Buffer; to: Buffer }[],
): Promise<void> {
  const hex = (side: 'from' | 'to') => changes.map((change) => change[side].toString('hex'))
  await sql`
    update ${sql(table)} t set ${sql(column)} = decode(c.after, 'hex')
    from unnest(${changes.map((change) => change.id)}::uuid[], ${hex('from')}::text[], ${hex('to')}::text[])
      as c (id, before, after)
    where t.${sql(id)} = c.id and t.${sql(column)} = decode(c.before, 'hex')`
}
