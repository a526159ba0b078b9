import type { CareRules } from '@cuida/core/brand/care-rules.ts'
import type { OpenConsultation } from '@cuida/core/care/reassignment/reassignment-api.ts'
import type { LateChoice } from '@cuida/core/consultation/late-choice.ts'
import type { Row } from 'postgres'
import type { NameOf } from '../../catalogue/sold-names.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'
import { queueSending } from '../../notifications/notification-store.ts'

/** More than a large clinic has in a day; late and abandoned consultations come first. */
const LIMIT = 2_000

interface Stretch {
  start: Date
  end: Date
}

const ofDay = (sql: Sql, { start, end }: Stretch) => sql`(c.status in ('ACTIVE', 'CLOSING')
  or (c.status = 'QUEUED' and (c.starts_at is null or (c.starts_at >= ${start} and c.starts_at < ${end})
    or c.late_for = c.starts_at)))`

const ofColleague = (sql: Sql, staffId: string) => sql`((c.status in ('ACTIVE', 'CLOSING') and c.held_by = ${staffId})
  or (c.status = 'QUEUED' and c.clinician_id = (select clinician_id from staff where id = ${staffId})))`

/** Open consultations: all that wait or are held now and those booked in the span; or all of one colleague's. */
export async function findOpen(
  sql: Sql,
  which: Stretch | string,
  { goneMinutes, nameOf }: { goneMinutes: number; nameOf: NameOf },
): Promise<OpenConsultation[]> {
  const rows = await sql`
    select c.id, c.type, c.status, c.product_id, c.product_slug, c.product_name, p.first_name, p.last_name, k.id as clinician_id,
      coalesce(k.name, t.name) as clinician, c.starts_at, c.queued_at, c.late_for = c.starts_at and c.status = 'QUEUED' as late,
      case when c.status = 'QUEUED' and c.type = 'on-demand' and c.after_hours_since is null
        then greatest(c.promised_by, c.kept_until) end as promised_by,
      c.status = 'QUEUED' and c.times_offered_for = c.starts_at as times_offered,
      case when c.late_choice_for = c.starts_at then c.late_choice end as choice,
      case when c.held_by is null or c.status not in ('ACTIVE', 'CLOSING') then null
        when t.status <> 'active' then 'blocked' when ${isHolderGone(sql, goneMinutes)} then 'gone' else 'there' end as holder
    from consultation c join patient p on p.id = c.patient_id
    left join staff t on t.id = c.held_by and c.status in ('ACTIVE', 'CLOSING')
    left join clinician k on k.id = coalesce(t.clinician_id, c.clinician_id)
    where p.deleted_at is null and ${typeof which === 'string' ? ofColleague(sql, which) : ofDay(sql, which)}
    order by case when c.late_for = c.starts_at and c.status = 'QUEUED' then 0
        when t.status <> 'active' or c.left_at is not null then 1 else 2 end,
      coalesce(c.starts_at, c.queued_at), c.id
    limit ${LIMIT}`
  return rows.map((row) => openOf(row, nameOf))
}

const openOf = (row: Row, nameOf: NameOf): OpenConsultation => ({
  id: row.id,
  type: row.type,
  status: row.status,
  product: { id: row.product_id, name: nameOf({ slug: row.product_slug, name: row.product_name }) },
  patient: { firstName: row.first_name, lastName: row.last_name },
  clinician: row.clinician_id && { id: row.clinician_id, name: row.clinician },
  holder: row.holder,
  startTime: row.starts_at?.toISOString() ?? null,
  queuedAt: row.queued_at?.toISOString() ?? null,
  promisedBy: row.promised_by?.toISOString() ?? null,
  isLate: row.late ?? false,
  lateChoice: row.choice,
  areTimesOffered: row.times_offered ?? false,
})

/** An on-demand consultation that waits longer than a long shift was forgotten. */
const MAX_HOURS = 12

/** Must agree with `isUntaken` of core/consultation/late.ts. */
const isUntaken = (sql: Sql) => sql`not exists (
  select 1 from consultation_action a where a.consultation_id = c.id and a.type = 'ASSIGNED' and a.id > coalesce((
    select max(q.id) from consultation_action q where q.consultation_id = c.id and q.type = 'QUEUED'), 0))`

export const isLateBy = (sql: Sql, minutes: number, now: Date) => sql`(
  c.status = 'QUEUED' and c.type = 'scheduled'
  and c.starts_at <= ${now}::timestamptz - make_interval(mins => ${minutes}) and ${isUntaken(sql)})`

/** The holder is blocked, or their desk has sent no heartbeat for `minutes`. */
export const isHolderGone = (sql: Sql, minutes: number) => sql`(c.held_by is not null and not exists (
  select 1 from staff t join session s on s.staff_id = t.id
  where t.id = c.held_by and t.status = 'active' and s.ended_at is null
    and s.last_seen_at > clock_timestamp() - make_interval(mins => ${minutes})))`

/** Marks missed starts, and holders who have gone or come back. Returns whether anything changed. */
export async function markForRecovery(tx: Tx, { lateMinutes, goneMinutes }: CareRules, now: Date): Promise<boolean> {
  const late = await tx`
    update consultation c set late_for = c.starts_at
    where ${isLateBy(tx, lateMinutes, now)} and c.late_for is distinct from c.starts_at`
  const left = await tx`
    update consultation c set left_at = case when c.left_at is null then clock_timestamp() end
    where c.status = 'ACTIVE' and (c.left_at is not null) <> ${isHolderGone(tx, goneMinutes)}`
  return late.count + left.count > 0
}

/**
 * Notifies patients once about the delay and once about their choice; a patient who gets the choice no longer gets
 * the first one.
 */
export async function enqueueLateNotifications(tx: Tx, care: CareRules, now: Date): Promise<void> {
  const stages = [
    { kind: 'late', from: care.lateMinutes, until: care.chooseMinutes },
    { kind: 'late-choice', from: care.chooseMinutes, until: care.releaseMinutes },
  ] as const
  for (const { kind, from, until } of stages)
    await tx`
      with left_over as (
        insert into notification (account_id, consultation_id, type, starts_at)
        select coalesce(p.account_id, h.account_id), c.id, ${kind}, c.starts_at
        from consultation c join patient p on p.id = c.patient_id left join patient h on h.id = p.holder_id
        where ${isLateBy(tx, from, now)}
          and c.starts_at > ${now}::timestamptz - make_interval(mins => ${until})
          and c.late_choice_for is distinct from c.starts_at
          and coalesce(p.account_id, h.account_id) is not null
        on conflict (consultation_id, type, starts_at) where type like 'late%' do nothing
        returning id, due_at)
      select ${queueSending(tx)} from left_over`
}

/** At midnight a consultation stays with a holder who is at the desk, and is released when the holder has gone. */
const isToRelease = (sql: Sql, { care, now, midnight }: RecoveryClock) => sql`((c.status = 'QUEUED' and (
  (${isLateBy(sql, care.releaseMinutes, now)}
    and (c.late_choice_for is distinct from c.starts_at or c.starts_at < ${midnight}))
  or (c.starts_at < ${midnight} and c.starts_at <= ${now}::timestamptz - make_interval(mins => ${care.releaseMinutes}))
  or (c.starts_at is null and c.after_hours_since is null and coalesce(c.kept_until, c.queued_at) < ${midnight}
    and coalesce(c.kept_until, c.queued_at) < ${now}::timestamptz - make_interval(hours => ${MAX_HOURS}))
  or (c.starts_at is null and c.after_hours_since is null and ${isUntaken(sql)}
    and greatest(c.promised_by, c.kept_until) <= ${now}::timestamptz - make_interval(mins => ${care.releaseMinutes}))
  or (c.kept_until is null and c.after_hours_since
    <= ${now}::timestamptz - make_interval(mins => ${care.closingMinutes}))))
  or (c.status = 'ACTIVE' and c.left_at is not null and ${isHolderGone(sql, care.goneMinutes)}
    and coalesce(c.starts_at, c.queued_at) < ${midnight}))`

export interface RecoveryClock {
  care: CareRules
  now: Date
  /** Start of the clinic's day: no consultation waits beyond the day it was booked for. */
  midnight: Date
}

export async function findToRelease(sql: Sql, clock: RecoveryClock): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select c.id from consultation c where ${isToRelease(sql, clock)} order by c.id limit 100`
  return rows.map(({ id }) => id)
}

/**
 * Checks again under the row's lock, because a clinician may have come or the patient chosen meanwhile. `absent`: the
 * clinic was open, but no clinician came.
 */
export async function findRelease(tx: Tx, id: string, clock: RecoveryClock): Promise<{ absent: boolean } | undefined> {
  const [row] = await tx<{ absent: boolean }[]>`
    select ${isUntaken(tx)} and c.after_hours_since is null as absent from consultation c where c.id = ${id} and ${isToRelease(tx, clock)}`
  return row
}

export async function saveLateChoice(tx: Tx, id: string, choice: LateChoice): Promise<void> {
  await tx`update consultation set late_choice = ${choice}, late_choice_for = starts_at where id = ${id}`
}
