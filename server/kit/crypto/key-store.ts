import type { Sql } from '../db/db.ts'
import { decrypt, encrypt } from './encryption.ts'
import { createSecrets, type RetainedKey, type RetainedPurpose, type Secrets } from './secrets.ts'

/** The keys of APP_SECRET, with what the database retained of earlier ones. */
export async function loadSecrets(sql: Sql, appSecret: string): Promise<Secrets> {
  return createSecrets(appSecret, await findRetainedKeys(sql, createSecrets(appSecret)))
}

/** Those that a known key can decrypt. */
async function findRetainedKeys(sql: Sql, secrets: Secrets): Promise<RetainedKey[]> {
  const rows = await sql<{ purpose: RetainedPurpose; key_id: string; wrapped: Buffer }[]>`
    select purpose, key_id, wrapped from retained_key order by purpose, key_id`
  return rows.flatMap(({ purpose, key_id: id, wrapped }) => {
    try {
      const name = nameOf({ purpose, id })
      return [{ purpose, id, key: decrypt(secrets.encryptionKeys('wrap', name), name, wrapped) }]
    } catch {
      return []
    }
  })
}

/** Stores what must be kept of the earlier keys, encrypted with the current one. */
export async function saveRetainedKeys(sql: Sql, secrets: Secrets): Promise<void> {
  for (const { purpose, id, key } of secrets.retainedKeys()) {
    const name = nameOf({ purpose, id })
    const wrapped = encrypt(secrets.encryptionKeys('wrap', name), name, key)
    await sql`
      insert into retained_key (purpose, key_id, wrapped) values (${purpose}, ${id}, ${wrapped})
      on conflict (purpose, key_id) do update set wrapped = excluded.wrapped`
  }
}

const nameOf = ({ purpose, id }: Pick<RetainedKey, 'purpose' | 'id'>): string => `${purpose} ${id}`

/** Records that nothing is encrypted with another key any more. */
export async function saveFinishedRotation(sql: Sql, keyId: string): Promise<void> {
  await sql`
    insert into key_rotation (key_id) values (${keyId})
    on conflict (key_id) do update set finished_at = clock_timestamp()`
}

export async function findFinishedRotation(sql: Sql, keyId: string): Promise<Date | undefined> {
  const [row] = await sql<{ at: Date }[]>`select finished_at as at from key_rotation where key_id = ${keyId}`
  return row?.at
}
