import type { AccessLogEntry } from '@cuida/core/care/record/record-api.ts'
import { ACCESS_LOG_INTERVAL_MINUTES } from '@cuida/core/kit/assumptions.ts'
import type { Page, PageRequest } from '@cuida/core/kit/paged-list.ts'
import type { Row } from 'postgres'
import { type Actor, audit } from '../../kit/audit.ts'
import { decryptRows } from '../../kit/crypto/encrypted-text.ts'
import type { Secrets } from '../../kit/crypto/secrets.ts'
import type { Db, Sql } from '../../kit/db/db.ts'
import { mapPage, readPage } from '../../kit/db/read-page.ts'

/** The reason for the access, as ids and times without free text. */
export interface AccessReason {
  because: NonNullable<AccessLogEntry['because']>
  consultationId: string | null
  /** Time of the consultation; null when there is none. */
  at: Date | null
}

type Seen = Actor & {
  patientId: string
  act: 'read-record' | 'read-consultation'
}

export const detailOf = ({ because, consultationId, at }: AccessReason): Record<string, unknown> => ({
  because,
  ...(consultationId ? { consultationId, at: at?.toISOString() ?? null } : {}),
})

/**
 * Writes an access log entry to the audit before anything is shown. Screens refetch while they are open: the same
 * access within LOOK_MINUTES is logged once.
 */
export async function recordAccess(
  services: { db: Db; secrets: Secrets },
  access: Seen,
  why?: AccessReason,
): Promise<void> {
  const { db, secrets } = services
  const detail = why ? detailOf(why) : {}
  if (await isNoted(db, access, detail)) return
  await db.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${`${access.staffId ?? access.keyId} ${access.patientId}`}, 0))`
    if (await isNoted(tx, access, detail)) return
    const { patientId, ...read } = access
    await audit(tx, secrets, { ...read, subject: { kind: 'record', id: patientId }, detail })
  })
}

async function isNoted(sql: Sql, { staffId, keyId, patientId, act }: Seen, detail: object): Promise<boolean> {
  const rows = await sql`
    select 1 from audit
    where subject_id = ${patientId} and subject_kind = 'record' and coalesce(staff_id, key_id) = ${staffId ?? keyId} and act = ${act}
      and detail = ${JSON.stringify(detail)} and at > clock_timestamp() - make_interval(mins => ${ACCESS_LOG_INTERVAL_MINUTES})
    limit 1`
  return rows.length > 0
}

interface AccessLogRow {
  at: Date
  who: string
  is_program: boolean
  act: AccessLogEntry['act']
  reason: string | null
  detail: string | null
}

/**
 * SQL condition on `audit a`: an access to this patient's record or to a document of their consultations. One condition
 * on the subject, so that its index is used.
 */
const isLook = (sql: Sql, patientId: string) => sql`(
  a.subject_id in (
    select ${patientId}::uuid union all
    select d.id from consultation_document d join consultation c on c.id = d.consultation_id
    where c.patient_id = ${patientId})
  and (a.subject_kind = 'record' and a.act <> 'review-break-glass' or a.subject_kind = 'document' and a.act = 'view'))`

const actOfLook = (sql: Sql) => sql`case a.subject_kind when 'document' then 'read-document' else a.act end`

/**
 * The access log of a patient's record, newest first; a manager's review of an emergency access is not part of it.
 */
export async function findAccessLog(
  sql: Sql,
  patientId: string,
  request: PageRequest,
): Promise<Page<AccessLogEntry> & { total: number }> {
  const where = isLook(sql, patientId)
  const [page, [count]] = await Promise.all([
    readPage(sql, request, {
      select: (position) => sql`
        select ${position} a.at, coalesce(s.name, k.name) as who, k.id is not null as is_program, ${actOfLook(sql)} as act,
          a.reason, a.detail
        from audit a left join staff s on s.id = a.staff_id left join api_key k on k.id = a.key_id`,
      where,
      order: [{ by: sql`a.seq`, type: 'integer', descending: true }],
    }),
    sql<{ total: number }[]>`select count(*)::int as total from audit a where ${where}`,
  ])
  const items = await decryptRows(sql, page.items as (Row & AccessLogRow)[], { reason: 'audit.reason' })
  return { ...mapPage({ ...page, items }, lookOf), total: count?.total ?? 0 }
}

function lookOf({ at, who, is_program: isProgram, act, reason, detail }: AccessLogRow): AccessLogEntry {
  const { because, at: consultationAt } = JSON.parse(detail ?? '{}') as {
    because?: AccessLogEntry['because']
    at?: string
  }
  return {
    at: at.toISOString(),
    who,
    isProgram,
    act,
    because: because ?? null,
    consultationAt: consultationAt ?? null,
    reason,
  }
}
