import type { WaitlistEntry } from '@cuida/core/booking/waitlist/waitlist-api.ts'
import { CART_HOURS } from '@cuida/core/kit/assumptions.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'

export interface WaitingEntry {
  id: string
  accountId: string
  patientId: string | null
  productId: string
  clinicianId: string | null
  until: Date
}

interface NewEntry extends Omit<WaitingEntry, 'id'> {
  productSlug: string
  productName: string
}

/** Joins the waitlist or changes the entry; a missed entry starts anew at the end. */
export async function upsertEntry(sql: Sql, entry: NewEntry): Promise<void> {
  await sql`
    insert into waitlist_entry (account_id, patient_id, product_id, product_slug, product_name, clinician_id, wanted_until)
    values (${entry.accountId}, ${entry.patientId}, ${entry.productId}, ${entry.productSlug}, ${entry.productName},
      ${entry.clinicianId}, ${entry.until})
    on conflict (account_id, product_id) do update set
      patient_id = excluded.patient_id, clinician_id = excluded.clinician_id, wanted_until = excluded.wanted_until,
      created_at = case waitlist_entry.state when 'missed' then excluded.created_at else waitlist_entry.created_at end,
      state = 'waiting', cart_id = null, offered_at = null
    where waitlist_entry.state <> 'offered'`
}

interface EntryRow {
  id: string
  product: WaitlistEntry['product']
  clinician_id: string | null
  wanted_until: Date
  state: WaitlistEntry['state']
  starts_at: Date | null
  ends_at: Date | null
  expires_at: Date | null
  clinician: NonNullable<WaitlistEntry['offer']>['clinician'] | null
}

/**
 * The entries of an account. An offer whose time is no longer held is shown as missed, even before the scheduled job
 * marks it.
 */
export async function findEntries(sql: Sql, accountId: string): Promise<WaitlistEntry[]> {
  const rows = await sql<EntryRow[]>`
    select w.id, w.clinician_id, w.wanted_until,
      json_build_object('id', w.product_id, 'slug', w.product_slug, 'name', w.product_name) as product,
      case when w.state = 'offered' and s.id is null then 'missed' else w.state end as state,
      s.starts_at, s.ends_at, s.expires_at,
      case when c.id is not null then json_build_object('id', c.id, 'name', c.name, 'timeZone', c.time_zone) end as clinician
    from waitlist_entry w
    left join slot_hold s on s.cart_id = w.cart_id
      and (s.state = 'paying' or (s.state = 'held' and s.expires_at > clock_timestamp()))
    left join clinician c on c.id = s.clinician_id
    where w.account_id = ${accountId} order by w.created_at`
  return rows.map(entryOf)
}

const entryOf = (row: EntryRow): WaitlistEntry => ({
  id: row.id,
  product: row.product,
  clinicianId: row.clinician_id,
  until: row.wanted_until.toISOString(),
  state: row.state,
  offer:
    row.starts_at && row.ends_at && row.clinician
      ? {
          startTime: row.starts_at.toISOString(),
          endTime: row.ends_at.toISOString(),
          expiresAt: row.expires_at?.toISOString() ?? null,
          clinician: row.clinician,
        }
      : null,
})

/**
 * Ends an entry of this account. Returns the cart that holds its offer, if any; undefined when there is no such
 * entry.
 */
export async function deleteEntry(
  tx: Tx,
  id: string,
  accountId: string,
): Promise<{ cartId: string | null } | undefined> {
  const [row] = await tx<{ cartId: string | null }[]>`
    delete from waitlist_entry where id = ${id} and account_id = ${accountId} returning cart_id as "cartId"`
  return row
}

/** An account that has booked this product, in any way, no longer waits for it. */
export async function endEntryOfOrder(tx: Tx, accountId: string, orderId: string): Promise<void> {
  await tx`
    delete from waitlist_entry
    where account_id = ${accountId} and product_id = (select product_id from care_order where id = ${orderId})`
}

/**
 * Marks expired offers as missed and ends entries whose wanted date has passed without an offer. Returns the accounts
 * of the missed ones.
 */
export async function lapseEntries(tx: Tx): Promise<string[]> {
  const missed = await tx<{ account_id: string }[]>`
    update waitlist_entry w set state = 'missed'
    where w.state = 'offered' and not exists (
      select 1 from slot_hold s where s.cart_id = w.cart_id
        and (s.state in ('paying', 'booked') or (s.state = 'held' and s.expires_at > clock_timestamp())))
    returning account_id`
  const over = await tx<{ account_id: string }[]>`
    delete from waitlist_entry
    where (state = 'waiting' and wanted_until <= clock_timestamp())
      or (state = 'missed' and offered_at <= clock_timestamp() - interval '1 day')
    returning account_id`
  return [...new Set([...missed, ...over].map(({ account_id }) => account_id))]
}

/** Waiting entries in order, without those of closed or blocked accounts. */
export async function findWaitingEntries(sql: Sql): Promise<WaitingEntry[]> {
  return sql<WaitingEntry[]>`
    select w.id, w.account_id as "accountId", w.patient_id as "patientId", w.product_id as "productId",
      w.clinician_id as "clinicianId", w.wanted_until as "until"
    from waitlist_entry w join account a on a.id = w.account_id and a.status = 'active'
    where w.state = 'waiting' order by w.created_at, w.id limit 500`
}

/** Serialises offers across processes, so that the waitlist keeps its order. */
export async function lockWaitlist(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('waitlist', 2))`
}

/** Whether this entry still waits. Locks its row. */
export async function lockWaitingEntry(tx: Tx, id: string): Promise<boolean> {
  const [row] = await tx`select 1 from waitlist_entry where id = ${id} and state = 'waiting' for update`
  return row !== undefined
}

/** The account's waiting entry for this product; an entry with an open offer does not count. */
export async function findWaitingEntryId(tx: Tx, accountId: string, productId: string): Promise<string | undefined> {
  const [row] = await tx<{ id: string }[]>`
    select id from waitlist_entry
    where account_id = ${accountId} and product_id = ${productId} and state = 'waiting' for update`
  return row?.id
}

/**
 * A cart for the offer, with its own key and the account's latest answers about this product and patient. The answers
 * may be incomplete: the patient completes them after taking the offer.
 */
export async function insertOfferCart(
  tx: Tx,
  entry: WaitingEntry,
  cart: { id: string; keyHash: Buffer; clinicianId: string },
): Promise<void> {
  await tx`
    with told as (
      select symptoms, summary, contact_method, patient_id from cart
      where account_id = ${entry.accountId} and product_id = ${entry.productId}
        and (${entry.patientId}::uuid is null or patient_id = ${entry.patientId})
        and changed_at > clock_timestamp() - make_interval(hours => ${CART_HOURS})
      order by changed_at desc limit 1)
    insert into cart (id, key_hash, account_id, product_id, clinician_id, patient_id, symptoms, summary, contact_method)
    select ${cart.id}, ${cart.keyHash}, ${entry.accountId}, ${entry.productId}, ${cart.clinicianId}, coalesce(${entry.patientId}, told.patient_id),
      coalesce(told.symptoms, '[]'), told.summary, told.contact_method
    from (select 1) as one left join told on true`
}

export async function findOfferCart(sql: Sql, id: string, accountId: string): Promise<string | undefined> {
  const [row] = await sql<{ cartId: string | null }[]>`
    select cart_id as "cartId" from waitlist_entry where id = ${id} and account_id = ${accountId}`
  return row?.cartId ?? undefined
}

export async function markOffered(tx: Tx, id: string, cartId: string): Promise<void> {
  await tx`
    update waitlist_entry set state = 'offered', cart_id = ${cartId}, offered_at = clock_timestamp() where id = ${id}`
}

/** When the hold of an offer's cart ends; undefined when it is no longer held. */
export async function findHeldOffer(sql: Sql, cartId: string): Promise<Date | undefined> {
  const [row] = await sql<{ expiresAt: Date }[]>`
    select s.expires_at as "expiresAt" from waitlist_entry w
    join slot_hold s on s.cart_id = w.cart_id and s.state = 'held' and s.expires_at > clock_timestamp()
    where w.cart_id = ${cartId} and w.state = 'offered'`
  return row?.expiresAt
}
