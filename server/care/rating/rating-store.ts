import type { Rating } from '@cuida/core/care/rating/rating.ts'
import type { Sql } from '../../kit/db/db.ts'

export async function ratingOf(sql: Sql, consultationId: string): Promise<Rating | null> {
  const [row] = await sql<Rating[]>`
    select stars, comment from consultation_rating where consultation_id = ${consultationId}`
  return row ?? null
}

export async function saveRating(sql: Sql, consultationId: string, { stars, comment }: Rating): Promise<void> {
  await sql`
    insert into consultation_rating (consultation_id, stars, comment) values (${consultationId}, ${stars}, ${comment})
    on conflict (consultation_id) do update set stars = ${stars}, comment = ${comment}, rated_at = clock_timestamp()`
}
