import type { Sql } from '../../kit/db/db.ts'
import type { Verification } from './verification-store.ts'

/** Stores the provider's id of a sending for as long as the provider keeps it open. */
export async function saveVendorReference(sql: Sql, { id, sending }: Verification, reference: string): Promise<void> {
  await sql`
    update code_sent set vendor_reference = ${reference} where verification_id = ${id} and sending = ${sending}`
}

export async function findOpenAtVendor(sql: Sql, phoneOrVerification: string): Promise<string[]> {
  const rows = await sql<{ reference: string }[]>`
    select distinct vendor_reference as reference from code_sent
    where vendor_reference is not null
      and (sent_to = ${phoneOrVerification} or verification_id::text = ${phoneOrVerification})`
  return rows.map(({ reference }) => reference)
}

export async function forgetVendor(sql: Sql, reference: string): Promise<void> {
  await sql`update code_sent set vendor_reference = null where vendor_reference = ${reference}`
}
