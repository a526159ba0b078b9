import type { Sql, Tx } from '../../kit/db/db.ts'

export interface WebinarSeats {
  /** By the webinar's id. */
  taken: ReadonlyMap<string, number>
  own: ReadonlySet<string>
}

export async function findWebinarSeats(
  sql: Sql,
  accountId: string,
  webinarIds: readonly string[],
): Promise<WebinarSeats> {
  const rows = await sql<{ id: string; taken: number; mine: boolean }[]>`
    select w.webinar_id as id, count(*)::int as taken, coalesce(bool_or(p.account_id = ${accountId}), false) as mine
    from webinar_seat w left join patient p on p.id = w.patient_id
    where w.webinar_id = any(${[...webinarIds]}) group by w.webinar_id`
  return {
    taken: new Map(rows.map(({ id, taken }) => [id, taken])),
    own: new Set(rows.filter(({ mine }) => mine).map(({ id }) => id)),
  }
}

interface SeatRequest {
  webinarId: string
  patientId: string
  seats: number | null
}

/** Takes the first free seat; a person who has one keeps it. A lock serialises the registrations of a webinar. */
export async function reserveSeat(
  tx: Tx,
  { webinarId, patientId, seats }: SeatRequest,
): Promise<'taken' | 'had' | 'full'> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`webinar ${webinarId}`}, 0))`
  const [known] = await tx`
    select 1 from webinar_seat where webinar_id = ${webinarId} and patient_id = ${patientId}`
  if (known) return 'had'
  const rows = await tx`
    insert into webinar_seat (webinar_id, patient_id, place)
    select ${webinarId}, ${patientId}, free from (
      select 1 as free union all select place + 1 from webinar_seat where webinar_id = ${webinarId}) as next
    where (${seats}::int is null or free <= ${seats}::int)
      and not exists (select 1 from webinar_seat where webinar_id = ${webinarId} and place = free)
    order by free limit 1 returning place`
  return rows.length > 0 ? 'taken' : 'full'
}

export async function releaseSeat(tx: Tx, webinarId: string, patientId: string): Promise<void> {
  await tx`delete from webinar_seat where webinar_id = ${webinarId} and patient_id = ${patientId}`
}

/** Whether the account holder still has a seat. */
export async function hasSeat(sql: Sql, webinarId: string, accountId: string): Promise<boolean> {
  const [row] = await sql`
    select 1 from webinar_seat w join patient p on p.id = w.patient_id
    where w.webinar_id = ${webinarId} and p.account_id = ${accountId} and p.deleted_at is null`
  return row !== undefined
}
