import type { Sql } from '../db/db.ts'

export interface StoredDataKey {
  id: string
  wrapped: Buffer
}

export const findDataKeys = (sql: Sql): Promise<StoredDataKey[]> =>
  sql<StoredDataKey[]>`select id, wrapped from data_key order by id`

/** Does nothing when another process was first. */
export async function insertDataKey(sql: Sql, { id, wrapped }: StoredDataKey): Promise<void> {
  await sql`insert into data_key (id, wrapped) values (${id}, ${wrapped}) on conflict do nothing`
}

export async function updateDataKey(sql: Sql, { id, wrapped }: StoredDataKey): Promise<void> {
  await sql`update data_key set wrapped = ${wrapped} where id = ${id}`
}
