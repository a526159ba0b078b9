import type { Sql } from '../../kit/db/db.ts'

/** A consultation with a time, of somebody who is still a patient here. */
export async function findMovable(sql: Sql, id: string) {
  const [row] = await sql<{ productId: string; clinicianId: string | null; startTime: Date | null }[]>`
    select c.product_id as "productId", c.clinician_id as "clinicianId", c.starts_at as "startTime"
    from consultation c join patient p on p.id = c.patient_id
    where c.id = ${id} and p.deleted_at is null`
  return row
}
