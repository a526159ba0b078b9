import type { Place } from '@cuida/core/profile/account/account-api.ts'
import type { Sql } from '../../kit/db/db.ts'

// Streets are renamed now and then; nobody is hurt by an old name for a month.
const FRESH = '30 days'

/** What was found out before about a code; an old answer is better than none while nobody can be asked. */
export async function findKnownPlace(
  sql: Sql,
  country: string,
  code: string,
): Promise<{ place: Place; isFresh: boolean } | undefined> {
  const [row] = await sql<(Place & { isFresh: boolean })[]>`
    select country, code as "postalCode", state, city, district, street,
      fetched_at > clock_timestamp() - ${FRESH}::interval as "isFresh"
    from postal_code where country = ${country} and code = ${code}`
  if (!row) return undefined
  const { isFresh, ...place } = row
  return { place, isFresh }
}

export async function keepPlace(
  sql: Sql,
  { country, postalCode, state, city, district, street }: Place,
): Promise<void> {
  await sql`
    insert into postal_code (country, code, state, city, district, street)
    values (${country}, ${postalCode}, ${state}, ${city}, ${district}, ${street})
    on conflict (country, code) do update set state = excluded.state, city = excluded.city,
      district = excluded.district, street = excluded.street, fetched_at = excluded.fetched_at`
}
