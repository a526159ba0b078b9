import type { Agenda, Span } from '@cuida/core/booking/calendar/slots.ts'
import type { Config } from '@cuida/core/brand/config.ts'
import { HORIZON_DAYS } from '@cuida/core/kit/assumptions.ts'
import { hasActiveStaff } from '../../access/staff-store.ts'
import type { Sql } from '../../kit/db/db.ts'

type Closing = Pick<Config, 'holidays'>

/** The agenda of clinician `c` as JSON, without the clinic's holidays. */
export const agendaOf = (sql: Sql) => sql`json_build_object(
      'timeZone', c.time_zone,
      'bufferMinutes', c.buffer_minutes,
      'weekly', (
        select coalesce(json_agg(json_build_object('weekday', weekday, 'starts', starts, 'ends', ends)), '[]')
        from clinician_hours h where h.clinician_id = c.id),
      'exceptions', (
        select coalesce(json_agg(json_build_object('day', day, 'starts', starts, 'ends', ends)), '[]')
        from clinician_exception e
        where e.clinician_id = c.id and e.day > current_date - 2),
      'away', (
        select coalesce(json_agg(json_build_object('start', a.starts_at, 'end', a.ends_at)), '[]')
        from clinician_absence a
        where a.clinician_id = c.id and a.withdrawn_at is null and a.ends_at > statement_timestamp() - interval '2 days'))`

/** Agendas by clinician id; with `productId`, only of active clinicians who offer the product. */
export const findAgendas = (sql: Sql, closing: Closing, clinicianIds: readonly string[], productId?: string) =>
  agendasOf(sql, closing, sql`c.id = any(${[...clinicianIds]})`, productId)

export type StoredAgenda = Omit<Agenda, 'holidays' | 'away'> & { away: { start: string; end: string }[] }

export const parseStoredAgenda = ({ away, ...stored }: StoredAgenda, { holidays }: Closing): Agenda => ({
  ...stored,
  holidays: holidays.map(({ day }) => day),
  away: away.map(({ start, end }) => ({ start: new Date(start), end: new Date(end) })),
})

/** The condition is part of the query's text, so that PostgreSQL prepares and plans the statement once. */
async function agendasOf(
  sql: Sql,
  closing: Closing,
  which: ReturnType<Sql>,
  productId: string | undefined,
): Promise<Map<string, Agenda>> {
  const isGiven = productId
    ? sql`and ${hasActiveStaff(sql)} and exists (
      select 1 from clinician_product g where g.clinician_id = c.id and g.product_id = ${productId})`
    : sql``
  const rows = await sql<{ id: string; agenda: StoredAgenda }[]>`
    select c.id, ${agendaOf(sql)} as agenda
    from clinician c
    where ${which} ${isGiven}`
  return new Map(rows.map(({ id, agenda }) => [id, parseStoredAgenda(agenda, closing)]))
}

/** One clinician's agenda; undefined when the clinician is inactive or does not offer the product. */
export async function findAgenda(
  sql: Sql,
  closing: Closing,
  clinicianId: string,
  productId: string,
): Promise<Agenda | undefined> {
  return (await agendasOf(sql, closing, sql`c.id = ${clinicianId}`, productId)).get(clinicianId)
}

/**
 * Each clinician's occupied time with its buffers; the time of one cart may be left out. The days count from the
 * statement's start, because an index can be searched by that but not by a clock that runs on while it is read.
 */
export async function findOccupiedTimes(
  sql: Sql,
  clinicianIds: readonly string[],
  exceptCartId: string | undefined,
): Promise<Map<string, Span[]>> {
  const rows = await sql<{ clinician_id: string; start: Date; end: Date }[]>`
    select clinician_id, lower(during) as start, upper(during) as end
    from slot_hold
    where clinician_id = any(${[...clinicianIds]}) and state <> 'released'
      and (state <> 'held' or expires_at > clock_timestamp())
      and starts_at between statement_timestamp() - interval '1 day'
        and statement_timestamp() + make_interval(days => ${HORIZON_DAYS + 1})
      and cart_id is distinct from ${exceptCartId ?? null}`
  const occupiedTimes = new Map(clinicianIds.map((id) => [id, [] as Span[]]))
  for (const { clinician_id, start, end } of rows) occupiedTimes.get(clinician_id)?.push({ start, end })
  return occupiedTimes
}
