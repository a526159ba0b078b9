import { AWAY_MINUTES } from '@cuida/core/kit/assumptions.ts'
import { type LockedConsultation, topicsOf } from '../../consultation/change-store.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'

export interface Replacement {
  staffId: string
  clinicianId: string
  name: string
  isThere: boolean
  attending: number
}

/**
 * Active clinicians who offer the booked product and are not absent at that time, those at the desk first; without
 * the one it is booked with.
 */
export async function findReplacements(sql: Sql, consultationId: string): Promise<Replacement[]> {
  const rows = await sql<Replacement[]>`
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

/** Books the consultation with this colleague at the same time. */
export async function saveReassigned(tx: Tx, from: LockedConsultation, clinicianId: string): Promise<void> {
  await tx`
    update consultation set clinician_id = ${clinicianId}, late_for = null, late_choice = null, late_choice_for = null,
      times_offered_for = null, changed_at = clock_timestamp()
    where id = ${from.id}`
  const calendars = [from.clinicianId, clinicianId].filter(Boolean).map((id) => `clinician:${id}`)
  await notifyChanged(tx, [...topicsOf(from), 'queue', ...calendars])
}

/** Makes the consultation this clinician's and clears an earlier transfer. */
export async function saveTakeOver(tx: Tx, id: string, clinicianId: string | null): Promise<void> {
  await tx`update consultation set clinician_id = ${clinicianId}, transferred_by = null, transfer_reason = null where id = ${id}`
}

/**
 * When the replacement of a late clinician puts the patient back, the consultation returns to the clinician it was
 * booked with.
 */
export async function restoreBookedClinician(tx: Tx, id: string): Promise<void> {
  await tx`
    update consultation c set clinician_id = s.clinician_id from slot_hold s
    where c.id = ${id} and s.id = c.slot_hold_id and c.type = 'scheduled' and c.late_for = c.starts_at`
}

/** Offers the patient other times for the current start. */
export async function saveTimesOffered(tx: Tx, from: LockedConsultation): Promise<void> {
  await tx`
    update consultation set times_offered_for = starts_at, changed_at = clock_timestamp() where id = ${from.id}`
  await notifyChanged(tx, [...topicsOf(from), 'queue', `clinician:${from.clinicianId}`])
}

/** Active colleagues who offer at least one of these products. */
export async function findColleagues(sql: Sql, clinicianId: string, productIds: readonly string[]) {
  return sql<{ id: string; name: string; productIds: string[] }[]>`
    select k.id, k.name, array_agg(o.product_id) as "productIds"
    from clinician k join clinician_product o on o.clinician_id = k.id and o.product_id = any(${[...productIds]})
    where k.id <> ${clinicianId} and exists (select 1 from staff t where t.clinician_id = k.id and t.status = 'active')
    group by k.id, k.name order by k.name, k.id`
}
