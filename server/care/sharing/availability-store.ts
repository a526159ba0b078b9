import type { Availability } from '@cuida/core/care/sharing/availability.ts'
import { countsAsThere } from '../../access/at-desk-store.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'

interface Said {
  away: 'paused' | 'off' | null
  until: Date | null
}

const availabilityOf = (said: Said | undefined): Availability => ({
  state: said?.away ?? 'available',
  until: said?.until?.toISOString() ?? null,
})

export async function findAvailability(sql: Sql, staffId: string): Promise<Availability> {
  const [said] = await sql<Said[]>`
    select t.away, t.away_until as until from staff t where t.id = ${staffId} and not ${countsAsThere(sql)}`
  return availabilityOf(said)
}

export async function saveAvailability(
  tx: Tx,
  staffId: string,
  away: 'paused' | 'off' | null,
  minutes: number | null,
): Promise<Availability> {
  const [said] = await tx<Said[]>`
    update staff set away = ${away}, away_since = case when ${away}::text is not null then clock_timestamp() end,
      away_until = clock_timestamp() + make_interval(mins => ${minutes}::int)
    where id = ${staffId} returning away, away_until as until`
  return availabilityOf(said)
}
