import type { OrderFilter, OrderLine } from '@cuida/core/checkout/order/desk-order-api.ts'
import type { PageRequest } from '@cuida/core/kit/paged-list.ts'
import type { Row } from 'postgres'
import type { Sql } from '../../kit/db/db.ts'
import { attentionColumns, matchesAccount, readLines, searchLines } from '../desk-list-store.ts'
import type { ParsedOrderSearch } from './desk-order-search.ts'

const attention = (sql: Sql) =>
  attentionColumns(sql, {
    id: sql`o.id`,
    payments: sql`(select id, order_id as of_id from payment_attempt) p`,
    isOnHold: sql`exists (select 1 from payment_attempt where order_id = o.id and on_hold_at is not null)`,
  })

const openDisputes = (sql: Sql) => sql`
  payment_attempt a join dispute d on d.payment_id = a.id where a.order_id = o.id and d.state in ('open', 'answered')`
const chargedBack = (sql: Sql) => sql`payment_attempt a where a.order_id = o.id and a.charged_back > 0`

const line = (sql: Sql) => sql`
  o.id, o.status, o.failure_reason, o.product_name, o.amount, o.currency, o.refunded, o.created_at,
  (select n.first_name || ' ' || n.last_name from patient n where n.id = o.patient_id and n.deleted_at is null) as patient_name,
  case when (select true from ${openDisputes(sql)} limit 1) then 'disputed'
    when (select true from ${chargedBack(sql)} limit 1) then 'charged-back' else ${attention(sql).value} end as attention`

export const lineOf = (row: Row): OrderLine => ({
  id: row.id,
  status: row.status,
  failureReason: row.failure_reason,
  productName: row.product_name,
  patientName: row.patient_name,
  amount: row.amount,
  currency: row.currency,
  refunded: row.refunded,
  attention: row.attention,
  createdAt: row.created_at.toISOString(),
})

const lines = (sql: Sql, where: ReturnType<typeof isListed>) => ({
  select: (position: ReturnType<typeof isListed>) => sql`select ${position} ${line(sql)} from care_order o`,
  where,
  createdAt: sql`o.created_at`,
  id: sql`o.id`,
  lineOf,
})

export const findOrders = (sql: Sql, { filter, ...page }: PageRequest & { filter: OrderFilter }) =>
  readLines(sql, lines(sql, isListed(sql, filter)), page)

export const searchOrders = (sql: Sql, sought: ParsedOrderSearch) => searchLines(sql, lines(sql, isSought(sql, sought)))

function isListed(sql: Sql, filter: OrderFilter) {
  const { isOnHold, isRefused, isAsked } = attention(sql)
  switch (filter) {
    case 'all':
      return sql`true`
    case 'failed':
      return sql`o.status = 'FAILED'`
    case 'waiting':
      return sql`o.status in ('PROCESSING', 'PENDING')`
    case 'disputed':
      return sql`exists (select 1 from ${openDisputes(sql)})`
    case 'on-hold':
      return isOnHold
    case 'refused':
      return isRefused
    case 'asked':
      return isAsked
  }
}

function isSought(sql: Sql, sought: ParsedOrderSearch) {
  if ('digits' in sought)
    return sql`o.masked_card_number is not null and right(o.masked_card_number, 4) = ${sought.digits}`
  if ('phone' in sought || 'email' in sought) return matchesAccount(sql, sql`o.account_id`, sought)
  const ofPayment = sql`o.id in (select order_id from payment_attempt where provider_payment_id = ${sought.name})`
  if (!('id' in sought)) return ofPayment
  const { id } = sought
  return sql`(o.id = ${id} or o.uuid = ${id} or o.id in (select order_id from payment_attempt where id = ${id})
    or ${ofPayment})`
}

export async function findOrderRow(sql: Sql, id: string): Promise<Row | undefined> {
  const [row] = await sql`
    select ${line(sql)}, o.account_id, o.payment_method, o.masked_card_number, o.installments, o.payer_total,
      o.cancelled_by, p.first_name || ' ' || p.last_name as payer_name,
      s.state as hold_state, s.starts_at as hold_starts_at, cl.name as clinician_name,
      c.id as consultation_id, c.status as consultation_status, c.closed_for, c.failed_for, c.starts_at as consultation_starts_at
    from care_order o
    left join patient p on p.account_id = o.account_id and p.deleted_at is null
    left join slot_hold s on s.id = o.slot_hold_id
    left join clinician cl on cl.id = s.clinician_id
    left join consultation c on c.order_id = o.id
    where o.id = ${id}`
  return row
}
