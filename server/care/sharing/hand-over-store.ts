import type { StaffRole } from '@cuida/core/access/team/staff-api.ts'
import type { HandOverReason } from '@cuida/core/care/sharing/hand-over-api.ts'
import type { Step } from '@cuida/core/consultation/status/steps.ts'
import { AWAY_MINUTES } from '@cuida/core/kit/assumptions.ts'
import { countsAsThere } from '../../access/at-desk-store.ts'
import { type Locked, saveStep } from '../../consultation/change-store.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'

export interface Colleague {
  staffId: string
  clinicianId: string
  role: StaffRole
  name: string
  specialty: Record<string, string>
  /** How many patients they hold. */
  attending: number
}

/** Whom this consultation may be handed to now: who could take such a one, and is there and available. */
export async function findColleagues(sql: Sql, consultationId: string, mine: string): Promise<Colleague[]> {
  const rows = await sql<Colleague[]>`
    select t.id as "staffId", t.clinician_id as "clinicianId", t.role, k.name, k.specialty,
      (select count(*)::int from consultation h
        where h.held_by = t.id and h.status in ('ACTIVE', 'CLOSING')) as attending
    from consultation c
    join staff t on t.status = 'active' and t.id <> ${mine}
    join clinician k on k.id = t.clinician_id
    where c.id = ${consultationId} and ${countsAsThere(sql)}
      and ((c.type = 'on-demand' and t.role = 'clinician-and-clinical-manager') or exists (
        select 1 from clinician_product o where o.clinician_id = k.id and o.product_id = c.product_id))
      and exists (select 1 from session s where s.staff_id = t.id and s.ended_at is null
        and s.last_seen_at > clock_timestamp() - make_interval(mins => ${AWAY_MINUTES}))
    order by attending, k.name, t.id`
  return [...rows]
}

/** The colleague's from now on, with everything in it, a booked one too: it returns to their agenda if it is missed. */
export async function saveHandOver(
  tx: Tx,
  from: Locked,
  step: Step,
  { by, to, reason }: { by: string; to: Colleague; reason: HandOverReason },
): Promise<void> {
  await saveStep(tx, from, step, to)
  await tx`
    update consultation set clinician_id = ${to.clinicianId}, handed_by = ${by}, handed_for = ${reason}
    where id = ${from.id}`
  await notifyChanged(tx, [`staff:${by}`])
}
