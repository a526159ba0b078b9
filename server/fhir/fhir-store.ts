import type { DocumentType } from '@cuida/core/care/documents/document.ts'
import type { LetterKind } from '@cuida/core/care/next-step/next-step-api.ts'
import type { ConsultationStatus } from '@cuida/core/consultation/status/status.ts'
import type { PatientResourceType } from '@cuida/core/fhir/resource-types.ts'
import { decryptRows } from '../kit/crypto/encrypted-text.ts'
import type { Sql } from '../kit/db/db.ts'

/** The patient of a resource. A statement and the Coverage of a company have the patient’s own id. */
export async function findPatientOf(sql: Sql, type: PatientResourceType, id: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`${ownerQuery(sql, type, id.slice(0, UUID_LENGTH))} limit 1`
  return row?.id
}
const UUID_LENGTH = 36

function ownerQuery(sql: Sql, type: PatientResourceType, id: string) {
  const ofConsultation = sql`select patient_id as id from consultation where id = ${id}`
  const itself = sql`select id from patient where id = ${id}`
  const ofEntry = sql`select patient_id as id from history_entry where id = ${id}`
  const table = {
    Patient: itself,
    Appointment: ofConsultation,
    Encounter: ofConsultation,
    DocumentReference: sql`
      select c.patient_id as id from consultation c where c.id in (
        select consultation_id from note where id = ${id}
        union all select consultation_id from letter where id = ${id}
        union all select consultation_id from consultation_document where id = ${id})`,
    MedicationRequest: sql`select patient_id as id from prescription where id = ${id}`,
    MedicationStatement: itself,
    AllergyIntolerance: sql`${ofEntry} union all ${itself}`,
    Condition: ofEntry,
    FamilyMemberHistory: ofEntry,
    Coverage: sql`select patient_id as id from subscription where id = ${id} union all ${itself}`,
  } satisfies Record<PatientResourceType, unknown>
  return table[type]
}

/** A consultation with its times; `began` and `ended` are those of its calls. */
export interface TimedConsultation {
  id: string
  encounterUuid: string
  type: 'scheduled' | 'on-demand'
  status: ConsultationStatus
  contactMethod: 'phone' | 'video'
  slug: string
  productName: string
  clinicianId: string | null
  clinician: string | null
  startsAt: Date | null
  endsAt: Date | null
  createdAt: Date
  changedAt: Date
  began: Date | null
  ended: Date | null
}

/** The consultations of a patient that were paid, newest first. */
export async function timedConsultationsOf(sql: Sql, patientId: string): Promise<TimedConsultation[]> {
  const rows = await sql<TimedConsultation[]>`
    select c.id, c.encounter_uuid as "encounterUuid", c.type, c.status, c.contact_method as "contactMethod",
      c.product_slug as slug, c.product_name as "productName", k.id as "clinicianId", k.name as clinician,
      c.starts_at as "startsAt", c.ends_at as "endsAt", c.created_at as "createdAt", c.changed_at as "changedAt",
      a.began, a.ended
    from consultation c left join clinician k on k.id = c.clinician_id
    left join lateral (
      select min(at) filter (where type like '%CALL_STARTED') as began,
        max(at) filter (where type like '%CALL_COMPLETED') as ended
      from consultation_action where consultation_id = c.id) a on true
    where c.patient_id = ${patientId} and c.status not in ('PENDING', 'EXPIRED') and c.type <> 'medical-update'
    order by c.created_at desc, c.id`
  return [...rows]
}

export interface IssuedLetter {
  id: string
  consultationId: string
  kind: LetterKind
  recipient: string | null
  text: string
  author: string
  signedAt: Date
}

export async function lettersOfPatient(sql: Sql, patientId: string): Promise<IssuedLetter[]> {
  const rows = await sql<IssuedLetter[]>`
    select l.id, l.consultation_id as "consultationId", l.kind, l.recipient, l.text, t.name as author,
      l.signed_at as "signedAt"
    from letter l join staff t on t.id = l.author_id join consultation c on c.id = l.consultation_id
    where c.patient_id = ${patientId} order by l.signed_at desc, l.id`
  return decryptRows(sql, rows, { recipient: 'letter.recipient', text: 'letter.text' })
}

export interface UploadedDocument {
  id: string
  consultationId: string
  side: 'patient' | 'clinician'
  name: string
  type: DocumentType
  size: number
  createdAt: Date
}

/** The documents of a patient's consultations that are scanned and not hidden. */
export async function documentsOfPatient(sql: Sql, patientId: string): Promise<UploadedDocument[]> {
  const rows = await sql<UploadedDocument[]>`
    select d.id, d.consultation_id as "consultationId", d.side, d.name, d.type, d.size, d.created_at as "createdAt"
    from consultation_document d join consultation c on c.id = d.consultation_id
    where c.patient_id = ${patientId} and d.hidden_at is null and not d.is_waiting
    order by d.created_at desc, d.id`
  return decryptRows(sql, rows, { name: 'consultation_document.name' })
}

export interface PatientSubscription {
  id: string
  planName: string
  status: string
  currentPeriodEnd: Date | null
  createdAt: Date
  changedAt: Date
}

export async function subscriptionsOf(sql: Sql, patientId: string): Promise<PatientSubscription[]> {
  const rows = await sql<PatientSubscription[]>`
    select id, plan_name as "planName", status, current_period_end as "currentPeriodEnd", created_at as "createdAt",
      changed_at as "changedAt"
    from subscription where patient_id = ${patientId} order by created_at desc, id`
  return [...rows]
}

/** The company whose link the patient used, while it takes part. */
export async function findCompanyOf(sql: Sql, patientId: string): Promise<string | undefined> {
  const [row] = await sql<{ name: string }[]>`
    select c.name from patient p join company c on c.id = p.company_id and c.ended_at is null
    where p.id = ${patientId}`
  return row?.name
}
