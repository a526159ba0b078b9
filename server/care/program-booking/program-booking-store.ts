import type { CartContent } from '@cuida/core/booking/cart/merge.ts'
import type {
  PatientNeed,
  ProgramBooking,
  ProgramBookingState,
} from '@cuida/core/care/program-booking/program-booking-api.ts'
import { encryptList, encryptText } from '../../kit/crypto/encrypted-text.ts'
import type { Sql, Tx } from '../../kit/db/db.ts'

/** An active account that may book, and the patient within it. */
export interface BookingAccount {
  accountId: string
  locale: string
}

export async function findBookingAccount(sql: Sql, patientId: string): Promise<BookingAccount | undefined> {
  const [row] = await sql<BookingAccount[]>`
    select a.id as "accountId", a.locale from patient p
    left join patient h on h.id = p.holder_id
    join account a on a.id = coalesce(p.account_id, h.account_id)
    where p.id = ${patientId} and p.deleted_at is null and a.status = 'active'`
  return row
}

export interface AskedBooking {
  keyId: string
  reference: string
  patientId: string
  productId: string
  clinicianId: string
  start: Date
}

/** Undefined when the program has used this reference before. */
export async function insertBooking(sql: Sql, asked: AskedBooking, needs: PatientNeed[]): Promise<string | undefined> {
  const { keyId, reference, patientId, productId, clinicianId, start } = asked
  const [row] = await sql<{ id: string }[]>`
    insert into program_booking (key_id, reference, patient_id, product_id, clinician_id, starts_at, needs)
    values (${keyId}, ${reference}, ${patientId}, ${productId}, ${clinicianId}, ${start}, ${needs})
    on conflict (key_id, reference) do nothing returning id`
  return row?.id
}

/** A refused booking is as if it had not been asked for: the same reference can be used again. */
export const deleteBooking = (sql: Sql, id: string) =>
  sql`delete from program_booking where id = ${id} and cart_id is null`

export const saveCartOfBooking = (tx: Tx, id: string, cartId: string | null) =>
  tx`update program_booking set cart_id = ${cartId} where id = ${id}`

/** Keeps what the program told of the patient in the cart that they complete. */
export async function saveAnswersOfCart(
  tx: Tx,
  cartId: string,
  { summary, symptoms }: Pick<CartContent, 'summary' | 'symptoms'>,
): Promise<void> {
  if (summary) await tx`update cart set summary = ${encryptText(tx, 'cart.summary', summary)} where id = ${cartId}`
  if (symptoms.length > 0)
    await tx`update cart set symptoms = ${tx.json(encryptList(tx, 'cart.symptoms', symptoms))} where id = ${cartId}`
}

export type FoundBooking = Omit<ProgramBooking, 'patientUrl'> & {
  accountId: string
  cartId: string | null
  orderId: string | null
  asked: Omit<AskedBooking, 'start'> & { start: Date }
}

/** Seconds in which a booking that holds no time yet counts as being made. */
const MAKING_SECONDS = 60

type Which = { id: string } | { reference: string }

export async function findBooking(sql: Sql, keyId: string, which: Which): Promise<FoundBooking | undefined> {
  const [row] = await sql<BookingRow[]>`
    select b.id, b.reference, b.patient_id, b.product_id, b.clinician_id, b.starts_at as asked_start, b.needs, b.cart_id,
      coalesce(p.account_id, g.account_id) as account_id, o.id as order_id, c.id as consultation_id,
      coalesce(c.starts_at, b.starts_at) as starts_at,
      case when h.state = 'held' then h.expires_at end as kept_until,
      case
        when o.cancelled_at is not null then 'cancelled'
        when o.status = 'ACTIVE' and c.id is not null then 'booked'
        when o.status in ('ACTIVE', 'PROCESSING', 'PENDING') then 'processing'
        when h.state = 'held' and h.expires_at > clock_timestamp() then
          case when cardinality(b.needs) > 0 then 'waiting-for-patient' else 'processing' end
        when b.cart_id is null and b.created_at > clock_timestamp() - make_interval(secs => ${MAKING_SECONDS}) then 'processing'
        when o.status = 'FAILED' and cardinality(b.needs) = 0 then 'failed'
        else 'lapsed' end as state
    from program_booking b
    join patient p on p.id = b.patient_id left join patient g on g.id = p.holder_id
    left join lateral (select * from slot_hold where cart_id = b.cart_id order by locked_at desc limit 1) h on true
    left join lateral (select * from care_order where cart_id = b.cart_id order by created_at desc limit 1) o on true
    left join consultation c on c.order_id = o.id
    where b.key_id = ${keyId}
      and ${'id' in which ? sql`b.id = ${which.id}` : sql`b.reference = ${which.reference}`}`
  return row && foundOf(keyId, row)
}

interface BookingRow {
  id: string
  reference: string
  patient_id: string
  product_id: string
  clinician_id: string
  asked_start: Date
  needs: PatientNeed[]
  cart_id: string | null
  account_id: string
  order_id: string | null
  consultation_id: string | null
  starts_at: Date
  kept_until: Date | null
  state: ProgramBookingState
}

function foundOf(keyId: string, row: BookingRow): FoundBooking {
  const { id, reference, state } = row
  const isWaiting = state === 'waiting-for-patient'
  return {
    id,
    reference,
    state,
    startTime: row.starts_at.toISOString(),
    needs: isWaiting ? row.needs : [],
    keptUntil: (isWaiting && row.kept_until?.toISOString()) || null,
    appointmentId: state === 'booked' || state === 'cancelled' ? row.consultation_id : null,
    accountId: row.account_id,
    cartId: row.cart_id,
    orderId: row.order_id,
    asked: {
      keyId,
      reference,
      patientId: row.patient_id,
      productId: row.product_id,
      clinicianId: row.clinician_id,
      start: row.asked_start,
    },
  }
}

/** Ends the offer that the booking made: its time is no longer shown to the patient. */
export const deleteOfferOfCart = (tx: Tx, cartId: string) => tx`delete from waitlist_entry where cart_id = ${cartId}`
