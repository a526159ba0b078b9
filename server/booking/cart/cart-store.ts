import type { Cart, ContactMethod, Symptom } from '@cuida/core/booking/cart/cart.ts'
import type { CartContent } from '@cuida/core/booking/cart/merge.ts'
import { CART_HOURS } from '@cuida/core/kit/assumptions.ts'
import { decryptRows, encryptList, encryptText } from '../../kit/crypto/encrypted-text.ts'
import { hashOf } from '../../kit/crypto/secrets.ts'
import { runInBatches } from '../../kit/db/batches.ts'
import { pipeline, type Sql, type Tx } from '../../kit/db/db.ts'
import type { CartHold } from '../calendar/slot-hold-store.ts'

export interface StoredCart {
  id: string
  /** Changes with every write of the row. */
  version: string
  /** Set once a signed-in patient has used the cart. */
  accountId: string | undefined
  content: CartContent
  createdAt: Date
  /** The cart is older than allowed, by the database's clock. */
  isExpired: boolean
  isOrdered: boolean
  /** The current hold: held, paying or booked. */
  hold: { clinicianId: string; start: Date; end: Date; lockedAt: Date; expiresAt: Date | null } | undefined
  /** The current or latest hold; it may have expired. */
  held: CartHold | undefined
}

interface CartRow {
  id: string
  version: string
  account_id: string | null
  product_id: string
  patient_id: string | null
  symptoms: Symptom[]
  summary: string | null
  contact_method: ContactMethod | null
  clinician_id: string | null
  age_confirmed: boolean
  created_at: Date
  is_expired: boolean
  ordered_at: Date | null
  slot_hold_id: string | null
  hold_clinician_id: string
  starts_at: Date
  ends_at: Date
  locked_at: Date
  /** Null when the hold is paying or booked. */
  expires_at: Date | null
  is_over: boolean
}

/**
 * The cart behind a key, if the caller may use it. A guest's cart belongs to whoever has the key; the first signed-in
 * patient who uses it becomes its owner.
 */
export async function findCart(sql: Sql, key: string, accountId: string | undefined): Promise<StoredCart | undefined> {
  return bindCart(sql, await readCart(sql, sql`c.key_hash = ${hashOf(key)}`, accountId), accountId)
}

/** Like `findCart`, and locks the cart with its slot holds and order until the transaction ends. */
export async function lockCart(tx: Tx, key: string, accountId: string | undefined): Promise<StoredCart | undefined> {
  return lockedCart(tx, tx`key_hash = ${hashOf(key)}`, tx`c.key_hash = ${hashOf(key)}`, accountId)
}

/** Locks a cart by its id, which is never sent to clients: for another try of its order. */
export async function lockCartById(tx: Tx, id: string, accountId: string): Promise<StoredCart | undefined> {
  return lockedCart(tx, tx`id = ${id}`, tx`c.id = ${id}`, accountId)
}

type Which = ReturnType<Sql>

/**
 * The lock is a separate statement, so that the read after it sees what the previous holder of the lock committed.
 */
async function lockedCart(tx: Tx, locked: Which, read: Which, accountId: string | undefined) {
  const row = (
    await pipeline(
      tx`select 1 from cart where ${locked} for update`.then(() => undefined),
      readCart(tx, read, accountId),
    )
  )[1]
  return bindCart(tx, row, accountId)
}

async function bindCart(
  sql: Sql,
  row: CartRow | undefined,
  accountId: string | undefined,
): Promise<StoredCart | undefined> {
  if (!row || row.account_id !== null || !accountId) return row && cartOf(row)
  const { count } = await sql`
    update cart set account_id = ${accountId}
    where id = ${row.id} and coalesce(account_id, ${accountId}) = ${accountId}`
  return count === 1 ? cartOf({ ...row, account_id: accountId }) : undefined
}

async function readCart(sql: Sql, which: Which, accountId: string | undefined): Promise<CartRow | undefined> {
  const [row] = await sql<CartRow[]>`
    select c.id, c.xmin::text as version, c.account_id, c.product_id, c.patient_id, c.symptoms, c.summary, c.contact_method, c.clinician_id,
      c.age_confirmed, c.created_at, c.ordered_at,
      c.changed_at <= clock_timestamp() - make_interval(hours => ${CART_HOURS}) as is_expired,
      s.id as slot_hold_id, s.clinician_id as hold_clinician_id, s.starts_at, s.ends_at, s.locked_at, s.expires_at,
      coalesce(s.expires_at <= clock_timestamp(), false) as is_over
    from cart c
    left join lateral (
      select * from slot_hold where cart_id = c.id and state <> 'released' order by locked_at desc limit 1
    ) s on true
    where ${which} and (c.account_id is null or c.account_id = ${accountId ?? null})`
  const [opened] = await decryptRows(sql, row ? [row] : [], { symptoms: 'cart.symptoms', summary: 'cart.summary' })
  return opened
}

export async function insertCart(
  sql: Sql,
  key: string,
  accountId: string | undefined,
  source: Buffer,
  content: CartContent,
): Promise<StoredCart> {
  const [row] = await sql<{ id: string; version: string; created_at: Date }[]>`
    insert into cart (key_hash, account_id, source, product_id, patient_id, symptoms, is_urgent, summary,
      contact_method, clinician_id, age_confirmed)
    values (${hashOf(key)}, ${accountId ?? null}, ${source}, ${content.productId}, ${content.patientId},
      ${answersOf(sql, content)}, ${hasUrgent(content)}, ${summaryOf(sql, content)}, ${content.contactMethod}, ${content.clinicianId},
      ${content.ageConfirmed})
    returning id, xmin::text as version, created_at`
  if (!row) throw new Error('the insert of a cart returned no row')
  return {
    id: row.id,
    version: row.version,
    accountId,
    content,
    createdAt: row.created_at,
    isExpired: false,
    isOrdered: false,
    hold: undefined,
    held: undefined,
  }
}

/** `isOrdered`: this very content becomes an order. */
export async function saveCart(tx: Tx, id: string, content: CartContent, isOrdered = false): Promise<void> {
  await tx`
    update cart set ordered_at = case when ${isOrdered} then clock_timestamp() else ordered_at end, ${holding(tx, content)}
    where id = ${id}`
}

/** Saves without a lock; false when the cart has changed since it was read. */
export async function saveCartIfUnchanged(
  sql: Sql,
  { id, version }: StoredCart,
  content: CartContent,
): Promise<boolean> {
  const { count } = await sql`update cart set ${holding(sql, content)} where id = ${id} and xmin = ${version}::xid`
  return count === 1
}

const holding = (sql: Sql, content: CartContent) => sql`
  product_id = ${content.productId}, patient_id = ${content.patientId}, symptoms = ${answersOf(sql, content)},
  is_urgent = ${hasUrgent(content)}, summary = ${summaryOf(sql, content)}, contact_method = ${content.contactMethod}, clinician_id = ${content.clinicianId},
  age_confirmed = ${content.ageConfirmed}, changed_at = clock_timestamp()`

const answersOf = (sql: Sql, { symptoms }: CartContent) => sql.json(encryptList(sql, 'cart.symptoms', symptoms))
const summaryOf = (sql: Sql, { summary }: CartContent) => encryptText(sql, 'cart.summary', summary)
/** An answer is marked as urgent when the cart becomes an order. */
const hasUrgent = ({ symptoms }: CartContent) => symptoms.some((answer) => 'urgent' in answer)

/** Deletes the answers in expired carts. Returns the number of carts. */
export const forgetExpiredCarts = (sql: Sql): Promise<number> =>
  runInBatches(
    (most) => sql`
      update cart set symptoms = '[]', is_urgent = false, summary = null
      where id in (
        select id from cart
        where ordered_at is null and changed_at <= statement_timestamp() - make_interval(hours => ${CART_HOURS})
          and (summary is not null or symptoms <> '[]')
        limit ${most})`,
  )

const cartOf = (row: CartRow): StoredCart => ({
  id: row.id,
  version: row.version,
  accountId: row.account_id ?? undefined,
  content: {
    productId: row.product_id,
    patientId: row.patient_id,
    symptoms: row.symptoms,
    summary: row.summary,
    contactMethod: row.contact_method,
    clinicianId: row.clinician_id,
    ageConfirmed: row.age_confirmed,
  },
  createdAt: row.created_at,
  isExpired: row.is_expired,
  isOrdered: row.ordered_at !== null,
  ...timesOf(row),
})

function timesOf(row: CartRow): Pick<StoredCart, 'hold' | 'held'> {
  const { slot_hold_id: id, expires_at: expiresAt, is_over: isExpired } = row
  if (!id) return { hold: undefined, held: undefined }
  const time = { clinicianId: row.hold_clinician_id, start: row.starts_at, end: row.ends_at, lockedAt: row.locked_at }
  return {
    hold: isExpired ? undefined : { ...time, expiresAt },
    held: expiresAt ? { ...time, id, expiresAt, isExpired } : undefined,
  }
}

/** The cart as the API returns it (B3.2). */
export const toApiCart = ({ content, createdAt, hold }: StoredCart): Cart => ({
  ...content,
  schedule: hold ? { startTime: hold.start.toISOString(), endTime: hold.end.toISOString() } : null,
  createdAt: createdAt.toISOString(),
  lockedAt: hold?.lockedAt.toISOString() ?? null,
  lockExpiresAt: hold?.expiresAt?.toISOString() ?? null,
})
