import { errorCode, type Sql } from '../kit/db/db.ts'

/**
 * Whether a demo was ever loaded here, also after its file was taken away. Its people write from addresses under
 * `.example`, which nobody can have (RFC 2606), and so can nobody who works at a clinic.
 */
export async function holdsDemo(sql: Sql): Promise<boolean> {
  const rows = await sql`select 1 from staff where lower(email) ~ '\\.example$' limit 1`.catch((error: unknown) => {
    // Nothing was ever loaded into an empty database.
    if (errorCode(error) === UNDEFINED_TABLE) return []
    throw error
  })
  return rows.length > 0
}

const UNDEFINED_TABLE = '42P01'
