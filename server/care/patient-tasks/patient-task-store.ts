import type { PatientTask } from '@cuida/core/care/patient-tasks/patient-task-api.ts'
import { lacksAddress } from '../../checkout/invoice/invoice-store.ts'
import type { Sql } from '../../kit/db/db.ts'

/** Older notes and answers are found under History and Support; Home names recent ones only. */
const RECENT = '30 days'
/** A summary is asked for when the consultation is near: earlier the patient may not know yet. */
const SUMMARY_AHEAD = '7 days'
const MOST = 10

interface TaskRow {
  kind: PatientTask['kind']
  id: string
  patientId: string
  firstName: string
  slug: string | null
  name: string | null
  /** Of a task about a booked consultation. */
  clinicianName: string | null
  startTime: Date | null
}

/** What waits for these patients. Payments first: their time runs out. */
export async function findPatientTasks(
  sql: Sql,
  patientIds: readonly string[],
  { asksDocument, asksAddress }: { asksDocument: boolean; asksAddress: boolean },
): Promise<TaskRow[]> {
  const ids = [...patientIds]
  const rows = await sql<TaskRow[]>`
    select t.kind, t.id, p.id as "patientId", p.first_name as "firstName", t.slug, t.name,
      k.name as "clinicianName", b.starts_at as "startTime"
    from (
      select 1 as rank, 'unpaid-order' as kind, o.id, o.patient_id, o.product_slug as slug, o.product_name as name,
        o.created_at as at
      from care_order o where o.patient_id = any(${ids}) and o.status = 'PENDING'
      union all
      (select 2, 'missing-document', c.id, c.patient_id, c.product_slug, c.product_name, c.created_at
      from consultation c join patient o on o.id = c.patient_id
      where ${asksDocument} and c.patient_id = any(${ids}) and o.account_id is not null and o.document_number is null
        and o.cpf is null and c.status = 'QUEUED'
      order by c.created_at limit 1)
      union all
      select 3, 'missing-summary', c.id, c.patient_id, c.product_slug, c.product_name, c.created_at
      from consultation c
      where c.patient_id = any(${ids}) and c.status = 'QUEUED' and c.clinician_id is not null
        and c.starts_at between clock_timestamp() and clock_timestamp() + ${SUMMARY_AHEAD}::interval
        and btrim(coalesce(c.summary, '')) = ''
        and not exists (select 1 from consultation_action a where a.consultation_id = c.id and a.type = 'ASSIGNED')
      union all
      (select 4, 'missing-address', o.id, h.id, o.product_slug, o.product_name, i.created_at
      from invoice i join care_order o on o.id = i.order_id join patient h on h.account_id = o.account_id
      where ${asksAddress} and h.id = any(${ids}) and i.state = 'open' and ${lacksAddress(sql)}
      order by i.created_at limit 1)
      union all
      select 5, 'unread-notes', c.id, c.patient_id, c.product_slug, c.product_name, n.signed_at
      from consultation c
      join lateral (select max(signed_at) as signed_at from note where consultation_id = c.id) n on true
      where c.patient_id = any(${ids}) and c.status = 'CLOSED'
        and n.signed_at > clock_timestamp() - ${RECENT}::interval
        and not exists (select 1 from read_mark r where r.patient_id = c.patient_id and r.item_id = c.id
          and r.read_at >= n.signed_at)
      union all
      select 6, 'unread-answer', q.id, q.patient_id, null, null, q.answered_at
      from question q
      where q.patient_id = any(${ids}) and q.answered_at > clock_timestamp() - ${RECENT}::interval
        and not exists (select 1 from read_mark r where r.patient_id = q.patient_id and r.item_id = q.id)
    ) t join patient p on p.id = t.patient_id
    left join consultation b on b.id = t.id and t.kind = 'missing-summary'
    left join clinician k on k.id = b.clinician_id
    order by t.rank, t.at desc, t.id limit ${MOST}`
  return [...rows]
}

/** Records that a consultation's notes or a question's answer were read; false when neither belongs to these patients. */
export async function saveReadMark(sql: Sql, patientIds: readonly string[], itemId: string): Promise<boolean> {
  const { count } = await sql`
    insert into read_mark (patient_id, item_id)
    select patient_id, id from (
      select patient_id, id from consultation where id = ${itemId}
      union all select patient_id, id from question where id = ${itemId}) item
    where patient_id = any(${[...patientIds]})
    on conflict (patient_id, item_id) do update set read_at = excluded.read_at`
  return count > 0
}
