import type { Rating } from '@cuida/core/care/rating/rating.ts'
import { hasActiveStaff } from '../../access/staff-store.ts'
import { decryptRows, encryptText } from '../../kit/crypto/encrypted-text.ts'
import type { Sql } from '../../kit/db/db.ts'

export async function ratingOf(sql: Sql, consultationId: string): Promise<Rating | null> {
  const rows = await sql<Rating[]>`
    select stars, comment from consultation_rating where consultation_id = ${consultationId}`
  const [rating] = await decryptRows(sql, rows, { comment: 'consultation_rating.comment' })
  return rating ?? null
}

export async function saveRating(sql: Sql, consultationId: string, { stars, comment }: Rating): Promise<void> {
  const encrypted = encryptText(sql, 'consultation_rating.comment', comment)
  await sql`
    insert into consultation_rating (consultation_id, stars, comment) values (${consultationId}, ${stars}, ${encrypted})
    on conflict (consultation_id) do update set stars = ${stars}, comment = ${encrypted}, rated_at = clock_timestamp()`
}

/**
 * Number of ratings of a clinician's consultations and the sum of their stars; zeros when the clinician no longer
 * works here.
 */
export async function countRatings(sql: Sql, clinicianId: string): Promise<{ count: number; stars: number }> {
  const [row] = await sql<{ count: number; stars: number }[]>`
    select count(*)::int as count, coalesce(sum(r.stars), 0)::int as stars
    from clinician c
    join consultation o on o.clinician_id = c.id and o.status in ('CLOSED', 'CLOSED_WITH_ERROR')
    join consultation_rating r on r.consultation_id = o.id
    where c.id = ${clinicianId} and ${hasActiveStaff(sql)}`
  return row ?? { count: 0, stars: 0 }
}
