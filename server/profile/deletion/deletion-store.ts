import type { Retention } from '@cuida/core/profile/deletion/retention.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Tx } from '../../kit/db/db.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'

// A deletion touches tables of every area. docs/data-retention.md lists what happens to each column; a test compares
// it with the actual columns.

export interface DeletedPatient {
  id: string
  lastCareAt: Date | undefined
}

/**
 * Locks everything from which a consultation could start meanwhile: carts, then patients, then the account. A booking
 * takes the same order, so the two do not deadlock. Returns the patients to delete: one dependant, or the holder with
 * every dependant who has no other holder.
 */
export async function lockPatientsForDeletion(tx: Tx, accountId: string, patientId: string): Promise<DeletedPatient[]> {
  await tx`select 1 from cart where account_id = ${accountId} order by id for update`
  const rows = await tx<{ id: string }[]>`
    select id from patient where (id = ${patientId} or holder_id = ${patientId}) and deleted_at is null
    order by id for update`
  await tx`select 1 from account where id = ${accountId} for update`
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const cared = await tx<{ id: string; at: Date }[]>`
    select patient_id as id, max(changed_at) as at from consultation
    where patient_id in ${tx(ids)} and status in ('CLOSED', 'CLOSED_WITH_ERROR') group by patient_id`
  const lastCare = new Map(cared.map(({ id, at }) => [id, at]))
  return ids.map((id) => ({ id, lastCareAt: lastCare.get(id) }))
}

/** Why the patient cannot be deleted yet. CLOSING counts too: the clinician is still writing notes. */
export async function findDeletionRefusal(
  tx: Tx,
  ids: readonly string[],
): Promise<'CONSULTATION_ONGOING' | 'PAYMENT_ONGOING' | undefined> {
  const [row] = await tx<{ care: boolean; payment: boolean }[]>`
    select exists (select 1 from consultation where patient_id in ${tx(ids)}
        and status in ('QUEUED', 'ACTIVE', 'CLOSING')) as care,
      exists (select 1 from care_order where patient_id in ${tx(ids)} and status in ('PROCESSING', 'PENDING')) as payment`
  if (row?.care) return 'CONSULTATION_ONGOING'
  return row?.payment ? 'PAYMENT_ONGOING' : undefined
}

/** Moves the identity into locked storage until its retention ends; the remaining row names nobody. */
export async function lockIdentity(tx: Tx, { id }: DeletedPatient, deletedAt: Date, until: Retention): Promise<void> {
  await tx`
    insert into locked_patient (patient_id, account_id, identity, contact, deleted_at, account_until, clinical_until)
    select p.id, a.id,
      jsonb_build_object('firstName', p.first_name, 'lastName', p.last_name, 'dateOfBirth', p.date_of_birth,
        'sex', p.sex, 'genderInfo', p.gender_info, 'cpf', p.cpf, 'documentType', p.document_type,
        'documentNumber', p.document_number, 'company', (select name from company where id = p.company_id), 'holderId', p.holder_id),
      jsonb_build_object('phone', a.phone, 'country', a.country, 'email', a.email),
      ${deletedAt}, ${until.accountUntil}, ${until.clinicalUntil}
    from patient p
    left join patient h on h.id = p.holder_id
    join account a on a.id = coalesce(p.account_id, h.account_id)
    where p.id = ${id}`
  await tx`
    update patient set first_name = '--', last_name = '--', date_of_birth = '1901-01-01', sex = 'PreferNotToSay',
      gender_info = null, cpf = null, document_type = null, document_number = null, company_id = null,
      deleted_at = ${deletedAt}
    where id = ${id}`
}

// Topics in one notification, whose payload holds at most 8,000 bytes.
const AT_ONCE = 100

/** Drops cached answers about their consultations, at the desk too. */
export async function notifyRecordReaders(tx: Tx, ids: readonly string[]): Promise<void> {
  const rows = await tx<{ id: string }[]>`select id from consultation where patient_id in ${tx(ids)}`
  const records = ids.map((id) => `record:${id}`)
  const topics = ['queue', 'records', ...records, ...rows.map(({ id }) => `consultation:${id}`)]
  for (let at = 0; at < topics.length; at += AT_ONCE) await notifyChanged(tx, topics.slice(at, at + AT_ONCE))
}

/** Deletes optional data at once: addresses, discounts, unpaid bookings and their slot holds. */
export async function deleteOptionalData(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx`delete from address where patient_id in ${tx(ids)}`
  await tx`delete from waitlist_entry where patient_id in ${tx(ids)}`
  await tx`delete from health_link where patient_id in ${tx(ids)}`
  await tx`delete from program_booking where patient_id in ${tx(ids)}`
  await tx`delete from webinar_seat where patient_id in ${tx(ids)}`
  await tx`delete from read_mark where patient_id in ${tx(ids)}`
  await tx`delete from lesson_progress where patient_id in ${tx(ids)}`
  for (const table of ['notification', 'undelivered_notification'])
    await tx`
      delete from ${tx(table)} where consultation_id in (select id from consultation where patient_id in ${tx(ids)})
        or subscription_id in (select id from subscription where patient_id in ${tx(ids)})`
  await forgetCarts(tx, tx`patient_id in ${tx(ids)}`)
}

async function forgetCarts(tx: Tx, which: ReturnType<Tx>): Promise<void> {
  const freed = await tx<{ clinician_id: string }[]>`
    update slot_hold set state = 'released', expires_at = null
    where state = 'held' and cart_id in (select id from cart where ${which}) returning clinician_id`
  await notifyChanged(
    tx,
    [...new Set(freed.map((row) => row.clinician_id))].map((id) => `clinician:${id}`),
  )
  await tx`update cart set symptoms = '[]', is_urgent = false, summary = null where ${which}`
}

/**
 * Cancels subscriptions: a job repeats the call until the provider confirms. Paid periods are not refunded (product
 * 6.10).
 */
async function endSubscriptions(tx: Tx, accountId: string): Promise<void> {
  const rows = await tx<{ id: string }[]>`
    update subscription set pending_change = 'close', activation_url = null, activation_payment_id = null,
      changed_at = clock_timestamp()
    where account_id = ${accountId} and status not in ('CANCELED', 'EXPIRED') returning id`
  for (const { id } of rows)
    await enqueue(tx, 'processSubscription', { subscriptionId: id }, { key: `subscription:${id}` })
}

/** Closes the account: no sign-in works any more, and phone and e-mail become free. The caller ends the sessions. */
export async function closeAccount(tx: Tx, accountId: string, deletedAt: Date): Promise<void> {
  await tx`delete from waitlist_entry where account_id = ${accountId}`
  for (const table of ['undelivered_notification', 'notification_settings', 'push_device'])
    await tx`delete from ${tx(table)} where account_id = ${accountId}`
  // Notifications to a previous phone or address of the account are kept, since their recipient must still get them.
  await tx`delete from notification where account_id = ${accountId} and locale is null`
  await forgetCarts(tx, tx`account_id = ${accountId}`)
  await endSubscriptions(tx, accountId)
  // A scheduled job removes the cards at the provider; from now on nobody sees or charges them.
  await tx`
    update saved_card set removed_at = coalesce(removed_at, clock_timestamp()) where account_id = ${accountId}`
  await tx`
    update payment_attempt set token = null, saves_card = false
    where order_id in (select id from care_order where account_id = ${accountId})`
  await tx`delete from known_device where owner_id = ${accountId}`
  await tx`delete from failed_sign_in where owner_id = ${accountId}`
  await tx`
    delete from session_origin where session_id in (select id from session where account_id = ${accountId})`
  await tx`delete from authenticator where account_id = ${accountId}`
  await tx`delete from passkey where account_id = ${accountId}`
  // Referrals stay, between accounts without a name: the friend keeps the discount.
  await tx`delete from referral_discount where account_id = ${accountId}`
  await tx`delete from social_identity where account_id = ${accountId}`
  await tx`
    delete from refresh_token where session_id in (select id from session where account_id = ${accountId})`
  await tx`
    update account set status = 'deleted', deleted_at = ${deletedAt}, phone = null, email = null, password_hash = ''
    where id = ${accountId}`
}
