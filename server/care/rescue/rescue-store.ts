import type { OpenConsultation } from '@cuida/core/care/rescue/rescue-api.ts'
import { AWAY_MINUTES } from '@cuida/core/kit/assumptions.ts'
import type { Row } from 'postgres'
import type { NameOf } from '../../catalogue/sold-names.ts'
import { type Locked, topicsOf } from '../../consultation/change-store.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'
import { isLeft } from './late-store.ts'

/** A day of a large clinic, whole; what needs somebody comes first. */
const MOST = 2_000

interface Stretch {
  start: Date
  end: Date
}

const ofDay = (sql: Sql, { start, end }: Stretch) => sql`(c.status in ('ACTIVE', 'CLOSING')
  or (c.status = 'QUEUED' and (c.starts_at is null or (c.starts_at >= ${start} and c.starts_at < ${end})
    or c.late_for = c.starts_at)))`

const ofColleague = (sql: Sql, staffId: string) => sql`((c.status in ('ACTIVE', 'CLOSING') and c.held_by = ${staffId})
  or (c.status = 'QUEUED' and c.clinician_id = (select clinician_id from staff where id = ${staffId})))`

/** What is open: everything that waits or is held now, and what is booked in this stretch; or all of one colleague's. */
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
        when t.status <> 'active' then 'blocked' when ${isLeft(sql, goneMinutes)} then 'gone' else 'there' end as holder
    from consultation c join patient p on p.id = c.patient_id
    left join staff t on t.id = c.held_by and c.status in ('ACTIVE', 'CLOSING')
    left join clinician k on k.id = coalesce(t.clinician_id, c.clinician_id)
    where p.deleted_at is null and ${typeof which === 'string' ? ofColleague(sql, which) : ofDay(sql, which)}
    order by case when c.late_for = c.starts_at and c.status = 'QUEUED' then 0
        when t.status <> 'active' or c.left_at is not null then 1 else 2 end,
      coalesce(c.starts_at, c.queued_at), c.id
    limit ${MOST}`
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

export interface Rescuer {
  staffId: string
  clinicianId: string
  name: string
  isThere: boolean
  attending: number
}

/** Clinicians who offer what was booked and are not away then, whoever is at their desk first; not the one who has it booked. */
export async function findRescuers(sql: Sql, consultationId: string): Promise<Rescuer[]> {
  const rows = await sql<Rescuer[]>`
    select t.id as "staffId", t.clinician_id as "clinicianId", k.name,
      exists (select 1 from session s where s.staff_id = t.id and s.ended_at is null
        and s.last_seen_at > clock_timestamp() - make_interval(mins => ${AWAY_MINUTES})) as "isThere",
      (select count(*)::int from consultation h
        where h.held_by = t.id and h.status in ('ACTIVE', 'CLOSING')) as attending
    from consultation c
    join clinician_product o on o.product_id = c.product_id
    join clinician k on k.id = o.clinician_id and k.id is distinct from c.clinician_id
    join staff t on t.clinician_id = k.id and t.status = 'active'
    where c.id = ${consultationId} and not is_away(k.id, coalesce(c.starts_at, clock_timestamp()),
      coalesce(c.ends_at, clock_timestamp() + interval '1 second'))
    order by "isThere" desc, attending, k.name, t.id`
  return [...rows]
}

/** From now on it is booked with this colleague, at the time that it has. */
export async function saveHandedOn(tx: Tx, from: Locked, clinicianId: string): Promise<void> {
  await tx`
    update consultation set clinician_id = ${clinicianId}, late_for = null, late_choice = null, late_choice_for = null,
      times_offered_for = null, changed_at = clock_timestamp()
    where id = ${from.id}`
  const calendars = [from.clinicianId, clinicianId].filter(Boolean).map((id) => `clinician:${id}`)
  await notifyChanged(tx, [...topicsOf(from), 'queue', ...calendars])
}

/** Theirs from now on, and nobody's hand-over any more. */
export async function saveTakenOver(tx: Tx, id: string, clinicianId: string | null): Promise<void> {
  await tx`update consultation set clinician_id = ${clinicianId}, handed_by = null, handed_for = null where id = ${id}`
}

/** Who came in the place of a late clinician and put the patient back leaves them whose they were. */
export async function giveBackToBooked(tx: Tx, id: string): Promise<void> {
  await tx`
    update consultation c set clinician_id = s.clinician_id from slot_claim s
    where c.id = ${id} and s.id = c.claim_id and c.type = 'scheduled' and c.late_for = c.starts_at`
}

/** Others are offered for the start that it has. Its patient hears of it once, however often they are offered. */
export async function saveTimesOffered(tx: Tx, from: Locked): Promise<void> {
  await tx`
    update consultation set times_offered_for = starts_at, changed_at = clock_timestamp() where id = ${from.id}`
  await notifyChanged(tx, [...topicsOf(from), 'queue', `clinician:${from.clinicianId}`])
}
