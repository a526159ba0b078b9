import type { EmergencyAccess } from '@cuida/core/care/record/desk-record-api.ts'
import { EMERGENCY_ACCESS_MINUTES } from '@cuida/core/kit/assumptions.ts'
import type { Row } from 'postgres'
import { decryptRows, encryptText } from '../../kit/crypto/encrypted-text.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'

/** Patients with this date of birth whose own or account holder's phone number this is. */
export async function findByPhone(
  sql: Sql,
  phone: string,
  dateOfBirth: string,
): Promise<{ id: string; firstName: string }[]> {
  const rows = await sql<{ id: string; firstName: string }[]>`
    select p.id, p.first_name as "firstName"
    from account a join patient h on h.account_id = a.id join patient p on p.id = h.id or p.holder_id = h.id
    where a.phone = ${phone} and p.date_of_birth = ${dateOfBirth} and p.deleted_at is null
    order by p.id limit 10`
  return [...rows]
}

/** Opens emergency access. Access that is still open is returned as it is (`isNew` false). */
export async function openEmergencyAccess(
  tx: Tx,
  { staffId, patientId, reason }: { staffId: string; patientId: string; reason: string },
): Promise<{ id: string; until: Date; isNew: boolean }> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`glass ${staffId} ${patientId}`}, 0))`
  const [open] = await tx<{ id: string; until: Date }[]>`
    select id, open_until as until from break_glass
    where staff_id = ${staffId} and patient_id = ${patientId} and open_until > clock_timestamp()`
  if (open) return { ...open, isNew: false }
  const [newAccess] = await tx<{ id: string; until: Date }[]>`
    insert into break_glass (staff_id, patient_id, reason, open_until)
    values (${staffId}, ${patientId}, ${encryptText(tx, 'break_glass.reason', reason)},
      clock_timestamp() + make_interval(mins => ${EMERGENCY_ACCESS_MINUTES}))
    returning id, open_until as until`
  if (!newAccess) throw new Error('the insert of an emergency access returned no row')
  return { ...newAccess, isNew: true }
}

const MAX_REVIEWED = 100

/** Emergency accesses without a review first, oldest first; then the newest reviewed ones. */
export async function findEmergencyAccesses(sql: Sql, staffId: string): Promise<EmergencyAccess[]> {
  const rows = await sql`
    select b.id, s.name as by, b.reason, b.opened_at, b.staff_id = ${staffId} as is_mine, b.reviewed_at, r.name as reviewer,
      b.verdict, b.review
    from (
      select * from break_glass where reviewed_by is null
      union all (
        select * from break_glass where reviewed_by is not null order by opened_at desc limit ${MAX_REVIEWED})
    ) b
    join staff s on s.id = b.staff_id left join staff r on r.id = b.reviewed_by
    order by b.reviewed_at is not null, case when b.reviewed_at is null then b.opened_at end, b.opened_at desc`
  const opened = await decryptRows<Row>(sql, rows, { reason: 'break_glass.reason', review: 'break_glass.review' })
  return opened.map((row) => ({
    id: row.id,
    by: row.by,
    reason: row.reason,
    openedAt: row.opened_at.toISOString(),
    isMine: row.is_mine,
    reviewedAt: row.reviewed_at?.toISOString() ?? null,
    reviewedBy: row.reviewer,
    verdict: row.verdict,
    review: row.review,
  }))
}

export async function lockEmergencyAccess(
  tx: Tx,
  id: string,
): Promise<{ staffId: string; patientId: string; isReviewed: boolean } | undefined> {
  const [row] = await tx<{ staffId: string; patientId: string; isReviewed: boolean }[]>`
    select staff_id as "staffId", patient_id as "patientId", reviewed_by is not null as "isReviewed"
    from break_glass where id = ${id} for update`
  return row
}

export async function saveReview(
  tx: Tx,
  { id, staffId, verdict, review }: { id: string; staffId: string; verdict: string; review: string },
): Promise<void> {
  await tx`
    update break_glass set reviewed_by = ${staffId}, reviewed_at = clock_timestamp(), verdict = ${verdict},
      review = ${encryptText(tx, 'break_glass.review', review)}
    where id = ${id}`
}

/** Ids of the managers who may review this person's emergency access. */
export async function reviewersOf(tx: Tx, staffId: string): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from staff where role like '%clinical-manager' and status = 'active' and id <> ${staffId} order by id`
  return rows.map(({ id }) => id)
}

/** The manager's e-mail address, while the access is unreviewed and they are still a manager. */
export async function findReviewer(
  sql: Sql,
  { emergencyAccessId, staffId }: { emergencyAccessId: string; staffId: string },
): Promise<string | undefined> {
  const [row] = await sql<{ email: string }[]>`
    select s.email from staff s, break_glass b
    where s.id = ${staffId} and s.role like '%clinical-manager' and s.status = 'active'
      and b.id = ${emergencyAccessId} and b.reviewed_by is null`
  return row?.email
}
