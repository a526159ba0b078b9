import type { Sql, Tx } from '../../kit/db/db.ts'

interface Found {
  isBooked: boolean
  startsAt: Date
  confirmedStart: Date | null
}

/** undefined when it is nobody's any more, or has no hour. */
export async function findReminded(sql: Sql, consultationId: string): Promise<Found | undefined> {
  const [row] = await sql<Found[]>`
    select c.status = 'QUEUED' as "isBooked", c.starts_at as "startsAt", c.confirmed_start as "confirmedStart"
    from consultation c join patient p on p.id = c.patient_id
    where c.id = ${consultationId} and c.starts_at is not null and p.deleted_at is null`
  return row
}

/** Whose it is, once it is confirmed for this start, a whole minute; undefined when it starts at another time, or not at all. */
export async function confirmStart(tx: Tx, consultationId: string, start: Date): Promise<string | undefined> {
  const [row] = await tx<{ accountId: string }[]>`
    update consultation c set confirmed_start = c.starts_at
    from patient p left join patient h on h.id = p.holder_id
    where c.id = ${consultationId} and p.id = c.patient_id and date_trunc('minute', c.starts_at) = ${start}
      and c.status = 'QUEUED'
    returning coalesce(p.account_id, h.account_id) as "accountId"`
  return row?.accountId
}
