import type { Sql } from '../db/db.ts'

export async function consumeToken(sql: Sql, jti: string, expiresAt: Date): Promise<boolean> {
  const rows = await sql`
    insert into spent_token (jti, expires_at) values (${jti}, ${expiresAt}) on conflict do nothing returning 1`
  return rows.length === 1
}
