import type { Absence, ClinicianAgenda } from '@cuida/core/booking/agenda/agenda-api.ts'
import type { Hours, Span } from '@cuida/core/booking/calendar/slots.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'

type SlotHoldState = ClinicianAgenda['days'][number]['holds'][number]['state']
export interface DeskSlotHold extends Span {
  clinicianId: string
  state: SlotHoldState
  consultationId: string | null
  booked: { patient: Omit<BookedPatient, 'age'>; productSlug: string; productName: string } | null
}
type BookedPatient = NonNullable<ClinicianAgenda['days'][number]['holds'][number]['booked']>['patient']

export async function findClinicians(sql: Sql, id: string | undefined) {
  return sql<{ id: string; name: string; timeZone: string }[]>`
    select id, name, time_zone as "timeZone" from clinician
    where ${id ?? null}::uuid is null or id = ${id ?? null} order by name, id`
}

/** Slot holds (held, paying, booked) between two moments, with their patients. */
export async function findSlotHolds(
  sql: Sql,
  ids: readonly string[],
  from: Date,
  until: Date,
): Promise<DeskSlotHold[]> {
  return sql<DeskSlotHold[]>`
    select s.clinician_id as "clinicianId", s.starts_at as "start", s.ends_at as "end", s.state,
      c.id as "consultationId",
      case when p.id is not null then json_build_object('productSlug', b.product_slug, 'productName', b.product_name,
        'patient', json_build_object('firstName', p.first_name, 'lastName', p.last_name, 'dateOfBirth', p.date_of_birth))
      end as booked
    from slot_hold s
    left join consultation b on b.slot_hold_id = s.id and s.state = 'booked'
    left join patient p on p.id = b.patient_id and p.deleted_at is null
    left join consultation c on c.slot_hold_id = s.id and s.state = 'booked' and c.status = 'QUEUED'
      and c.starts_at > clock_timestamp()
    where s.clinician_id = any(${[...ids]}) and s.starts_at >= ${from} and s.starts_at < ${until}
      and (s.state in ('paying', 'booked') or (s.state = 'held' and s.expires_at > clock_timestamp()))
    order by s.starts_at`
}

/** Days whose hours replace the weekly ones. */
export async function findChangedDays(sql: Sql, ids: readonly string[], from: string, to: string) {
  const rows = await sql<{ id: string; day: string }[]>`
    select distinct clinician_id as id, day from clinician_exception
    where clinician_id = any(${[...ids]}) and day between ${from} and ${to}`
  return new Set(rows.map(({ id, day }) => `${id} ${day}`))
}

/**
 * Sets the hours of one day in place of the weekly ones. An empty list is a day off; null restores the weekly hours.
 */
export async function replaceDay(tx: Tx, clinicianId: string, day: string, hours: readonly Hours[] | null) {
  await tx`delete from clinician_exception where clinician_id = ${clinicianId} and day = ${day}`
  if (hours === null) return
  for (const { starts, ends } of hours)
    await tx`
      insert into clinician_exception (clinician_id, day, starts, ends)
      values (${clinicianId}, ${day}, ${starts}, ${ends})`
  if (hours.length === 0) await tx`insert into clinician_exception (clinician_id, day) values (${clinicianId}, ${day})`
}

export async function replaceWeekday(tx: Tx, clinicianId: string, weekday: number, hours: readonly Hours[]) {
  await tx`delete from clinician_hours where clinician_id = ${clinicianId} and weekday = ${weekday}`
  for (const { starts, ends } of hours)
    await tx`
      insert into clinician_hours (clinician_id, weekday, starts, ends)
      values (${clinicianId}, ${weekday}, ${starts}, ${ends})`
}

/** Serialises changes of one agenda. */
export async function lockClinician(tx: Tx, id: string): Promise<void> {
  await tx`select 1 from clinician where id = ${id} for update`
}

interface Row {
  id: string
  clinicianId: string
  start: Date
  end: Date
  undecided: number
}

/** Absences that end after `from`, by clinician, each with its number of unresolved bookings. */
export async function findAbsences(sql: Sql, ids: readonly string[], from: Date): Promise<Map<string, Absence[]>> {
  const rows = await sql<Row[]>`
    select a.id, a.clinician_id as "clinicianId", a.starts_at as "start", a.ends_at as "end",
      (select count(*)::int from consultation c
        where c.clinician_id = a.clinician_id and c.status = 'QUEUED' and c.type = 'scheduled'
          and c.starts_at < a.ends_at and c.ends_at > a.starts_at and c.starts_at > clock_timestamp()
          and c.times_offered_for is distinct from c.starts_at) as undecided
    from clinician_absence a
    where a.clinician_id = any(${[...ids]}) and a.withdrawn_at is null
      and a.ends_at > least(${from}::timestamptz, clock_timestamp())
    order by a.starts_at, a.id`
  const absences = new Map(ids.map((id) => [id, [] as Absence[]]))
  for (const { id, clinicianId, start, end, undecided } of rows)
    absences.get(clinicianId)?.push({ id, startTime: start.toISOString(), endTime: end.toISOString(), undecided })
  return absences
}

export async function findActiveAccountByPhone(sql: Sql, phone: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`select id from account where phone = ${phone} and status = 'active'`
  return row?.id
}

export async function findProductIds(sql: Sql, clinicianId: string): Promise<Set<string>> {
  const rows = await sql<{ id: string }[]>`
    select product_id as id from clinician_product where clinician_id = ${clinicianId}`
  return new Set(rows.map(({ id }) => id))
}
