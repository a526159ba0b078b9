import { isDeepStrictEqual } from 'node:util'
import {
  type AdministrationRoute,
  movePrescription,
  type Prescription,
  type PrescriptionItem,
  type PrescriptionProvider,
  type PrescriptionState,
  type PrescriptionTime,
  prescriptionTime,
} from '@cuida/core/care/prescription/prescription.ts'
import type { DeskPrescription } from '@cuida/core/care/prescription/prescription-api.ts'
import type { Page, PageRequest } from '@cuida/core/kit/paged-list.ts'
import type { Row } from 'postgres'
import { decryptRows, encryptList, encryptText } from '../../kit/crypto/encrypted-text.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'
import { newestFirst, readPage } from '../../kit/db/read-page.ts'

const tables = (sql: Sql) => sql`
  prescription r join patient p on p.id = r.patient_id join clinician k on k.id = r.clinician_id
  join staff t on t.id = r.author_id`

const columns = (sql: Sql) => sql`
  r.id, r.consultation_id, r.patient_id, r.provider, r.provider_id, r.state, r.items, r.signed_at, r.valid_until,
  r.problem, r.cancel_reason, r.allergy_reason, r.author_id, t.name as author, p.first_name, k.name as clinician, k.registration_number`

const decryptTexts = (sql: Sql, rows: readonly Row[]): Promise<Row[]> =>
  decryptRows<Row>(sql, rows, {
    items: 'prescription.items',
    cancel_reason: 'prescription.cancel_reason',
    allergy_reason: 'prescription.allergy_reason',
  })

const itemsOf = (tx: Tx, items: readonly PrescriptionItem[]) =>
  tx.json(encryptList(tx, 'prescription.items', items) as never)

const shared = (row: Row) => ({
  id: row.id,
  provider: row.provider,
  state: row.state,
  signedAt: row.signed_at.toISOString(),
  validUntil: row.valid_until,
  items: row.items,
})

/**
 * Empty for a prescription that the patient may not see (core/care/prescription/prescription.ts). `today`: the
 * clinic's calendar day.
 */
function prescriptionOf(row: Row, today: string): Prescription[] {
  const time = prescriptionTime({ state: row.state, validUntil: row.valid_until }, today)
  // The provider said that it belongs to another patient: it has no items.
  if (!time || row.items.length === 0) return []
  return [
    {
      ...shared(row),
      time,
      consultationId: row.consultation_id,
      patient: { id: row.patient_id, firstName: row.first_name },
      clinician: { name: row.clinician, registrationNumber: row.registration_number },
    },
  ]
}

/** A page of a patient's prescriptions, newest first. */
export async function prescriptionPage(
  sql: Sql,
  patientId: string,
  { today, type, ...request }: PageRequest & { today: string; type?: PrescriptionTime | undefined },
): Promise<Page<Prescription>> {
  const page = await readPage(sql, request, {
    select: (position) => sql`select ${position} ${columns(sql)} from ${tables(sql)}`,
    where: sql`r.patient_id = ${patientId}`,
    order: newestFirst(sql`r.signed_at`, sql`r.id`),
  })
  const opened = await decryptTexts(sql, page.items)
  const items = opened.flatMap((row) => prescriptionOf(row, today))
  return { ...page, items: items.filter(({ time }) => type === undefined || time === type) }
}

/** All prescriptions of a patient, newest first. */
export async function prescriptionsOf(sql: Sql, patientId: string, today: string): Promise<Prescription[]> {
  const rows = await sql`
    select ${columns(sql)} from ${tables(sql)} where r.patient_id = ${patientId} order by r.signed_at desc, r.id`
  return (await decryptTexts(sql, rows)).flatMap((row) => prescriptionOf(row, today))
}

/** undefined also for another patient's prescription and for one that the patient may not see. */
export async function findPrescription(sql: Sql, id: string, patientId: string, today: string) {
  const rows = await sql`
    select ${columns(sql)} from ${tables(sql)} where r.id = ${id} and r.patient_id = ${patientId}`
  const [row] = await decryptTexts(sql, rows)
  const [found] = row ? prescriptionOf(row, today) : []
  return found && { ...found, providerId: (row?.provider_id as string | null) ?? undefined }
}

/** All prescriptions of a consultation for the desk, oldest first. */
export async function deskPrescriptionsOf(
  sql: Sql,
  consultationId: string,
  { staffId, provider, mayCancel }: { staffId: string; provider?: PrescriptionProvider; mayCancel: boolean },
): Promise<DeskPrescription[]> {
  const rows = await sql`
    select ${columns(sql)} from ${tables(sql)}
    where r.consultation_id = ${consultationId} and p.deleted_at is null order by r.signed_at, r.id`
  return (await decryptTexts(sql, rows)).map((row) => ({
    ...shared(row),
    author: row.author,
    problem: row.problem,
    cancelReason: row.cancel_reason,
    allergyReason: row.allergy_reason,
    mayCancel: mayCancel && row.author_id === staffId && row.state === 'issued' && row.provider === provider,
  }))
}

const MAX_USUAL = 100

/** The items of this clinician's recent prescriptions, newest first; of prescriptions for one product when it is given. */
async function recentItems(sql: Sql, staffId: string, productSlug?: string): Promise<PrescriptionItem[]> {
  const rows = await sql`
    select r.items from prescription r join consultation c on c.id = r.consultation_id
    where r.author_id = ${staffId} and r.state <> 'refused' ${productSlug ? sql`and c.product_slug = ${productSlug}` : sql``}
    order by r.signed_at desc limit ${MAX_USUAL}`
  return (await decryptTexts(sql, rows)).flatMap(({ items }) => items)
}

/** The latest item that this clinician prescribed of each medicine, by name. */
export async function usualItems(sql: Sql, staffId: string): Promise<PrescriptionItem[]> {
  const latest = new Map<string, PrescriptionItem>()
  for (const item of await recentItems(sql, staffId)) if (!latest.has(item.medicine)) latest.set(item.medicine, item)
  return [...latest.values()].sort((a, b) => a.medicine.localeCompare(b.medicine)).slice(0, MAX_USUAL)
}

/** How often this clinician used each route in recent prescriptions for a product. */
export async function routesUsed(
  sql: Sql,
  staffId: string,
  productSlug: string,
): Promise<Partial<Record<AdministrationRoute, number>>> {
  const used: Partial<Record<AdministrationRoute, number>> = {}
  for (const { route } of await recentItems(sql, staffId, productSlug)) used[route] = (used[route] ?? 0) + 1
  return used
}

const MAX_EARLIER = 5

/** The patient's latest issued prescriptions from other consultations. */
export async function earlierPrescriptions(
  sql: Sql,
  patientId: string,
  consultationId: string,
): Promise<{ id: string; author: string; signedAt: string; items: PrescriptionItem[] }[]> {
  const rows = await sql`
    select r.id, t.name as author, r.signed_at, r.items from prescription r join staff t on t.id = r.author_id
    where r.patient_id = ${patientId} and r.consultation_id <> ${consultationId} and r.state = 'issued'
      and r.items <> '[]'
    order by r.signed_at desc, r.id limit ${MAX_EARLIER}`
  const opened = await decryptTexts(sql, rows)
  return opened.map(({ id, author, signed_at, items }) => ({ id, author, signedAt: signed_at.toISOString(), items }))
}

export interface NewPrescription {
  consultationId: string
  authorId: string
  clinicianId: string
  key: string
  provider: PrescriptionProvider
  state: 'signing' | 'sending'
  items: readonly PrescriptionItem[]
  validUntil: string
  allergyReason: string | null
}

/**
 * Inserts a prescription, or finds the one with this idempotency key; `isSame` when its content equals the request.
 */
export async function insertPrescription(tx: Tx, input: NewPrescription) {
  const { consultationId, authorId, clinicianId, key, provider, state, validUntil, allergyReason } = input
  const reason = encryptText(tx, 'prescription.allergy_reason', allergyReason)
  const [newPrescription] = await tx<{ id: string }[]>`
    insert into prescription (consultation_id, patient_id, author_id, clinician_id, key, provider, items, valid_until, state,
      allergy_reason)
    select c.id, c.patient_id, ${authorId}, ${clinicianId}, ${key}, ${provider}, ${itemsOf(tx, input.items)},
      ${validUntil}, ${state}, ${reason}
    from consultation c where c.id = ${consultationId}
    on conflict (consultation_id, key) do nothing returning id`
  if (newPrescription) return { id: newPrescription.id, isNew: true, isSame: true }
  const rows = await tx`
    select id, items, valid_until = ${validUntil} and author_id = ${authorId} as is_same
    from prescription where consultation_id = ${consultationId} and key = ${key}`
  const [known] = await decryptTexts(tx, rows)
  const isSame = known?.is_same === true && isDeepStrictEqual(known.items, input.items)
  return { id: known?.id ?? '', isNew: false, isSame }
}

interface SignedThere extends Omit<NewPrescription, 'key' | 'state' | 'items' | 'allergyReason'> {
  providerId: string
}

/**
 * Inserts a prescription signed at the provider, whose content a job will read. undefined: it is known, in another
 * consultation.
 */
export async function insertSignedPrescription(
  tx: Tx,
  { consultationId, authorId, clinicianId, provider, providerId, validUntil }: SignedThere,
): Promise<{ id: string; isNew: boolean } | undefined> {
  const [newPrescription] = await tx<{ id: string }[]>`
    insert into prescription (consultation_id, patient_id, author_id, clinician_id, key, provider, provider_id, items,
      valid_until, state)
    select c.id, c.patient_id, ${authorId}, ${clinicianId}, gen_random_uuid(), ${provider}, ${providerId}, '[]',
      ${validUntil}, 'signing'
    from consultation c where c.id = ${consultationId}
    on conflict (provider, provider_id) do nothing returning id`
  if (newPrescription) return { id: newPrescription.id, isNew: true }
  const [known] = await tx<{ id: string }[]>`
    select id from prescription
    where provider = ${provider} and provider_id = ${providerId} and consultation_id = ${consultationId}`
  return known && { id: known.id, isNew: false }
}

/** Stores the items that the provider reports as signed. */
export async function saveRead(tx: Tx, id: string, items: readonly PrescriptionItem[]): Promise<void> {
  await tx`update prescription set items = ${itemsOf(tx, items)} where id = ${id} and state = 'signing'`
}

/**
 * Clears the provider's id of a prescription that belongs to another patient, so that the right consultation can
 * record it.
 */
export async function clearProviderId(tx: Tx, id: string): Promise<void> {
  await tx`update prescription set provider_id = null where id = ${id} and state = 'signing'`
}

export interface LockedPrescription {
  id: string
  consultationId: string
  authorId: string
  state: PrescriptionState
  providerId: string | null
}

export async function lockPrescription(tx: Tx, id: string): Promise<LockedPrescription | undefined> {
  const [row] = await tx<LockedPrescription[]>`
    select id, consultation_id as "consultationId", author_id as "authorId", state, provider_id as "providerId"
    from prescription where id = ${id} for no key update`
  return row
}

/**
 * Changes the state and notifies the screens that show the prescription. False: its state does not allow the event.
 */
export async function savePrescriptionState(
  tx: Tx,
  { id, state }: Pick<LockedPrescription, 'id' | 'state'>,
  event: Parameters<typeof movePrescription>[1],
  { providerId, problem, cancelReason }: { providerId?: string; problem?: string | null; cancelReason?: string } = {},
): Promise<boolean> {
  const next = movePrescription(state, event)
  if (!next) return false
  await tx`
    update prescription set state = ${next}, changed_at = clock_timestamp(),
      provider_id = coalesce(${providerId ?? null}, provider_id), problem = ${problem ?? null},
      cancel_reason = coalesce(${encryptText(tx, 'prescription.cancel_reason', cancelReason ?? null)}, cancel_reason)
    where id = ${id}`
  await notifyPrescriptionChanged(tx, id)
  return true
}

export async function notifyPrescriptionChanged(tx: Tx, id: string): Promise<void> {
  const [row] = await tx<{ consultation: string; account: string; author: string }[]>`
    select r.consultation_id as consultation, coalesce(p.account_id, h.account_id) as account, r.author_id as author
    from prescription r join patient p on p.id = r.patient_id left join patient h on h.id = p.holder_id
    where r.id = ${id}`
  if (row)
    await notifyChanged(tx, [`account:${row.account}`, `consultation:${row.consultation}`, `staff:${row.author}`])
}
