import type { DeskFault } from '@cuida/core/kit/desk-fault-api.ts'
import type { Row } from 'postgres'
import type { Db, Sql, Tx } from '../db/db.ts'
import type { Fault } from './fault.ts'
import type { FaultSink } from './sink.ts'

/** So many are kept, and so long: who has more has one fault, which is that nobody looks. */
export const MOST_FAULTS = 500
const KEPT_DAYS = 90

/** One more time of this fault: what is told is of this time, and whoever had seen to it has it before them again. */
export async function noteFault(sql: Sql, fingerprint: string, fault: Fault): Promise<void> {
  const { program, name, code, route, method, job, status, release, traceId, handled, frames } = fault
  await sql`
    with noted as (
      insert into fault (fingerprint, program, name, code, route, method, job, status, release, trace_id, handled, frames)
      values (${fingerprint}, ${program}, ${name}, ${code ?? null}, ${route ?? null}, ${method ?? null}, ${job ?? null},
        ${status ?? null}, ${release}, ${traceId ?? null}, ${handled}, ${sql.json(frames.map((frame) => ({ ...frame })))})
      on conflict (fingerprint) do update set times = fault.times + 1, last_at = clock_timestamp(),
        release = excluded.release, trace_id = excluded.trace_id, status = excluded.status, handled = excluded.handled,
        frames = excluded.frames, done_at = null, done_by = null
      returning fingerprint)
    delete from fault where fingerprint in (
      select fingerprint from fault where fingerprint not in (select fingerprint from noted)
      order by last_at desc, fingerprint offset ${MOST_FAULTS - 1})`
}

const columns = (sql: Sql) => sql`select f.*, s.name as done_name from fault f left join staff s on s.id = f.done_by`

const faultOf = (row: Row): DeskFault => ({
  fingerprint: row.fingerprint,
  program: row.program,
  name: row.name,
  code: row.code,
  route: row.route,
  method: row.method,
  job: row.job,
  status: row.status,
  release: row.release,
  traceId: row.trace_id,
  isHandled: row.handled,
  frames: row.frames.map(({ file, line, column }: Fault['frames'][number]) => `${file}:${line}:${column}`),
  times: Number(row.times),
  firstAt: row.first_at.toISOString(),
  lastAt: row.last_at.toISOString(),
  doneAt: row.done_at?.toISOString() ?? null,
  doneBy: row.done_name,
})

export async function findFaults(sql: Sql, { page, pageSize }: { page: number; pageSize: number }) {
  const rows = await sql`
    ${columns(sql)} order by f.done_at is not null, f.last_at desc, f.fingerprint
    limit ${pageSize} offset ${(page - 1) * pageSize}`
  const [all] = await sql<{ total: number }[]>`select count(*)::int as total from fault`
  return { items: rows.map(faultOf), total: all?.total ?? 0 }
}

/** undefined when there is none; who comes second changes nothing of who was first. */
export async function markDone(tx: Tx, fingerprint: string, staffId: string): Promise<DeskFault | undefined> {
  await tx`
    update fault set done_at = clock_timestamp(), done_by = ${staffId}
    where fingerprint = ${fingerprint} and done_at is null`
  const [row] = await tx`${columns(tx)} where f.fingerprint = ${fingerprint}`
  return row && faultOf(row)
}

/** What did not come again for a long time. */
export async function forgetOldFaults(sql: Sql): Promise<void> {
  await sql`delete from fault where last_at < clock_timestamp() - make_interval(days => ${KEPT_DAYS})`
}

/**
 * The managers' own table, where there is no server of errors. `dbOf`: undefined until the database is there; what breaks
 * before, or because of it, is in the log alone.
 */
export const tableSink = (dbOf: () => Db | undefined): FaultSink => ({
  async take(fault, fingerprint) {
    const db = dbOf()
    if (!db) return false
    await noteFault(db, fingerprint, fault)
    return true
  },
})
