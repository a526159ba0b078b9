import type { FollowUp } from '@cuida/core/care/next-step/next-step-api.ts'
import type { Sql } from '../../kit/db/db.ts'

/** The time of this clinician that is held for this patient now; null: none, or it ran out. */
export async function findFollowUp(
  sql: Sql,
  patientId: string,
  clinicianId: string | null,
): Promise<(FollowUp & { productSlug: string }) | null> {
  const [row] = await sql<{ startsAt: Date; expiresAt: Date; productName: string; productSlug: string }[]>`
    select s.starts_at as "startsAt", s.expires_at as "expiresAt", w.product_name as "productName",
      w.product_slug as "productSlug"
    from waitlist_wish w join slot_claim s on s.cart_id = w.cart_id
    where w.patient_id = ${patientId} and s.clinician_id = ${clinicianId} and s.state = 'held'
      and s.expires_at > clock_timestamp()
    order by s.starts_at limit 1`
  return row
    ? {
        startTime: row.startsAt.toISOString(),
        keptUntil: row.expiresAt.toISOString(),
        productName: row.productName,
        productSlug: row.productSlug,
      }
    : null
}
