import type { Sql } from '../../kit/db/db.ts'

/** The account that is signed in to with this number, if it is one that may be. */
export async function findHolder(sql: Sql, phone: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`select id from account where phone = ${phone} and status = 'active'`
  return row?.id
}

/** Ids of what a clinician gives. */
export async function findProductIds(sql: Sql, clinicianId: string): Promise<Set<string>> {
  const rows = await sql<{ id: string }[]>`
    select product_id as id from clinician_product where clinician_id = ${clinicianId}`
  return new Set(rows.map(({ id }) => id))
}
