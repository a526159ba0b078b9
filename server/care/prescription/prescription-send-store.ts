import type { PrescriptionItem, PrescriptionState } from '@cuida/core/care/prescription/prescription.ts'
import { ATTEMPT_RECHECK_SECONDS } from '@cuida/core/kit/assumptions.ts'
import type { Row } from 'postgres'
import { decryptRows } from '../../kit/crypto/encrypted-text.ts'
import type { Sql } from '../../kit/db/db.ts'
import type { Prescriber, Recipient } from '../../providers/prescription/port.ts'

/** The data that the provider receives about a prescription. */
export interface PrescriptionToSend {
  id: string
  state: PrescriptionState
  provider: string
  providerId: string | null
  signedAt: Date
  validUntil: string
  items: PrescriptionItem[]
  cancelReason: string | null
  prescriber: Prescriber
  patient: Recipient
}

export async function findPrescriptionToSend(sql: Sql, id: string): Promise<PrescriptionToSend | undefined> {
  const rows = await sql`
    select r.id, r.state, r.provider, r.provider_id, r.signed_at, r.valid_until, r.items, r.cancel_reason,
      k.id as clinician_id, k.name as clinician, k.registration_number, t.email,
      p.id as patient_id, p.first_name, p.last_name, p.date_of_birth, coalesce(p.cpf, p.document_number) as document
    from prescription r join patient p on p.id = r.patient_id join clinician k on k.id = r.clinician_id
    join staff t on t.id = r.author_id
    where r.id = ${id}`
  const [row] = await decryptRows<Row>(sql, rows, {
    items: 'prescription.items',
    cancel_reason: 'prescription.cancel_reason',
  })
  return (
    row && {
      id: row.id,
      state: row.state,
      provider: row.provider,
      providerId: row.provider_id,
      signedAt: row.signed_at,
      validUntil: row.valid_until,
      items: row.items,
      cancelReason: row.cancel_reason,
      prescriber: { id: row.clinician_id, name: row.clinician, licence: row.registration_number, email: row.email },
      patient: {
        id: row.patient_id,
        name: `${row.first_name} ${row.last_name}`,
        dateOfBirth: row.date_of_birth,
        document: row.document ?? undefined,
      },
    }
  )
}

/** The prescriber and the patient of a consultation; undefined when the member of staff is no clinician. */
export async function findParties(sql: Sql, consultationId: string, staffId: string) {
  const [row] = await sql`
    select k.id, k.name, k.registration_number, t.email, p.id as patient_id,
      p.first_name || ' ' || p.last_name as patient, p.cpf
    from consultation c join patient p on p.id = c.patient_id, staff t join clinician k on k.id = t.clinician_id
    where c.id = ${consultationId} and t.id = ${staffId}`
  return (
    row && {
      prescriber: { id: row.id, name: row.name, licence: row.registration_number, email: row.email } as Prescriber,
      patient: { id: row.patient_id as string, name: row.patient as string, document: row.cpf as string | null },
    }
  )
}

/** Prescriptions that their provider should have received by now, whatever became of their job. */
export async function findUnfinishedPrescriptions(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from prescription
    where state in ('signing', 'sending', 'cancelling')
      and changed_at <= clock_timestamp() - make_interval(secs => ${ATTEMPT_RECHECK_SECONDS})
    order by changed_at limit 200 for update skip locked`
  return rows.map(({ id }) => id)
}
