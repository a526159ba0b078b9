import type { OrderFilter, OrderLine } from '@cuida/core/checkout/desk-order-api.ts'
import type { Row } from 'postgres'
import type { Sql } from '../kit/db.ts'
import type { SoughtOrder } from './desk-order-search.ts'

const line = (sql: Sql) => sql`
  o.id, o.status, o.failure_reason, o.product_name, o.amount, o.currency, o.refunded, o.created_at,
  case
    when exists (select 1 from payment_attempt a where a.order_id = o.id and a.quarantined_at is not null) then 'set-aside'
    when exists (${refundsOf(sql)} and r.state = 'refused') then 'refused'
    when exists (${askedOf(sql)}) then 'asked'
    when exists (${refundsOf(sql)} and r.state = 'pending') then 'refunding'
  end as attention`

const refundsOf = (sql: Sql) => sql`
  select 1 from payment_attempt a join refund r on r.attempt_id = a.id where a.order_id = o.id`

const askedOf = (sql: Sql) => sql`
  select 1 from payment_attempt a join refund_request q on q.attempt_id = a.id
  where a.order_id = o.id and q.state = 'open' and q.expires_at > clock_timestamp()`

export const lineOf = (row: Row): OrderLine => ({
  id: row.id,
  status: row.status,
  failureReason: row.failure_reason,
  productName: row.product_name,
  amount: row.amount,
  currency: row.currency,
  refunded: row.refunded,
  attention: row.attention,
  createdAt: row.created_at.toISOString(),
})

interface Lines {
  items: OrderLine[]
  more: boolean
}

export async function findOrders(
  sql: Sql,
  { filter, page, pageSize }: { filter: OrderFilter; page: number; pageSize: number },
): Promise<Lines> {
  const rows = await sql`
    select ${line(sql)} from care_order o where ${isListed(sql, filter)}
    order by o.created_at desc, o.id limit ${pageSize + 1} offset ${(page - 1) * pageSize}`
  return { items: rows.slice(0, pageSize).map(lineOf), more: rows.length > pageSize }
}

function isListed(sql: Sql, filter: OrderFilter) {
  switch (filter) {
    case 'all':
      return sql`true`
    case 'failed':
      return sql`o.status = 'FAILED'`
    case 'waiting':
      return sql`o.status in ('PROCESSING', 'PENDING')`
    case 'set-aside':
      return sql`o.id in (select order_id from payment_attempt where quarantined_at is not null)`
    case 'refused':
      return sql`o.id in (
        select a.order_id from refund r join payment_attempt a on a.id = r.attempt_id where r.state = 'refused')`
    case 'asked':
      return sql`o.id in (
        select a.order_id from refund_request q join payment_attempt a on a.id = q.attempt_id
        where q.state = 'open' and q.expires_at > clock_timestamp())`
  }
}

/** More than this and the question was too wide. */
const MOST_FOUND = 50

export async function searchOrders(sql: Sql, sought: SoughtOrder): Promise<Lines> {
  const rows = await sql`
    select ${line(sql)} from care_order o where ${isSought(sql, sought)}
    order by o.created_at desc, o.id limit ${MOST_FOUND + 1}`
  return { items: rows.slice(0, MOST_FOUND).map(lineOf), more: rows.length > MOST_FOUND }
}

function isSought(sql: Sql, sought: SoughtOrder) {
  if ('digits' in sought)
    return sql`o.masked_card_number is not null and right(o.masked_card_number, 4) = ${sought.digits}`
  if ('phone' in sought) return sql`o.account_id in (select id from account where phone = ${sought.phone})`
  if ('email' in sought)
    return sql`o.account_id in (select id from account where lower(email) = lower(${sought.email}))`
  const ofPayment = sql`o.id in (select order_id from payment_attempt where provider_payment_id = ${sought.name})`
  if (!('id' in sought)) return ofPayment
  const { id } = sought
  return sql`(o.id = ${id} or o.uuid = ${id} or o.id in (select order_id from payment_attempt where id = ${id})
    or ${ofPayment})`
}

/** All of an order that its line and its lists do not say. */
export async function findOrderRow(sql: Sql, id: string): Promise<Row | undefined> {
  const [row] = await sql`
    select ${line(sql)}, o.account_id, o.payment_method, o.masked_card_number, o.installments, o.cancelled_by,
      p.first_name || ' ' || p.last_name as payer_name,
      s.state as claim_state, s.starts_at as claim_starts_at, cl.name as clinician_name,
      c.id as consultation_id, c.status as consultation_status, c.starts_at as consultation_starts_at
    from care_order o
    left join patient p on p.account_id = o.account_id and p.deleted_at is null
    left join slot_claim s on s.id = o.claim_id
    left join clinician cl on cl.id = s.clinician_id
    left join consultation c on c.order_id = o.id
    where o.id = ${id}`
  return row
}
