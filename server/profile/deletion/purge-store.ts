import type { Tx } from '../../kit/db/db.ts'

export interface DuePurge {
  patientId: string
  dueAt: Date
}

/** Patients whose locked data of this kind has passed its retention. Skips rows that another worker has locked. */
export async function findDueAccounts(tx: Tx, now: Date): Promise<DuePurge[]> {
  return tx<DuePurge[]>`
    select patient_id as "patientId", account_until as "dueAt" from locked_patient
    where account_until <= ${now} and contact is not null and not on_hold
    order by account_until limit 100 for update skip locked`
}

export async function findDueRecords(tx: Tx, now: Date): Promise<DuePurge[]> {
  return tx<DuePurge[]>`
    select patient_id as "patientId", clinical_until as "dueAt" from locked_patient
    where clinical_until <= ${now} and contact is null and not on_hold
    order by clinical_until limit 100 for update skip locked`
}

/** Deletes the holder's contact data, consents, and references to cards and devices. */
export async function purgeAccount(tx: Tx, patientId: string): Promise<void> {
  await tx`update locked_patient set contact = null where patient_id = ${patientId}`
  // For this transaction only: elsewhere the table is append-only.
  await tx`select set_config('cuida.purge', 'on', true)`
  await tx`delete from consent where patient_id = ${patientId}`
  await tx`update care_order set card_type = null, masked_card_number = null, cancel_reason = null,
      home_address = null, billing_address = null
    where patient_id = ${patientId}`
}

/** Deletes the clinical record and the person; the remaining figures of a consultation name nobody. */
export async function purgeRecord(tx: Tx, patientId: string): Promise<void> {
  // For this transaction only: elsewhere notes and actions are append-only.
  await tx`select set_config('cuida.purge', 'on', true)`
  const own = tx`(select id from consultation where patient_id = ${patientId})`
  await tx`delete from call_ticket where consultation_id in ${own}`
  await tx`delete from call_participant where consultation_id in ${own}`
  await tx`delete from call_signal where consultation_id in ${own}`
  await tx`delete from call_guest where consultation_id in ${own}`
  await tx`delete from edit_request where patient_id = ${patientId}`
  await tx`delete from question where patient_id = ${patientId}`
  await tx`delete from history_entry where patient_id = ${patientId}`
  await tx`delete from break_glass where patient_id = ${patientId}`
  await tx`delete from phone_call where consultation_id in ${own}`
  await tx`delete from letter where consultation_id in ${own}`
  await tx`delete from issued_document where consultation_id in ${own}`
  await tx`delete from prescription where patient_id = ${patientId}`
  await tx`
    with gone as (delete from consultation_document where consultation_id in ${own} returning file)
    select graphile_worker.add_job('forgetFile', json_build_object('file', file)) from gone`
  await tx`delete from consultation_rating where consultation_id in ${own}`
  await tx`delete from private_note where consultation_id in ${own}`
  await tx`delete from note where consultation_id in ${own}`
  await tx`
    delete from call_joined where call_action_id in (
      select id from consultation_action where consultation_id in ${own})`
  await tx`delete from consultation_action where consultation_id in ${own}`
  await tx`update consultation set symptoms = '[]', summary = null, draft = '', private_draft = '' where patient_id = ${patientId}`
  await tx`delete from locked_patient where patient_id = ${patientId}`
}

/** Records that the data was deleted, and when that was due. */
export async function insertPurgeProof(
  tx: Tx,
  { patientId, dueAt }: DuePurge,
  kind: 'account' | 'clinical',
  now: Date,
): Promise<void> {
  await tx`
    insert into purge_record (patient_id, kind, due_at, purged_at) values (${patientId}, ${kind}, ${dueAt}, ${now})
    on conflict do nothing`
}
