import type { Symptom } from '@cuida/core/booking/cart/cart.ts'
import type { ConsultationSummary, ConsultationType } from '@cuida/core/consultation/consultation-summary.ts'
import type { LateChoice } from '@cuida/core/consultation/late-choice.ts'
import type { CallFailure, CloseOutcome } from '@cuida/core/consultation/status/closing.ts'
import { type ConsultationStatus, patientStatus } from '@cuida/core/consultation/status/status.ts'
import type { Page, PageRequest } from '@cuida/core/kit/paged-list.ts'
import type { Row } from 'postgres'
import { inLocale } from '../catalogue/clinician-store.ts'
import { decryptRows } from '../kit/crypto/encrypted-text.ts'
import type { Sql } from '../kit/db/db.ts'
import { mapPage, NEVER, readPage } from '../kit/db/read-page.ts'

const tables = (sql: Sql) => sql`
  consultation c join patient p on p.id = c.patient_id left join clinician k on k.id = c.clinician_id`

const listed = (sql: Sql) => sql`
  c.id, c.encounter_uuid, c.order_id, c.type, c.status, c.contact_method, c.product_id, c.product_name, c.product_slug,
  c.starts_at, c.ends_at, c.created_at, c.patient_id, p.first_name,
  case when c.status = 'QUEUED' and c.times_offered_for = c.starts_at then c.times_offered_for end as times_offered_for,
  k.id as clinician_id, k.name as clinician_name, k.specialty, k.photo_url, k.hue`

/** A list item; the clinician's specialty is in the reader's language. */
const summaryOf = (row: Row, locale: string): ConsultationSummary => ({
  id: row.id,
  encounterUuid: row.encounter_uuid,
  orderId: row.order_id,
  type: row.type,
  status: row.status,
  patientStatus: patientStatus(row.status),
  preferredContactMethod: row.contact_method,
  product: { id: row.product_id, name: row.product_name, slug: row.product_slug },
  patient: { id: row.patient_id, firstName: row.first_name },
  clinician: row.clinician_id && {
    id: row.clinician_id,
    name: row.clinician_name,
    specialty: inLocale<string>(row.specialty, locale) ?? '',
    photoUrl: row.photo_url,
    hue: row.hue,
  },
  startTime: row.starts_at?.toISOString() ?? null,
  endTime: row.ends_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  timesOfferedFor: row.times_offered_for?.toISOString() ?? null,
})

export interface ListFilter extends PageRequest {
  patientId: string
  /** Empty: every status. */
  statuses: readonly ConsultationStatus[]
  type?: ConsultationType | undefined
  sortBy: 'createdAt:desc' | 'createdAt:asc' | 'startTime:desc' | 'startTime:asc'
  locale: string
}

export async function listOfPatient(
  sql: Sql,
  { patientId, statuses, type, sortBy, locale, ...request }: ListFilter,
): Promise<Page<ConsultationSummary> & { total: number }> {
  const where = sql`c.patient_id = ${patientId}
    ${statuses.length > 0 ? sql`and c.status = any(${statuses})` : sql``}
    ${type ? sql`and c.type = ${type}` : sql``}`
  const descending = sortBy.endsWith('desc')
  // Consultations without a start come last in either direction.
  const withoutStart = descending ? '0001-01-01 00:00:00+00' : NEVER
  const moment = sortBy.startsWith('startTime')
    ? sql`coalesce(c.starts_at, ${withoutStart}::text::timestamptz)`
    : sql`c.created_at`
  const [page, [count]] = await Promise.all([
    readPage(sql, request, {
      select: (position) => sql`select ${position} ${listed(sql)} from ${tables(sql)}`,
      where,
      order: [
        { by: moment, type: 'moment', descending },
        { by: sql`c.id`, type: 'id' },
      ],
    }),
    sql<{ total: number }[]>`select count(*)::int as total from consultation c where ${where}`,
  ])
  return { ...mapPage(page, (row) => summaryOf(row, locale)), total: count?.total ?? 0 }
}

export interface FoundConsultation extends ConsultationSummary {
  calendarSequence: number
  isUrgent: boolean
  symptoms: Symptom[]
  summary: string | null
  isConfirmed: boolean
  isHere: boolean
  isAway: boolean
  promisedBy: string | null
  failedFor: CallFailure | null
  closedFor: CloseOutcome | null
  lateChoice: LateChoice | null
  afterHoursSince: string | null
  reopensAt: string | null
  keptUntil: string | null
}

export async function findConsultation(sql: Sql, id: string, locale = 'en'): Promise<FoundConsultation | undefined> {
  const rows = await sql`
    select ${listed(sql)}, c.is_urgent, c.symptoms, c.summary, c.here_at, c.away_at, c.promised_by, c.failed_for, c.closed_for,
      c.confirmed_start is not null and c.confirmed_start = c.starts_at as confirmed,
      case when c.late_choice_for = c.starts_at then c.late_choice end as late_choice,
      c.after_hours_since, c.reopens_at, c.kept_until, c.calendar_sequence
    from ${tables(sql)} where c.id = ${id}`
  const columns = { symptoms: 'consultation.symptoms', summary: 'consultation.summary' } as const
  const [row] = await decryptRows<Row>(sql, rows, columns)
  return (
    row && {
      ...summaryOf(row, locale),
      calendarSequence: row.calendar_sequence,
      isUrgent: row.is_urgent,
      symptoms: row.symptoms,
      summary: row.summary,
      isConfirmed: row.confirmed,
      isHere: row.here_at !== null,
      isAway: row.away_at !== null,
      promisedBy: row.promised_by?.toISOString() ?? null,
      failedFor: row.failed_for,
      closedFor: row.closed_for,
      lateChoice: row.late_choice,
      afterHoursSince: row.after_hours_since?.toISOString() ?? null,
      reopensAt: row.reopens_at?.toISOString() ?? null,
      keptUntil: row.kept_until?.toISOString() ?? null,
    }
  )
}
