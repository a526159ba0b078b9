import type { DeskErrorReport } from '@cuida/core/kit/desk-error-report-api.ts'
import type { PageRequest } from '@cuida/core/kit/paged-list.ts'
import type { Row } from 'postgres'
import type { Db, Sql, Tx } from '../db/db.ts'
import { mapPage, readPage } from '../db/read-page.ts'
import type { ErrorReport } from './error-report.ts'
import type { ErrorReportSink } from './sink.ts'

/** Bounds of the table: with more distinct errors than this, a longer list would not help. */
export const MAX_ERROR_REPORTS = 500
const KEPT_DAYS = 90

/** Counts another occurrence: the details are those of the latest, and a report that was marked done opens again. */
export async function saveErrorReport(sql: Sql, fingerprint: string, errorReport: ErrorReport): Promise<void> {
  const { program, name, code, route, method, job, status, release, traceId, handled, frames } = errorReport
  await sql`
    with noted as (
      insert into error_report (fingerprint, program, name, code, route, method, job, status, release, trace_id, handled, frames)
      values (${fingerprint}, ${program}, ${name}, ${code ?? null}, ${route ?? null}, ${method ?? null}, ${job ?? null},
        ${status ?? null}, ${release}, ${traceId ?? null}, ${handled}, ${sql.json(frames.map((frame) => ({ ...frame })))})
      on conflict (fingerprint) do update set times = error_report.times + 1, last_at = clock_timestamp(),
        release = excluded.release, trace_id = excluded.trace_id, status = excluded.status, handled = excluded.handled,
        frames = excluded.frames, done_at = null, done_by = null
      returning fingerprint)
    delete from error_report where fingerprint in (
      select fingerprint from error_report where fingerprint not in (select fingerprint from noted)
      order by last_at desc, fingerprint offset ${MAX_ERROR_REPORTS - 1})`
}

const columns = (sql: Sql, position = sql``) =>
  sql`select ${position} f.*, s.name as done_name from error_report f left join staff s on s.id = f.done_by`

const faultOf = (row: Row): DeskErrorReport => ({
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
  frames: row.frames.map(({ file, line, column }: ErrorReport['frames'][number]) => `${file}:${line}:${column}`),
  times: Number(row.times),
  firstAt: row.first_at.toISOString(),
  lastAt: row.last_at.toISOString(),
  doneAt: row.done_at?.toISOString() ?? null,
  doneBy: row.done_name,
})

export async function findErrorReports(sql: Sql, request: PageRequest) {
  const page = await readPage(sql, request, {
    select: (position) => columns(sql, position),
    where: sql`true`,
    order: [
      { by: sql`(f.done_at is not null)`, type: 'boolean' },
      { by: sql`f.last_at`, type: 'moment', descending: true },
      { by: sql`f.fingerprint`, type: 'text' },
    ],
  })
  const [all] = await sql<{ total: number }[]>`select count(*)::int as total from error_report`
  return { ...mapPage(page, faultOf), total: all?.total ?? 0 }
}

/** Undefined when there is no such report; a second manager does not overwrite the first. */
export async function markDone(tx: Tx, fingerprint: string, staffId: string): Promise<DeskErrorReport | undefined> {
  await tx`
    update error_report set done_at = clock_timestamp(), done_by = ${staffId}
    where fingerprint = ${fingerprint} and done_at is null`
  const [row] = await tx`${columns(tx)} where f.fingerprint = ${fingerprint}`
  return row && faultOf(row)
}

export async function deleteOldErrorReports(sql: Sql): Promise<void> {
  await sql`delete from error_report where last_at < clock_timestamp() - make_interval(days => ${KEPT_DAYS})`
}

/**
 * Stores reports in the managers' table when no Sentry server is configured. `dbOf` is undefined until the database
 * is connected; earlier errors and those of the database appear in the log only.
 */
export const tableSink = (dbOf: () => Db | undefined): ErrorReportSink => ({
  async take(errorReport, fingerprint) {
    const db = dbOf()
    if (!db) return false
    await saveErrorReport(db, fingerprint, errorReport)
    return true
  },
})
