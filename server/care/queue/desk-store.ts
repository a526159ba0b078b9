import type { OrderedSymptom } from '@cuida/core/booking/questions/visible-questions.ts'
import type { CareRules } from '@cuida/core/brand/care-rules.ts'
import type { FollowUp } from '@cuida/core/care/next-step/next-step-api.ts'
import type { QueueItem } from '@cuida/core/care/queue/desk-api.ts'
import type { CallFailure, CloseOutcome } from '@cuida/core/consultation/status/closing.ts'
import { TAKE_EARLY_MINUTES } from '@cuida/core/kit/assumptions.ts'
import { ageOn } from '@cuida/core/profile/account/age.ts'
import type { Sex } from '@cuida/core/profile/account/profile.ts'
import type { Row } from 'postgres'
import { decryptRows } from '../../kit/crypto/encrypted-text.ts'
import type { Sql } from '../../kit/db/db.ts'
import type { StaffCaller } from '../../kit/session/caller.ts'
import { isHolderGone } from '../recovery/recovery-store.ts'
import { isBehindAfterMissedCall } from './queue-position-store.ts'

/** The queue is listed whole (C10.5), up to more than a clinic's clinicians can handle. */
const LIMIT = 2_000

const REASON_CHARACTERS = 120

const due = (sql: Sql) =>
  sql`(c.starts_at is null or c.starts_at <= clock_timestamp() + make_interval(mins => ${TAKE_EARLY_MINUTES}))`

/** The start was missed, or the holder has gone: a scheduled job marks both (`markForRecovery`). */
const needsRecovery = (sql: Sql) => sql`(c.late_for = c.starts_at or c.left_at is not null)`

/** Waits for a clinician, or for one to replace a holder who has gone. */
const isFree = (sql: Sql) => sql`(c.status = 'QUEUED' or (c.status = 'ACTIVE' and c.left_at is not null))`

/**
 * Whether this clinician may take the consultation: it is booked with them, or it is on demand, late or abandoned and
 * of a product that they offer. Clinical managers may take, and see, any on-demand, late or abandoned one.
 */
const mayTake = (sql: Sql, { role, clinicianId }: StaffCaller) => sql`(
  (c.type = 'scheduled' and c.clinician_id = ${clinicianId})
  or ((c.type = 'on-demand' or ${needsRecovery(sql)}) and (${role.includes('clinical-manager')} or exists (
    select 1 from clinician_product o where o.clinician_id = ${clinicianId} and o.product_id = c.product_id))))`

const queueColumnOf = (sql: Sql, { staffId }: StaffCaller) => sql`
  case when c.held_by = ${staffId} then 'mine' when not ${due(sql)} then 'agenda'
    when c.is_urgent and ${isFree(sql)} then 'urgent' else 'waiting' end`

// Counts missed calls as `missedCalls` of core/consultation/status/status.ts does.
const item = (sql: Sql, staff: StaffCaller) => sql`
  c.id, c.type, c.status, c.contact_method, c.product_name, c.patient_id, p.first_name, p.last_name, p.date_of_birth,
  c.queued_at, c.starts_at, c.created_at, c.confirmed_start is not null and c.confirmed_start = c.starts_at as confirmed,
  c.here_at is not null as is_here, c.transfer_reason,
  case when c.status = 'QUEUED' and c.here_at is null and ${isBehindAfterMissedCall(sql, sql`c`)} then c.deferred_until end as deferred_until,
  case when c.held_by = ${staff.staffId} then (select name from staff where id = c.transferred_by) end as transferred_by, ${queueColumnOf(sql, staff)} as queue_column, c.product_slug, c.symptoms,
  case when ${staff.clinicianId !== null} then c.summary end as reason, (clock_timestamp() at time zone 'utc')::date as today,
  case when ${needsRecovery(sql)} and c.held_by is distinct from ${staff.staffId}
    and c.clinician_id is distinct from ${staff.clinicianId}
    then (select name from clinician where id = c.clinician_id) end as left_by,
  (select count(*)::int from consultation_action a where a.consultation_id = c.id and a.type = 'UNASSIGNED') as missed`

/** The stored form: `urgent` is translated later, where the reader's language is known. */
export interface StoredItem extends Omit<QueueItem, 'urgent'> {
  productSlug: string
  symptoms: OrderedSymptom[]
  bookedAt: string
}

const BOOKING_TEXTS = { symptoms: 'consultation.symptoms', reason: 'consultation.summary' } as const

/** The beginning of the summary, on one line. */
const shortReason = (summary: string | null): string | null =>
  summary === null ? null : [...summary.replaceAll(/\s+/g, ' ')].slice(0, REASON_CHARACTERS).join('')

const itemOf = (row: Row): StoredItem => ({
  id: row.id,
  type: row.type,
  status: row.status,
  contactMethod: row.contact_method,
  productName: row.product_name,
  patient: {
    id: row.patient_id,
    firstName: row.first_name,
    lastName: row.last_name,
    age: ageOn(row.date_of_birth, row.today),
  },
  queuedAt: row.queued_at?.toISOString() ?? null,
  startTime: row.starts_at?.toISOString() ?? null,
  missedCalls: row.missed,
  isConfirmed: row.confirmed,
  isHere: row.is_here,
  asideUntil: row.deferred_until?.toISOString() ?? null,
  transfer: row.transferred_by === null ? null : { by: row.transferred_by, reason: row.transfer_reason },
  leftBy: row.left_by,
  reason: shortReason(row.reason),
  queueColumn: row.queue_column,
  productSlug: row.product_slug,
  symptoms: row.symptoms,
  bookedAt: row.created_at.toISOString(),
})

/**
 * Urgent consultations first, then the caller's own, then the waiting ones in queue order, then the caller's agenda.
 */
export async function queueOf(sql: Sql, staff: StaffCaller): Promise<StoredItem[]> {
  const rows = await sql`
    select ${item(sql, staff)} from consultation c join patient p on p.id = c.patient_id
    where p.deleted_at is null and ((c.held_by = ${staff.staffId} and c.status in ('ACTIVE', 'CLOSING'))
      or (${isFree(sql)} and ${mayTake(sql, staff)}))
    order by array_position(array['urgent', 'mine', 'waiting', 'agenda'], ${queueColumnOf(sql, staff)}),
      not ${needsRecovery(sql)}, c.kept_until is null, c.here_at is null, ${isBehindAfterMissedCall(sql, sql`c`)}, coalesce(c.starts_at, c.queued_at), c.id
    limit ${LIMIT}`
  return (await decryptRows<Row>(sql, rows, BOOKING_TEXTS)).map(itemOf)
}

export interface FoundForDesk extends Omit<StoredItem, 'patient'> {
  productId: string
  heldByMe: boolean
  isAway: boolean
  /** Holds the consultation, or held it when it ended. */
  isHolder: boolean
  closedFor: CloseOutcome | null
  failedFor: CallFailure | null
  patient: QueueItem['patient'] & {
    dateOfBirth: string
    sex: Sex
    phone: { number: string; country: string }
    document: string | null
  }
  summary: string | null
  draft: { text: string; privateText: string; version: number }
}

/**
 * A consultation for its current or last holder, for the clinician it is booked with, or for those who may take it.
 * undefined: not visible to the caller.
 */
export async function findForDesk(sql: Sql, id: string, staff: StaffCaller): Promise<FoundForDesk | undefined> {
  const rows = await sql`
    select ${item(sql, staff)}, c.product_id, p.sex, a.phone, a.country, p.cpf, p.document_type, p.document_number,
      c.closed_for, c.failed_for, c.summary, c.draft, c.private_draft, c.draft_version, c.away_at is not null as is_away,
      c.held_by is not distinct from ${staff.staffId} as is_holder,
      c.held_by is not distinct from ${staff.staffId} and c.status in ('ACTIVE', 'CLOSING') as held_by_me
    from consultation c
    join patient p on p.id = c.patient_id
    left join patient h on h.id = p.holder_id
    join account a on a.id = coalesce(p.account_id, h.account_id)
    where c.id = ${id} and c.status <> 'PENDING' and p.deleted_at is null
      and (c.held_by = ${staff.staffId} or c.clinician_id = ${staff.clinicianId}
        or (${isFree(sql)} and ${mayTake(sql, staff)}))`
  const texts = {
    draft: 'consultation.draft',
    private_draft: 'consultation.private_draft',
    summary: 'consultation.summary',
  }
  const [row] = await decryptRows<Row>(sql, rows, { ...BOOKING_TEXTS, ...texts } as typeof BOOKING_TEXTS)
  return row && foundOf(row)
}

function foundOf(row: Row): FoundForDesk {
  const { patient, ...rest } = itemOf(row)
  const document = [row.document_type, row.document_number].filter(Boolean).join(' ')
  return {
    ...rest,
    productId: row.product_id,
    heldByMe: row.held_by_me,
    isAway: row.is_away,
    isHolder: row.is_holder,
    closedFor: row.closed_for,
    failedFor: row.failed_for,
    patient: {
      ...patient,
      dateOfBirth: row.date_of_birth,
      sex: row.sex,
      phone: { number: row.phone, country: row.country },
      document: document || row.cpf,
    },
    summary: row.summary,
    draft: { text: row.draft, privateText: row.private_draft, version: row.draft_version },
  }
}

interface Taking {
  due: boolean
  /** The holder has gone, both when last marked and now. */
  left: boolean
}

/** Whether the caller may take the consultation now. undefined: the caller may not know of it. */
export async function findTakePermission(
  sql: Sql,
  id: string,
  staff: StaffCaller,
  { goneMinutes }: Pick<CareRules, 'goneMinutes'>,
): Promise<Taking | undefined> {
  const [row] = await sql<Taking[]>`
    select ${due(sql)} as due, c.left_at is not null and ${isHolderGone(sql, goneMinutes)} as left from consultation c where c.id = ${id} and c.status <> 'PENDING' and ${mayTake(sql, staff)}`
  return row
}

/** Whether the caller may know of the consultation: they may take it, or could have before another clinician did. */
export async function mayKnow(sql: Sql, id: string, staff: StaffCaller): Promise<boolean> {
  const [row] = await sql`
    select 1 from consultation c where c.id = ${id} and c.status <> 'PENDING' and ${mayTake(sql, staff)}`
  return row !== undefined
}

/** The slot that this clinician holds for the patient's next booking; null when there is none or it has expired. */
export async function findFollowUp(
  sql: Sql,
  patientId: string,
  clinicianId: string | null,
): Promise<(FollowUp & { productSlug: string }) | null> {
  const [row] = await sql<{ startsAt: Date; expiresAt: Date; productName: string; productSlug: string }[]>`
    select s.starts_at as "startsAt", s.expires_at as "expiresAt", w.product_name as "productName",
      w.product_slug as "productSlug"
    from waitlist_entry w join slot_hold s on s.cart_id = w.cart_id
    where w.patient_id = ${patientId} and s.clinician_id = ${clinicianId} and s.state = 'held'
      and s.expires_at > clock_timestamp()
    order by s.starts_at limit 1`
  return row
    ? {
        startTime: row.startsAt.toISOString(),
        keptUntil: row.expiresAt.toISOString(),
        productName: row.productName,
        productSlug: row.productSlug,
      }
    : null
}
